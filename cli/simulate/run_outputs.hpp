#pragma once
// What `xdnasim simulate` writes: summary, JSON, trace, timeline, recording.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "arch/device.hpp"
#include "backends/backend.hpp"
#include "cli/output.hpp"
#include "traces/recording/config.hpp"
#include "traces/timeline/timeline.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::cli {

/// What the run cost the machine that simulated it.
struct HostCost {
    double wall_seconds = 0;  ///< from the problem file to the result
    arch::Bytes peak_memory{};
};

[[nodiscard]] std::string summary(const schedule::Schedule& schedule, const arch::Device& device,
                                  const backends::RunResult& result, const HostCost& cost);

// A run's result for programs to read; its keys are part of the command's contract.

/// One JSON object and a newline. What the backend does not know is null.
[[nodiscard]] std::string result_json(const backends::RunResult& result);

// `--exact-check` of `xdnasim simulate`: the same run, in full.

/// Throws Error, with the first figure of the JSON that differs, those of the machine apart.
void require_equal(const backends::RunResult& skipping, const backends::RunResult& full);

// `--trace` of `xdnasim simulate`: the words of the trace units, and what their slots watch.

/// Where the configuration is that decodes the words in `file`: beside it.
[[nodiscard]] std::string trace_config_file(const std::string& file);

/// Writes both files; the words alone to a device or a pipe, beside which no file belongs.
/// Throws InputError when one cannot be written.
void write_trace(const std::string& file, const schedule::Schedule& schedule,
                 const arch::Device& device, const backends::TraceFigures& trace);

/// What the slots of its units watch, as the configuration beside the words says it.
[[nodiscard]] recording::TraceConfig slots_of(const schedule::Trace& trace,
                                              const arch::Device& device);

/// Lines of the summary. `file`: where the words went; empty: nowhere.
[[nodiscard]] std::string trace_lines(const std::string& file, const schedule::Schedule& schedule,
                                      const backends::TraceFigures& trace);

// `--record` of `xdnasim simulate`: a run as a folder that the backend replay shows again.

/// The files that a recording may put into `folder`, which exists. Throws InputError when it holds
/// what no recording put there.
[[nodiscard]] std::vector<std::filesystem::path> recording_files_in(const std::string& folder);

/// Throws InputError.
void write_recording(const std::string& folder, const schedule::Schedule& schedule,
                     const arch::Device& device, const backends::RunResult& result,
                     std::uint64_t seed);

// `--picture` of `xdnasim simulate`: the array with its streams.

/// Throws InputError for a name that ends neither in .svg nor in .html.
void require_picture_file(const std::string& file);

/// A picture, or a page with it and the `summary`. Throws InputError when it cannot be written.
void write_picture(const std::string& file, const schedule::Schedule& schedule,
                   const arch::Device& device, const std::string& summary);

// `--timeline` of `xdnasim simulate`: a file for Perfetto, or text for the terminal.

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

 private:
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
