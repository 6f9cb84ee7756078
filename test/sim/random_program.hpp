#pragma once
// Random small programs for a VE2802 that use the ports to the programmable logic, the cascade and
// neighbours' memories, and what they must give.

#include <cstdint>

#include "sim/memory_map.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::sim::test {

/// A chain of up to four cores that adds up: what comes in at ports and what buffers hold from the
/// beginning. The sums leave at a port.
struct RandomProgram {
    schedule::Schedule schedule;
    HostMemory inputs;    ///< of zeros where a port takes
    HostMemory expected;  ///< after the run
    // What it has of what is to be tried:
    int cascades = 0;
    int neighbours = 0;  ///< buffers that a core has in another tile
    int contents = 0;    ///< buffers with content from the beginning
    int own_steps = 0;   ///< cores that put and get words themselves
};

/// The same for a seed on every machine.
[[nodiscard]] RandomProgram random_program(const arch::Device& device, std::uint64_t seed);

}  // namespace xdnasim::sim::test
