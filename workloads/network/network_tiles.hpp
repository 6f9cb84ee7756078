#pragma once
// The tiles of a network while their programs are put together.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arch/device.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::network {

/// What a buffer of a core holds: each kind begins in a pair of banks of its own, as far as there
/// is room, so that a kernel's accesses do not meet.
enum class Use : std::uint8_t { Input, Weights, Output };

/// Buffers that are passed on under a pair of locks.
struct Ring {
    std::vector<schedule::BufferRef> buffers;
    schedule::LockRef free;
    schedule::LockRef full;
};

class Tiles {
 public:
    explicit Tiles(const arch::Device& device) : device_{device} {}

    /// nullopt: the memory has no room for it.
    [[nodiscard]] std::optional<schedule::BufferRef> buffer(
        arch::TileId tile, std::string name, arch::Bytes size, Use use,
        std::shared_ptr<const schedule::Content> content = {});
    /// A pair of locks over buffers of the tile.
    [[nodiscard]] Ring ring(const std::string& name, std::vector<schedule::BufferRef> buffers);
    /// The next channel of the tile in that direction moves `parts` of the ring's buffers; returns
    /// its number.
    int channel(arch::TileId tile, arch::Direction direction, const Ring& ring, arch::Bytes offset,
                arch::Bytes length, const std::vector<schedule::Dimension>& dimensions);
    /// The next channel of the tile in that direction runs `bds`, one after the other and for ever;
    /// their ids and what follows them are set here. Returns its number.
    int chain(arch::TileId tile, arch::Direction direction, std::vector<schedule::Bd> bds);
    /// Returns what names it.
    [[nodiscard]] schedule::LockRef lock(arch::TileId tile, const std::string& name, int initial,
                                         schedule::LockRole role);
    void program(arch::TileId tile, schedule::CoreBody body) { at(tile).core = std::move(body); }

    /// Sorted.
    [[nodiscard]] std::vector<schedule::TileProgram> finished() &&;

 private:
    schedule::TileProgram& at(arch::TileId tile);
    [[nodiscard]] std::optional<arch::Bytes> room(const schedule::TileProgram& program,
                                                  arch::Bytes size, Use use) const;

    const arch::Device& device_;
    std::map<arch::TileId, schedule::TileProgram> programs_;
};

}  // namespace xdnasim::network
