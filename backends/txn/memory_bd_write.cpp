// From a BD of a core or a mem tile to the words of its registers.

#include <fmt/format.h>

#include "backends/txn/dma_registers.hpp"
#include "backends/txn/memory_bd_layout.hpp"
#include "base/error.hpp"
#include "workloads/schedule/bd_walk.hpp"

namespace xdnasim::txn {
namespace {

using arch::kWord;
using schedule::Bd;

/// Windows in the addresses and the numbers of locks: of a mem tile its west neighbour's is first.
std::int64_t window_of(arch::TileId tile, arch::TileId owner, const arch::Device& device) {
    return device.model(tile).dma.neighbour_channels == 0 ? 0 : owner.column - tile.column + 1;
}

class MemoryBdWriter {
 public:
    MemoryBdWriter(arch::TileId tile, const arch::Device& device, const std::string& name)
        : tile_{tile},
          device_{device},
          layout_{bd_layout_of(tile, device)},
          name_{name},
          words_(bd_words(device.kind(tile))) {}

    std::vector<std::uint32_t> write(const Bd& bd, const MemoryPlace& begin) {
        put(layout_.length, bd.length / kWord);
        put(layout_.address,
            (begin.address + device_.model(tile_).memory * window_of(tile_, begin.tile, device_)) /
                kWord);
        put_dimensions(bd);
        if (bd.iteration && bd.iteration->size > 1) {
            put(layout_.iteration_wrap, bd.iteration->size - 1);
            put(layout_.iteration_step, bd.iteration->stride / kWord - 1);
        }
        if (bd.packet) {
            put(layout_.packet, 1);
            put(layout_.packet_id, bd.packet->id);
            put(layout_.packet_type, bd.packet->type);
        }
        put_locks(bd);
        if (bd.next) {
            put(layout_.use_next, 1);
            put(layout_.next, *bd.next);
        }
        put(layout_.valid, 1);
        return std::move(words_);
    }

 private:
    void put(const Field& field, std::int64_t value) {
        if (value < 0 || value > field.max())
            throw base::InputError{fmt::format("{}: {} is {}; allowed: 0 to {}", name_, field.name,
                                               value, field.max())};
        words_[field.word] |= static_cast<std::uint32_t>(value) << field.lsb;
    }

    void put_signed(const Field& field, std::int64_t value) {
        const std::int64_t half = (field.max() + 1) / 2;
        if (value < -half || value >= half)
            throw base::InputError{fmt::format("{}: {} is {}; allowed: {} to {}", name_, field.name,
                                               value, -half, half - 1)};
        put(field, value < 0 ? value + 2 * half : value);
    }

    void put_dimensions(const Bd& bd) {
        std::size_t count = bd.dimensions.size();
        while (count > 0 && count > bd.padding.size() && schedule::steps_of(bd, count - 1) == 1)
            --count;
        if (count > layout_.dimensions)
            throw base::InputError{
                fmt::format("{}: {} dimensions; allowed: {}", name_, count, layout_.dimensions)};
        for (std::size_t i = 0; i < count; ++i) {
            if (i + 1 < layout_.dimensions && (i + 1 < count || i < bd.padding.size()))
                put(layout_.wraps[i], bd.dimensions[i].size);
            if (schedule::steps_of(bd, i) > 1)
                put(layout_.steps[i], bd.dimensions[i].stride / kWord - 1);
        }
        for (std::size_t i = 0; i < bd.padding.size(); ++i) {
            if (bd.padding[i].before == 0 && bd.padding[i].after == 0) continue;
            if (i >= layout_.padded)
                throw base::InputError{fmt::format("{}: zero padding of dimension {}", name_, i)};
            put(layout_.before[i], bd.padding[i].before);
            put(layout_.after[i], bd.padding[i].after);
        }
    }

    [[nodiscard]] std::int64_t number_of(const schedule::LockRef& lock) const {
        return lock.id + device_.model(tile_).locks * window_of(tile_, lock.tile, device_);
    }

    void put_locks(const Bd& bd) {
        if (bd.acquire) {
            put(layout_.acquires, 1);
            put(layout_.acquired_lock, number_of(bd.acquire->lock));
            const bool equal = bd.acquire->condition == schedule::LockCondition::Equal;
            put_signed(layout_.acquired, equal ? bd.acquire->value : -bd.acquire->value);
        }
        if (bd.release) {
            put(layout_.released_lock, number_of(bd.release->lock));
            put_signed(layout_.released, bd.release->value);
        }
    }

    arch::TileId tile_;
    const arch::Device& device_;
    const BdLayout& layout_;
    const std::string& name_;
    std::vector<std::uint32_t> words_;
};

}  // namespace

std::vector<std::uint32_t> memory_words_of(const Bd& bd, arch::TileId tile,
                                           const MemoryPlace& begin, const arch::Device& device,
                                           const std::string& name) {
    return MemoryBdWriter{tile, device, name}.write(bd, begin);
}

}  // namespace xdnasim::txn
