#include "backends/txn/tile_registers.hpp"

#include "backends/txn/dma_registers.hpp"

namespace xdnasim::txn {
namespace {

constexpr std::uint32_t kLockBytes = 16;

// Where the registers behind the locks begin (AM025).
constexpr std::uint32_t kProgramMemory = 0x20000;        ///< in a core's tile
constexpr std::uint32_t kMemTileLockRequests = 0xD0000;  ///< in a mem tile

std::uint32_t first_lock(arch::TileKind kind) {
    switch (kind) {
        case arch::TileKind::Shim:
            return 0x14000;
        case arch::TileKind::MemTile:
            return 0xC0000;
        case arch::TileKind::CompTile:
            break;
    }
    return 0x1F000;
}

}  // namespace

Register lock_register(const schedule::LockRef& lock, const arch::Device& device) {
    return {lock.tile,
            first_lock(device.kind(lock.tile)) + kLockBytes * static_cast<std::uint32_t>(lock.id)};
}

std::optional<int> lock_at(const Register& at, const arch::Device& device) {
    const std::uint32_t first = first_lock(device.kind(at.tile));
    const auto locks = static_cast<std::uint32_t>(device.model(at.tile).locks);
    if (at.offset < first || at.offset >= first + kLockBytes * locks) return std::nullopt;
    const std::uint32_t within = at.offset - first;
    if (within % kLockBytes != 0) return std::nullopt;
    return static_cast<int>(within / kLockBytes);
}

bool is_dma_or_lock(const Register& at, const arch::Device& device) {
    const arch::TileKind kind = device.kind(at.tile);
    const std::uint32_t end =
        kind == arch::TileKind::MemTile ? kMemTileLockRequests : kProgramMemory;
    return at.offset >= bd_register(at.tile, 0, kind).offset && at.offset < end;
}

Operation operation_of(const schedule::WriteMemory& write, const schedule::Schedule& schedule) {
    const arch::Bytes address = schedule.buffer(write.buffer)->address + write.offset;
    const Register at{write.buffer.tile, static_cast<std::uint32_t>(address.count())};
    if (write.mask != schedule::kAllBits) return MaskWrite{at, write.words.front(), write.mask};
    if (write.words.size() == 1) return Write{at, write.words.front()};
    return BlockWrite{at, write.words};
}

}  // namespace xdnasim::txn
