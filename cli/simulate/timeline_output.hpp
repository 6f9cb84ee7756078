#pragma once
// `--timeline` of `xdnasim simulate`: a file for Perfetto, or text for the terminal.

#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "arch/device.hpp"
#include "cli/output.hpp"
#include "traces/timeline/timeline.hpp"

namespace xdnasim::cli {

/// What was asked for on the command line.
class TimelineOptions {
 public:
    void add_to(CLI::App& command);

    [[nodiscard]] bool wanted() const { return target_.has_value(); }
    [[nodiscard]] bool is_text() const { return target_ == "-"; }
    /// Precondition: wanted, and no text.
    [[nodiscard]] const std::string& file() const { return *target_; }
    /// Throws InputError when it would be empty.
    [[nodiscard]] timeline::Window window() const;
    [[nodiscard]] int lines() const;
    /// Throws InputError where a number of lines is given, and no text is wanted.
    void require_text_for_lines() const;

 private:
    const CLI::Option* lines_option_ = nullptr;
    std::optional<std::string> target_;  ///< path, or "-"
    std::string from_ = "0";
    std::optional<std::string> to_;
    std::string lines_ = "80";
};

/// The timeline of one run.
class TimelineOutput {
 public:
    /// Throws InputError when the file cannot be written.
    TimelineOutput(const TimelineOptions& options, const arch::Device& device);

    [[nodiscard]] events::Listener& listener() { return *reader_; }
    /// Call once, after the run of `end` cycles. A file appears now; returned is what is to be
    /// shown, a text `width` characters wide. Throws InputError when the file cannot be written,
    /// or the window is after the end.
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
