#pragma once
// Says what the numbers in the events of the SystemC model stand for.

#include "arch/device.hpp"
#include "traces/events/legend.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::backends {

[[nodiscard]] events::Legend make_legend(const schedule::Schedule& schedule,
                                         const arch::Device& device);

}  // namespace xdnasim::backends
