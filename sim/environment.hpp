#pragma once
// What every module of one run shares.

#include "arch/device.hpp"
#include "sim/clock_domain.hpp"
#include "sim/event_bus.hpp"
#include "sim/fault.hpp"
#include "sim/progress.hpp"

namespace xdnasim::sim {

class MemoryMap;

struct Environment {
    const arch::Device& device;
    ClockDomain clock{device.clock_ghz};
    EventBus events{};
    Fault fault{};
    Progress progress{};
    MemoryMap* memory = nullptr;  ///< nullptr: a run for its time alone moves no bytes
};

}  // namespace xdnasim::sim
