#include "backends/replay/replay_backend.hpp"

#include <chrono>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "backends/artifacts/problem_folders.hpp"
#include "backends/performance.hpp"
#include "backends/steady.hpp"
#include "base/error.hpp"
#include "base/wall_time.hpp"

namespace xdnasim::backends {
namespace {

constexpr std::string_view kTraced =
    "the run was recorded with a trace, which the problem does not ask for: its times may be "
    "longer";
constexpr double kRounding = 1e-9;  ///< relative error of a time written in microseconds

/// Whether the trace may make the run longer: its words compete with the data for streams and
/// memory, except on the ideal route.
bool takes_time(const std::optional<artifacts::TraceEntry>& trace) {
    return trace && trace->route != "ideal";
}

class ReplayBackend final : public Backend {
 public:
    explicit ReplayBackend(std::filesystem::path folder)
        : folders_{std::move(folder), kRecordingFile} {}

    [[nodiscard]] std::string name() const override { return kReplay; }

    [[nodiscard]] RunResult run(const schedule::Schedule& schedule, const arch::Device& device,
                                const RunOptions& options) override {
        const auto begin = std::chrono::steady_clock::now();
        const Asked asked{artifacts::make_manifest(schedule, device),
                          options.reconfigure ? device.reconfiguration : arch::Nanoseconds{}};
        const std::filesystem::path folder =
            folders_.folder_of(asked.manifest, [&](const std::filesystem::path& each) {
                static_cast<void>(recording_in(each, asked, device));
            });
        Recording recording = recording_in(folder, asked, device);
        if (options.verify) require_verified(recording, options.seed, folder);

        RunResult result = std::move(recording.measured);
        result.backend = name();
        result.recorded_by = std::move(recording.backend);
        if (!options.verify) {
            result.verification.reset();
            result.output_hash.reset();
        }
        if (!asked.manifest.trace) {
            if (takes_time(recording.manifest.trace) && result.trace)
                result.note += fmt::format("{}{}", result.note.empty() ? "" : "; ", kTraced);
            result.trace.reset();
        }
        const auto steady = std::exchange(result.steady, std::nullopt);
        describe_run(result, schedule, device);
        if (steady)
            set_steady(result, steady_of(steady->iteration, steady->bound, schedule), schedule,
                       device);
        result.wall_seconds = base::seconds_since(begin);
        return result;
    }

 private:
    /// What a recording has to match.
    struct Asked {
        artifacts::Manifest manifest;
        arch::Nanoseconds reconfiguration{};
    };

    /// Loads the recording in `folder`. Throws InputError if it does not match `asked`.
    static Recording recording_in(const std::filesystem::path& folder, const Asked& asked,
                                  const arch::Device& device) {
        Recording recording = load_recording(folder);
        const auto file = folder / artifacts::kManifestFile;
        require_same_problem(recording.manifest, asked.manifest, file);
        require_same_clock(recording.manifest, asked.manifest, file);
        // A measurement on an NPU does not depend on the numbers of the simulated device.
        if (recording.backend != kXrt) {
            require_same_numbers(recording.manifest, asked.manifest, file);
            require_time_of_the_cycles(recording, device, folder);
        }
        require_same_reconfiguration(recording, asked.reconfiguration, folder);
        if (asked.manifest.trace) {
            require_same_trace(recording.manifest, asked.manifest, file);
            require_traced(recording, folder);
        }
        return recording;
    }

    /// Throws InputError unless npu_time is that of the cycles, to within one cycle, since other
    /// tools may write times with fewer digits.
    static void require_time_of_the_cycles(const Recording& recording, const arch::Device& device,
                                           const std::filesystem::path& folder) {
        const RunResult& measured = recording.measured;
        if (!recording.manifest.clock_ghz || !measured.cycles || !measured.npu_time) return;
        const arch::Nanoseconds needed = device.time_of(*measured.cycles);
        const double off = std::abs((*measured.npu_time - needed).count());
        if (off <= device.time_of(arch::Cycles{1}).count()) return;
        throw base::InputError{fmt::format(
            "'{}' contradicts itself: npu_time_us is {}; needed: {}, which {} cycles at {} GHz "
            "take",
            (folder / kRecordingFile).string(), arch::in_microseconds(*measured.npu_time),
            arch::in_microseconds(needed), measured.cycles->count(), device.clock_ghz)};
    }

    /// Throws InputError unless the recorded reconfiguration time is the one wanted: 0 if it is not
    /// to be counted.
    static void require_same_reconfiguration(const Recording& recording, arch::Nanoseconds wanted,
                                             const std::filesystem::path& folder) {
        const arch::Nanoseconds found = recording.measured.reconfiguration;
        if (std::abs((found - wanted).count()) <= kRounding * wanted.count()) return;
        const auto text = [](arch::Nanoseconds time) {
            return time > arch::Nanoseconds{} ? fmt::format("{} us", arch::in_microseconds(time))
                                              : std::string{"not counted"};
        };
        throw base::InputError{
            fmt::format("'{}' is of another problem: reconfiguration is {}; needed: {}",
                        (folder / kRecordingFile).string(), text(found), text(wanted))};
    }

    static void require_traced(const Recording& recording, const std::filesystem::path& folder) {
        if (recording.measured.trace) return;
        throw base::InputError{
            fmt::format("the run in '{}' was recorded without the words of its trace; allowed: "
                        "a recording of a backend that traces, or a problem without a trace",
                        folder.string())};
    }

    static void require_verified(const Recording& recording, std::uint64_t seed,
                                 const std::filesystem::path& folder) {
        if (!recording.measured.verification)
            throw base::InputError{
                fmt::format("the run in '{}' was recorded without verification; run without it",
                            folder.string())};
        if (recording.seed != seed)
            throw base::InputError{fmt::format(
                "the run in '{}' was verified with other inputs than those of seed {}; allowed: "
                "seed {}",
                folder.string(), seed, *recording.seed)};
    }

    artifacts::ProblemFolders folders_;
};

}  // namespace

std::unique_ptr<Backend> make_replay_backend(std::filesystem::path recording) {
    return std::make_unique<ReplayBackend>(std::move(recording));
}

}  // namespace xdnasim::backends
