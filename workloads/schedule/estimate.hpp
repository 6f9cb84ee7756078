#pragma once
// What the closed forms of a workload take and give.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arch/device.hpp"
#include "arch/units.hpp"
#include "workloads/kernels/kernel.hpp"
#include "workloads/schedule/limit.hpp"

namespace xdnasim::schedule {

/// Array cycles of one call, without call and return.
using KernelCycles = std::function<arch::Cycles(const kernels::Kernel&)>;

/// Something that takes a run `cycles` of the array clock if nothing else does.
struct Term {
    Limit limit{};
    double cycles = 0;
    std::string which{};     ///< of those that the limit stands for: "stream A"; empty: the limit
    bool both_ways = false;  ///< what comes in and what leaves, one after the other

    [[nodiscard]] std::string name() const {
        return which.empty() ? std::string{name_of(limit)} : which;
    }
};

/// The terms go on at the same time, so that the longest one binds; the rest adds to it.
struct Estimate {
    std::vector<Term> terms;
    double prologue = 0;  ///< until the first tiles are where they are worked on
    double epilogue = 0;  ///< from the last one's end until the host is told
    arch::Bytes read{};
    arch::Bytes written{};
    std::int64_t calls = 0;  ///< of the workload's kernel, on all cores

    /// Precondition: there are terms.
    [[nodiscard]] const Term& binding() const;
    [[nodiscard]] double cycles() const { return binding().cycles + prologue + epilogue; }
    /// Takes so many cycles, which prologue and epilogue have, out of all terms of both ways.
    void take_out_of_both_ways(double cycles);
};

// Counts as the closed forms reckon with them.

[[nodiscard]] constexpr double as_double(std::int64_t value) {
    return static_cast<double>(value);
}

template <class Tag, class Rep>
[[nodiscard]] constexpr double as_double(arch::Unit<Tag, Rep> value) {
    return static_cast<double>(value.count());
}

/// That so many bytes take at that rate.
[[nodiscard]] constexpr double cycles_to_move(double bytes, arch::BytesPerCycle rate) {
    return bytes / rate.count();
}
[[nodiscard]] constexpr double cycles_to_move(arch::Bytes bytes, arch::BytesPerCycle rate) {
    return cycles_to_move(as_double(bytes), rate);
}

// How long the way between host memory and the array takes: all bytes at the rates of the device,
// and what the access pattern makes of them.

/// By how much longer each part of the way takes than contiguous data does
/// (workloads/memory/pattern_factors.hpp); 1: as long.
struct PatternFactors {
    double read = 1;                  ///< through the array's port to the memory, and in the memory
    double written = 1;               ///< the same
    double memory = 1;                ///< of the memory's time, which both directions share
    double channel = 1;               ///< of the busiest shim channel
    std::map<int, double> buffers{};  ///< of the slowest channel of each host buffer

    [[nodiscard]] double of_buffer(int buffer) const {
        const auto found = buffers.find(buffer);
        return found == buffers.end() ? 1 : found->second;
    }
};

struct Traffic {
    arch::Bytes read{};
    arch::Bytes written{};
    arch::Bytes busiest_channel{};  ///< of a shim, in its direction
    PatternFactors pattern{};
};

/// What memory_terms() calls the busiest shim channel.
inline constexpr std::string_view kShimChannel = "shim channel";

/// DRAM in each direction and in both, the array's port to the fabric, the busiest shim channel.
[[nodiscard]] std::vector<schedule::Term> memory_terms(const Traffic& traffic,
                                                       const arch::Device& device);

/// What a shim channel moves at best.
[[nodiscard]] arch::BytesPerCycle channel_rate(const arch::Device& device);
/// What a port to the programmable logic moves, whose `width` is of PL cycles; no more than a
/// stream. `pl_clock_ghz`: nullopt is the device's. Precondition: the device has a PL.
[[nodiscard]] arch::BytesPerCycle port_rate(const arch::Device& device, arch::Bytes width,
                                            const std::optional<double>& pl_clock_ghz);
/// What all shim channels of a direction move together at best.
[[nodiscard]] arch::BytesPerCycle read_rate(const arch::Device& device);
[[nodiscard]] arch::BytesPerCycle write_rate(const arch::Device& device);

/// From a read's command to its first byte.
[[nodiscard]] double read_latency_cycles(const arch::Device& device);
/// What the command processor takes to start `tasks`.
[[nodiscard]] double command_cycles(const arch::Device& device, std::int64_t tasks);
/// From the array's last byte until the command processor knows.
[[nodiscard]] double completion_cycles(const arch::Device& device);

}  // namespace xdnasim::schedule
