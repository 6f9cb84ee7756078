#pragma once
// Inputs and results of the closed forms that estimate a workload's time.

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

/// Array cycles of one kernel call, without the costs of call and return.
using KernelCycles = std::function<arch::Cycles(const kernels::Kernel&)>;

/// A resource that would make a run take `cycles` array cycles if nothing else limited it.
struct Term {
    Limit limit{};
    double cycles = 0;
    /// The resource among those of the same limit, such as "stream A"; empty: the limit itself.
    std::string which{};
    bool both_ways = false;  ///< whether input and output take turns on this resource

    [[nodiscard]] std::string name() const {
        return which.empty() ? std::string{name_of(limit)} : which;
    }
};

/// Closed-form estimate of a run. The terms run concurrently, so that the longest one binds;
/// prologue and epilogue are added to it.
struct Estimate {
    std::vector<Term> terms;
    /// Array cycles until the first tiles have arrived where they are worked on.
    double prologue = 0;
    double epilogue = 0;  ///< array cycles from the end of the last tile until the host is notified
    arch::Bytes read{};
    arch::Bytes written{};
    std::int64_t calls = 0;  ///< calls of the workload's kernel, summed over all cores

    /// The longest term. Precondition: there is at least one.
    [[nodiscard]] const Term& binding() const;
    [[nodiscard]] double cycles() const { return binding().cycles + prologue + epilogue; }
    /// Subtracts `cycles`, which prologue and epilogue already contain, from all terms with
    /// both_ways.
    void take_out_of_both_ways(double cycles);
};

// Conversions for the closed forms.

[[nodiscard]] constexpr double as_double(std::int64_t value) {
    return static_cast<double>(value);
}

template <class Tag, class Rep>
[[nodiscard]] constexpr double as_double(arch::Unit<Tag, Rep> value) {
    return static_cast<double>(value.count());
}

/// Cycles to move `bytes` at `rate`.
[[nodiscard]] constexpr double cycles_to_move(double bytes, arch::BytesPerCycle rate) {
    return bytes / rate.count();
}
[[nodiscard]] constexpr double cycles_to_move(arch::Bytes bytes, arch::BytesPerCycle rate) {
    return cycles_to_move(as_double(bytes), rate);
}

// Time of the transfers between host memory and the array: all bytes at the rates of the device,
// lengthened by the factors of the access pattern.

/// Factors by which the access pattern lengthens each part of the transfer compared with contiguous
/// data (workloads/memory/pattern_factors.hpp); 1: no longer.
struct PatternFactors {
    double read = 1;  ///< reads, at the array's port to the memory and in the memory
    /// Writes, at the array's port to the memory and in the memory.
    double written = 1;
    double memory = 1;                ///< the total time of the memory, which both directions share
    double channel = 1;               ///< the busiest shim channel
    std::map<int, double> buffers{};  ///< the slowest channel of each host buffer, by buffer index

    [[nodiscard]] double of_buffer(int buffer) const {
        const auto found = buffers.find(buffer);
        return found == buffers.end() ? 1 : found->second;
    }
};

struct Traffic {
    arch::Bytes read{};
    arch::Bytes written{};
    arch::Bytes busiest_channel{};  ///< bytes of the busiest shim channel, in its direction
    PatternFactors pattern{};
};

/// Term::which of the busiest shim channel in memory_terms().
inline constexpr std::string_view kShimChannel = "shim channel";

/// Terms for the DRAM (read, write, and both together), the array's port to the fabric (read and
/// write) and the busiest shim channel.
[[nodiscard]] std::vector<schedule::Term> memory_terms(const Traffic& traffic,
                                                       const arch::Device& device);

/// Highest rate of a shim channel.
[[nodiscard]] arch::BytesPerCycle channel_rate(const arch::Device& device);
/// Rate of a port to the programmable logic of `width` bytes per PL cycle, at most that of a
/// stream. `pl_clock_ghz`: nullopt stands for the clock of the device file. Precondition: the
/// device has a PL.
[[nodiscard]] arch::BytesPerCycle port_rate(const arch::Device& device, arch::Bytes width,
                                            const std::optional<double>& pl_clock_ghz);
/// Highest rate of all shim channels of one direction together.
[[nodiscard]] arch::BytesPerCycle read_rate(const arch::Device& device);
[[nodiscard]] arch::BytesPerCycle write_rate(const arch::Device& device);

/// Cycles from the command of a read to its first byte.
[[nodiscard]] double read_latency_cycles(const arch::Device& device);
/// Cycles that the command processor takes to start `tasks`.
[[nodiscard]] double command_cycles(const arch::Device& device, std::int64_t tasks);
/// Cycles from the last byte that leaves the array until the command processor is notified.
[[nodiscard]] double completion_cycles(const arch::Device& device);

}  // namespace xdnasim::schedule
