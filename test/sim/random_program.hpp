#pragma once
// Random small programs for a VE2802 that use ports to the programmable logic, the cascade and
// neighbours' memories, with their expected results.

#include <cstdint>

#include "sim/memory_map.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::sim::test {

/// A chain of up to four cores that adds data from input ports and from buffers with an initial
/// content. The sums leave at an output port.
struct RandomProgram {
    schedule::Schedule schedule;
    HostMemory inputs;    ///< host memory before the run; zeros in buffers of output ports
    HostMemory expected;  ///< host memory after the run
    // How often the program uses each feature to be tested.
    int cascades = 0;
    int neighbours = 0;  ///< buffers of a core in a neighbour's memory
    int contents = 0;    ///< buffers with an initial content
    int own_steps = 0;   ///< cores that access the cascade without a kernel call
};

/// The random program of a seed, the same on every machine.
[[nodiscard]] RandomProgram random_program(const arch::Device& device, std::uint64_t seed);

}  // namespace xdnasim::sim::test
