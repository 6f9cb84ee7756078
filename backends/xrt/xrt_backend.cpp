#include "backends/xrt/xrt_backend.hpp"

#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "backends/artifacts/problem_folders.hpp"
#include "backends/mlir/kernel_source.hpp"
#include "backends/performance.hpp"
#include "backends/verification/verified_run.hpp"
#include "backends/xrt/npu.hpp"
#include "base/error.hpp"
#include "base/wall_time.hpp"

namespace xdnasim::backends {
namespace {

std::vector<arch::Bytes> sizes_of(const schedule::Schedule& schedule) {
    std::vector<arch::Bytes> sizes;
    for (const schedule::HostBuffer& buffer : schedule.host_buffers)
        sizes.push_back(buffer.size);
    return sizes;
}

/// Throws InputError if a kernel emulates bf16 by bfp16: the verification compares with exact
/// products of bf16.
void require_exact_products(const schedule::Schedule& schedule, const arch::Device& device) {
    for (const kernels::Kernel& kernel : schedule.kernels)
        if (mlir::emulates_bf16(kernel, device))
            throw base::InputError{fmt::format(
                "kernel {} multiplies bf16 as bfp16 on an NPU of the generation {}, whose "
                "results lie beyond the bounds of bf16; run without verification",
                kernel.name, to_string(device.generation))};
}

class XrtBackend final : public Backend {
 public:
    explicit XrtBackend(XrtOptions options)
        : options_{std::move(options)}, folders_{options_.artifacts, artifacts::kManifestFile} {}

    [[nodiscard]] std::string name() const override { return kXrt; }
    [[nodiscard]] bool needs_device_alone() const override { return true; }

    [[nodiscard]] RunResult run(const schedule::Schedule& schedule, const arch::Device& device,
                                const RunOptions& options) override {
        const auto begin = std::chrono::steady_clock::now();
        if (options.reconfigure)
            throw base::InputError{
                "the backend 'xrt' does not measure how long the array takes to load another "
                "design; allowed: a problem without 'reconfigure: true'"};
        if (options.verify) require_exact_products(schedule, device);
        const auto open = [&] { return open_with(schedule, device); };
        // Opened first, so that a missing NPU or file is reported before inputs are made.
        std::unique_ptr<Npu> npu = open();
        RunResult result;
        result.backend = name();
        const auto measure_with = [&](HostMemory& host) {
            Measurement measured = measure(std::move(npu), open, schedule, host, options_);
            result.repeated = measured.times;
            result.trace = std::move(measured.trace);
        };
        if (options.verify) {
            VerifiedRun verified = verified_run(
                schedule, options.seed,
                [&](HostMemory& host, schedule::CallListener* /*calls*/) { measure_with(host); });
            result.verification = std::move(verified.verification);
            result.output_hash = verified.output_hash;
        } else {
            HostMemory host = random_inputs(schedule, options.seed);
            measure_with(host);
        }
        describe_run(result, schedule, device);
        result.wall_seconds = base::seconds_since(begin);
        return result;
    }

 private:
    [[nodiscard]] std::unique_ptr<Npu> open_with(const schedule::Schedule& schedule,
                                                 const arch::Device& device) const {
        std::unique_ptr<Npu> npu = open_npu();
        const artifacts::Manifest wanted = artifacts::make_manifest(schedule, device);
        const auto folder = folders_.folder_of(wanted, [&](const std::filesystem::path& each) {
            static_cast<void>(manifest_in(each, wanted));
        });
        npu->load(load_design(folder, manifest_in(folder, wanted), device), sizes_of(schedule));
        return npu;
    }

    /// Loads the manifest in `folder`. Throws InputError if it is of another design.
    static artifacts::Manifest manifest_in(const std::filesystem::path& folder,
                                           const artifacts::Manifest& wanted) {
        const auto file = folder / artifacts::kManifestFile;
        artifacts::Manifest manifest = artifacts::load_manifest(file);
        require_same_problem(manifest, wanted, file);
        require_same_trace(manifest, wanted, file);
        return manifest;
    }

    XrtOptions options_;
    artifacts::ProblemFolders folders_;
};

}  // namespace

std::unique_ptr<Backend> make_xrt_backend(XrtOptions options) {
    return std::make_unique<XrtBackend>(std::move(options));
}

}  // namespace xdnasim::backends
