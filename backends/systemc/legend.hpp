#pragma once
// Says what the numbers in the events of the SystemC model stand for.

#include "xdnasim/arch/device.hpp"
#include "xdnasim/traces/events/legend.hpp"
#include "xdnasim/workloads/schedule/schedule.hpp"

namespace xdnasim::backends {

[[nodiscard]] events::Legend make_legend(const schedule::Schedule& schedule,
                                         const arch::Device& device);

}  // namespace xdnasim::backends
