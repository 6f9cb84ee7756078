#pragma once
// The bytes behind a run that moves data: every tile's data memory and the host's buffers.

#include <cstddef>
#include <map>
#include <span>
#include <variant>
#include <vector>

#include "arch/device.hpp"
#include "workloads/schedule/host_memory.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::sim {

using schedule::HostMemory;

class MemoryMap {
 public:
    /// `host` must have a buffer of the right size for each host buffer of the schedule,
    /// and outlive this.
    MemoryMap(const schedule::Schedule& schedule, const arch::Device& device, HostMemory& host);

    [[nodiscard]] std::span<std::byte> bytes(const schedule::BufferRef& buffer);
    [[nodiscard]] std::span<std::byte> bytes(const schedule::HostBufferRef& buffer);
    [[nodiscard]] std::span<std::byte> bytes(
        const std::variant<schedule::BufferRef, schedule::HostBufferRef>& buffer);
    void write(const schedule::WriteMemory& written);

 private:
    const schedule::Schedule& schedule_;
    HostMemory& host_;
    std::map<arch::TileId, std::vector<std::byte>> tiles_;
};

}  // namespace xdnasim::sim
