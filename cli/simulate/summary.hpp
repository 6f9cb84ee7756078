#pragma once
// The result of `xdnasim simulate` for people.

#include <string>

#include "arch/device.hpp"
#include "backends/backend.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::cli {

/// What the run cost the machine that simulated it.
struct HostCost {
    double wall_seconds = 0;  ///< from the problem file to the result
    arch::Bytes peak_memory{};
};

[[nodiscard]] std::string summary(const schedule::Schedule& schedule, const arch::Device& device,
                                  const backends::RunResult& result, const HostCost& cost);

}  // namespace xdnasim::cli
