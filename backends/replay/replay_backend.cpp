#include "backends/replay/replay_backend.hpp"

#include <chrono>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "backends/performance.hpp"
#include "base/error.hpp"

namespace xdnasim::backends {
namespace {

constexpr std::string_view kMeasuring = "xrt";
constexpr double kRounding = 1e-9;  ///< of a time that was written in microseconds

class ReplayBackend final : public Backend {
 public:
    explicit ReplayBackend(std::filesystem::path folder) : folder_{std::move(folder)} {}

    [[nodiscard]] std::string name() const override { return "replay"; }

    [[nodiscard]] RunResult run(const schedule::Schedule& schedule, const arch::Device& device,
                                const RunOptions& options) override {
        const auto begin = std::chrono::steady_clock::now();
        Recording recording = load_recording(folder_);
        const auto file = folder_ / artifacts::kManifestFile;
        const artifacts::Manifest wanted = artifacts::make_manifest(schedule, device);
        require_same_problem(recording.manifest, wanted, file);
        require_same_clock(recording.manifest, wanted, file);
        // What an NPU does is not of the numbers that its model is made of.
        if (recording.backend != kMeasuring) require_same_numbers(recording.manifest, wanted, file);
        require_same_reconfiguration(recording, options.reconfigure, device);
        if (wanted.trace && recording.measured.trace)
            require_same_trace(recording.manifest, wanted, file);
        if (options.verify) require_verified(recording, options.seed);

        RunResult result = std::move(recording.measured);
        result.backend = name();
        if (!options.verify) {
            result.verification.reset();
            result.output_hash.reset();
        }
        if (!wanted.trace) result.trace.reset();
        describe_run(result, schedule, device);
        result.wall_seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        return result;
    }

 private:
    /// Its time is counted where it was asked for.
    void require_same_reconfiguration(const Recording& recording, bool asked,
                                      const arch::Device& device) const {
        const arch::Nanoseconds wanted = asked ? device.reconfiguration : arch::Nanoseconds{};
        const arch::Nanoseconds found = recording.measured.reconfiguration;
        if (std::abs((found - wanted).count()) <= kRounding * wanted.count()) return;
        const auto text = [](arch::Nanoseconds time) {
            return time > arch::Nanoseconds{} ? fmt::format("{} us", arch::in_microseconds(time))
                                              : std::string{"not counted"};
        };
        throw base::InputError{
            fmt::format("'{}' is of another problem: reconfiguration is {}; needed: {}",
                        (folder_ / kRecordingFile).string(), text(found), text(wanted))};
    }

    void require_verified(const Recording& recording, std::uint64_t seed) const {
        if (!recording.measured.verification)
            throw base::InputError{
                fmt::format("the run in '{}' was recorded without verification; run without it",
                            folder_.string())};
        if (recording.seed != seed)
            throw base::InputError{fmt::format(
                "the run in '{}' was verified with other inputs than those of seed {}; allowed: "
                "seed {}",
                folder_.string(), seed, *recording.seed)};
    }

    std::filesystem::path folder_;
};

}  // namespace

std::unique_ptr<Backend> make_replay_backend(std::filesystem::path recording) {
    return std::make_unique<ReplayBackend>(std::move(recording));
}

}  // namespace xdnasim::backends
