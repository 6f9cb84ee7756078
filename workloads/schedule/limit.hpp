#pragma once
// What may hold a run back: a closed set, by which runs are judged and compared.

#include <cstdint>
#include <string>
#include <string_view>

namespace xdnasim::schedule {

enum class Limit : std::uint8_t {
    Compute,      ///< the kernels and what belongs to their calls
    OutputDrain,  ///< outputs leave the cores too slowly
    Stream,       ///< a stream inside the array
    ShimChannel,  ///< a DMA channel of a shim
    Dram,         ///< the memory, or the fabric before it, in both directions together
    DramRead,
    DramWrite,
    FabricRead,  ///< the array's port to the fabric
    FabricWrite,
    Commands,  ///< the command processor
    Locks,     ///< locks of which the schedule does not say what they count
    HandOver,  ///< one object at a time: it comes in before it leaves
    Latency,   ///< nothing works all the time
    StartUp,   ///< latencies, commands and the first tiles
};

/// "compute". `part` of the design that is meant: "C drain", "stream A"; may be empty.
[[nodiscard]] std::string name_of(Limit limit, std::string_view part);

}  // namespace xdnasim::schedule
