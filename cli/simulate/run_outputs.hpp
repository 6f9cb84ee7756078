#pragma once
// What `xdnasim simulate` writes: summary, JSON, trace, timeline, recording.

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "arch/device.hpp"
#include "backends/backend.hpp"
#include "cli/file_roles.hpp"
#include "cli/output.hpp"
#include "traces/events/core_state.hpp"
#include "traces/events/trace_words.hpp"
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

/// How many figures of the JSON were compared, those of the machine apart. Throws Error with the
/// first that differs.
std::size_t require_equal(const backends::RunResult& skipping, const backends::RunResult& full);

// `--trace` of `xdnasim simulate`: the words of the trace units, and what their slots watch.

/// Where the configuration is that decodes the words in `file`: beside it.
[[nodiscard]] std::string trace_config_file(const std::string& file);

/// Writes both files; the words alone to a device or a pipe, beside which no file belongs.
/// Throws InputError when one cannot be written.
void write_trace(const std::string& file, const schedule::Schedule& schedule,
                 const arch::Device& device, const events::TraceWords& trace);

/// What the slots of its units watch, as the configuration beside the words says it.
[[nodiscard]] recording::TraceConfig slots_of(const schedule::Trace& trace,
                                              const arch::Device& device);

/// Lines of the summary. `file`: where the words went; empty: nowhere.
[[nodiscard]] std::string trace_lines(const std::string& file, const schedule::Schedule& schedule,
                                      const events::TraceWords& trace);

// `--record` of `xdnasim simulate`: a run as a folder that the backend replay shows again.

/// The files that a recording may put into `folder`, which exists. Throws InputError when it holds
/// what no recording put there.
[[nodiscard]] std::vector<std::filesystem::path> recording_files_in(const std::string& folder);

/// Throws InputError.
void write_recording(const std::string& folder, const schedule::Schedule& schedule,
                     const arch::Device& device, const backends::RunResult& result,
                     std::uint64_t seed);

// `--activations` and `--expect-activations` of `xdnasim simulate`: what the layers of a network
// compute, as arrays of NumPy.

class ActivationOptions {
 public:
    void add_to(CLI::App& command);

    [[nodiscard]] bool wanted() const { return folder_ || expected_; }
    [[nodiscard]] const std::optional<std::string>& folder() const { return folder_; }
    /// Throws InputError when the workload has no layers, or the backend cannot look into them.
    void require_taken_by(const schedule::Workload& workload,
                          const backends::Backend& backend) const;
    /// Once the folder for them exists. Throws InputError for a folder to compare with that has no
    /// such arrays, or others.
    void add_roles(FileRoles& files, const schedule::Workload& workload) const;
    /// Writes the arrays of a run, and fails it where they are not as expected. Throws InputError
    /// when a file cannot be written, or is of another type or shape.
    void finish(const schedule::Workload& workload, schedule::Verification& verification) const;

 private:
    [[nodiscard]] std::vector<std::filesystem::path> expected_files(
        const schedule::Workload& workload) const;

    std::optional<std::string> folder_;
    std::optional<std::string> expected_;
};

// `--picture` of `xdnasim simulate`: the array with its streams.

/// Throws InputError for a name that ends neither in .svg nor in .html.
void require_picture_file(const std::string& file);

/// A picture, or a page with it, the `summary`, and where the time of `result` goes. Throws
/// InputError when it cannot be written.
void write_picture(const std::string& file, const schedule::Schedule& schedule,
                   const arch::Device& device, const backends::RunResult& result,
                   const std::string& summary);

/// What the cores of a part of the work did, each on average.
struct GroupTimes {
    std::string name;
    std::int64_t cores = 0;
    std::array<double, events::kCoreStates.size()> cycles{};  ///< index: events::CoreState
};

/// Of each part of the work; empty where it has none, or the backend knows of no cores.
[[nodiscard]] std::vector<GroupTimes> group_times(const backends::RunResult& result);

/// SVG: what the cores did, a bar for each part of the work, or else for each row of cores. What
/// they waited for stands before what they computed. Empty where the backend knows of no cores.
[[nodiscard]] std::string time_chart(const backends::RunResult& result);

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
