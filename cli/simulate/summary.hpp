#pragma once
// The result of `xdnasim simulate` as text for people.

#include <string>

#include "arch/device.hpp"
#include "backends/backend.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::cli {

/// Resources that the simulation took on the host.
struct HostCost {
    double wall_seconds = 0;  ///< time from reading the problem file to the result
    arch::Bytes peak_memory{};
};

[[nodiscard]] std::string summary(const schedule::Schedule& schedule, const arch::Device& device,
                                  const backends::RunResult& result, const HostCost& cost);

}  // namespace xdnasim::cli
