#include "sim/memory_map.hpp"

#include <algorithm>
#include <cstring>

namespace xdnasim::sim {

MemoryMap::MemoryMap(const schedule::Schedule& schedule, const arch::Device& device,
                     HostMemory& host)
    : schedule_{schedule}, host_{host} {
    for (const schedule::TileProgram& program : schedule.tiles) {
        const auto size = static_cast<std::size_t>(device.model(program.tile).memory.count());
        std::vector<std::byte>& memory = tiles_[program.tile];
        memory.resize(size);
        for (const schedule::Buffer& buffer : program.buffers)
            if (buffer.content)
                std::ranges::copy(*buffer.content, memory.begin() + buffer.address.count());
    }
}

std::span<std::byte> MemoryMap::bytes(const schedule::BufferRef& buffer) {
    const schedule::Buffer& placed = *schedule_.buffer(buffer);
    return std::span{tiles_.at(buffer.tile)}.subspan(
        static_cast<std::size_t>(placed.address.count()),
        static_cast<std::size_t>(placed.size.count()));
}

std::span<std::byte> MemoryMap::bytes(const schedule::HostBufferRef& buffer) {
    return host_[static_cast<std::size_t>(buffer.index)];
}

std::span<std::byte> MemoryMap::bytes(
    const std::variant<schedule::BufferRef, schedule::HostBufferRef>& buffer) {
    return std::visit([this](const auto& ref) { return bytes(ref); }, buffer);
}

void MemoryMap::write(const schedule::WriteMemory& written) {
    std::byte* at =
        bytes(written.buffer).subspan(static_cast<std::size_t>(written.offset.count())).data();
    for (const std::uint32_t word : written.words) {
        std::uint32_t value = 0;
        std::memcpy(&value, at, sizeof value);
        value = (value & ~written.mask) | (word & written.mask);
        std::memcpy(at, &value, sizeof value);
        at += sizeof value;
    }
}

}  // namespace xdnasim::sim
