#include "backends/replay/replay_backend.hpp"

#include <chrono>

#include <fmt/format.h>

#include "backends/performance.hpp"
#include "base/error.hpp"

namespace xdnasim::backends {
namespace {

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
