#pragma once
// Measurements of examples on stand-ins for an NPU, which tests implement.

#include <algorithm>
#include <chrono>
#include <span>
#include <string>
#include <vector>

#include "backends/verification/verified_run.hpp"
#include "backends/xrt/xrt_backend.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::backends {

inline schedule::Schedule mapped(const char* example,
                                 const std::vector<problem::Setting>& settings = {}) {
    return problem::map_problem(
        problem::load_problem(std::string{XDNASIM_EXAMPLES "/"} + example, settings));
}

inline const XrtOptions kOptions{.artifacts = {}, .runs = 3, .warmup = 2};

/// An NPU that only stores the content of its buffers, as host memory does.
class RememberingNpu : public Npu {
 public:
    void load(const Design& /*design*/, const std::vector<arch::Bytes>& /*buffers*/) override {}
    void write(std::size_t buffer, std::span<const std::byte> content) override {
        memory_.resize(std::max(memory_.size(), buffer + 1));
        memory_[buffer].assign(content.begin(), content.end());
    }
    void read(std::size_t buffer, std::span<std::byte> content) override {
        std::ranges::copy(memory_.at(buffer), content.begin());
    }

 protected:
    HostMemory memory_;
};

inline Measurement measure_with(const OpenNpu& open, const schedule::Schedule& schedule,
                                HostMemory& host) {
    return measure(open(), open, schedule, host, kOptions);
}

}  // namespace xdnasim::backends
