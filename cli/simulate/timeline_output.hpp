#pragma once
// `--timeline` of `xdnasim simulate`: a file for Perfetto, or text for the terminal.

#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "arch/device.hpp"
#include "cli/output.hpp"
#include "traces/timeline/timeline.hpp"

namespace xdnasim::cli {

/// The options of the timeline.
class TimelineOptions {
 public:
    void add_to(CLI::App& command);

    [[nodiscard]] bool wanted() const { return target_.has_value(); }
    [[nodiscard]] bool is_text() const { return target_ == "-"; }
    /// Path of the file. Precondition: wanted() and not is_text().
    [[nodiscard]] const std::string& file() const { return *target_; }
    /// The cycles to show. Throws InputError if there are none.
    [[nodiscard]] timeline::Window window() const;
    /// Maximum number of lines of the text. Throws InputError if it is out of range.
    [[nodiscard]] int lines() const;
    /// Throws InputError if --timeline-lines is given and the timeline is not text.
    void require_text_for_lines() const;

 private:
    const CLI::Option* lines_option_ = nullptr;
    std::optional<std::string> target_;  ///< path, or "-" for text
    std::string from_ = "0";
    std::optional<std::string> to_;
    std::string lines_ = "80";
};

/// The timeline of one run.
class TimelineOutput {
 public:
    /// Throws InputError if the file cannot be written, or the options contradict each other.
    TimelineOutput(const TimelineOptions& options, const arch::Device& device);

    [[nodiscard]] events::Listener& listener() { return *reader_; }
    /// Completes the timeline after a run of `end` cycles; to be called once. Writes the file, and
    /// returns the text to show: a line about the file, or the timeline with lines of `width`
    /// characters. Throws InputError if the file cannot be written, the run has no cycles or the
    /// window begins after its end.
    [[nodiscard]] std::string finish(arch::Cycles end, int width);

 private:
    [[nodiscard]] std::string finish_file(arch::Cycles end);

    const TimelineOptions& options_;
    std::optional<OutputFile> file_;
    std::optional<timeline::ChromeTrace> trace_;
    std::optional<timeline::TextTimeline> text_;
    std::optional<timeline::SpanReader> reader_;
};

}  // namespace xdnasim::cli
