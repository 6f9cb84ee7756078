#pragma once
// How long the way between host memory and the array takes at the rates of the device: all bytes
// at the best of them, whatever the access pattern.

#include <cstdint>
#include <vector>

#include "arch/device.hpp"
#include "workloads/schedule/estimate.hpp"

namespace xdnasim::closed_forms {

struct Traffic {
    arch::Bytes read{};
    arch::Bytes written{};
    arch::Bytes busiest_channel{};  ///< of a shim, in its direction
};

/// DRAM in each direction and in both, the array's port to the fabric, the busiest shim channel.
[[nodiscard]] std::vector<schedule::Term> memory_terms(const Traffic& traffic,
                                                       const arch::Device& device);

/// Bytes per cycle that a shim channel moves at best.
[[nodiscard]] double channel_rate(const arch::Device& device);
/// Likewise all channels of a direction together.
[[nodiscard]] double read_rate(const arch::Device& device);
[[nodiscard]] double write_rate(const arch::Device& device);

/// From a read's command to its first byte.
[[nodiscard]] double read_latency_cycles(const arch::Device& device);
/// Of the command processor, to start `tasks`.
[[nodiscard]] double command_cycles(const arch::Device& device, std::int64_t tasks);
/// From the array's last byte until the command processor knows.
[[nodiscard]] double completion_cycles(const arch::Device& device);

}  // namespace xdnasim::closed_forms
