#include "xdnasim/backends/xrt/xrt_backend.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

#include "xdnasim/backends/artifacts/manifest.hpp"
#include "xdnasim/backends/performance.hpp"
#include "xdnasim/backends/verification/verified_run.hpp"
#include "xdnasim/backends/xrt/npu.hpp"

namespace xdnasim::backends {
namespace {

using arch::Nanoseconds;

RepeatedTimes summed_up(const std::vector<Nanoseconds>& times) {
    Nanoseconds sum{};
    for (const Nanoseconds time : times)
        sum += time;
    const auto [least, most] = std::ranges::minmax(times);
    return {static_cast<int>(times.size()), sum / static_cast<double>(times.size()), least, most};
}

std::vector<arch::Bytes> sizes_of(const schedule::Schedule& schedule) {
    std::vector<arch::Bytes> sizes;
    for (const schedule::HostBuffer& buffer : schedule.host_buffers)
        sizes.push_back(buffer.size);
    return sizes;
}

/// How many words came is not told: a full buffer has no zeros at its end.
TraceFigures trace_of(const std::vector<std::byte>& buffer) {
    TraceFigures trace;
    trace.words.resize(buffer.size() / sizeof(std::uint32_t));
    std::memcpy(trace.words.data(), buffer.data(), trace.words.size() * sizeof(std::uint32_t));
    trace.buffer_full = !trace.words.empty() && trace.words.back() != 0;
    return trace;
}

class XrtBackend final : public Backend {
 public:
    explicit XrtBackend(XrtOptions options) : options_{std::move(options)} {}

    [[nodiscard]] std::string name() const override { return "xrt"; }

    [[nodiscard]] RunResult run(const schedule::Schedule& schedule, const arch::Device& device,
                                const RunOptions& options) override {
        const auto begin = std::chrono::steady_clock::now();
        Npu npu;
        load(npu, schedule, device);
        RunResult result;
        result.backend = name();
        if (options.verify) {
            VerifiedRun verified = verified_run(schedule, options.seed, [&](HostMemory& host) {
                measure(npu, schedule, host, result);
            });
            result.verification = std::move(verified.verification);
            result.output_hash = verified.output_hash;
        } else {
            HostMemory host = random_inputs(schedule, options.seed);
            measure(npu, schedule, host, result);
        }
        describe_run(result, schedule, device);
        if (const auto bytes = transferred_bytes(schedule))
            result.rates = transfer_rates(result, *bytes);
        result.wall_seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        return result;
    }

 private:
    void load(Npu& npu, const schedule::Schedule& schedule, const arch::Device& device) const {
        const auto file = options_.artifacts / artifacts::kManifestFile;
        const artifacts::Manifest manifest = artifacts::load_manifest(file);
        const artifacts::Manifest wanted = artifacts::make_manifest(schedule, device);
        require_same_problem(manifest, wanted, file);
        require_same_trace(manifest, wanted, file);
        npu.load(load_design(options_.artifacts, manifest), sizes_of(schedule));
    }

    /// Leaves in `host` and `result` what the last run gave.
    void measure(Npu& npu, const schedule::Schedule& schedule, HostMemory& host,
                 RunResult& result) const {
        for (std::size_t i = 0; i < host.size(); ++i)
            npu.write(i, host[i]);
        std::vector<Nanoseconds> times;
        for (int run = -options_.warmup; run < options_.runs; ++run) {
            // A trace that is shorter than the last one must not end in its words.
            if (schedule.trace)
                npu.write(static_cast<std::size_t>(schedule.trace->buffer.index),
                          at(host, schedule.trace->buffer));
            const Nanoseconds time = npu.run(options_.timeout);
            if (run >= 0) times.push_back(time);
        }
        for (std::size_t i = 0; i < host.size(); ++i)
            npu.read(i, host[i]);
        result.repeated = summed_up(times);
        if (schedule.trace) result.trace = trace_of(at(host, schedule.trace->buffer));
    }

    XrtOptions options_;
};

}  // namespace

std::unique_ptr<Backend> make_xrt_backend(XrtOptions options) {
    return std::make_unique<XrtBackend>(std::move(options));
}

}  // namespace xdnasim::backends
