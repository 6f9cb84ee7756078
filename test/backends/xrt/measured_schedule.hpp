#pragma once
// Examples, measured on NPUs of the tests.

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

inline Measurement measure_with(const OpenNpu& open, const schedule::Schedule& schedule,
                                HostMemory& host) {
    return measure(open(), open, schedule, host, kOptions);
}

}  // namespace xdnasim::backends
