// From the words of registers to a BD of a core or a mem tile.

#include <fmt/format.h>

#include "backends/txn/memory_bd_layout.hpp"
#include "base/error.hpp"

namespace xdnasim::txn {
namespace {

using arch::kWord;
using schedule::Bd;

class MemoryBdReader {
 public:
    MemoryBdReader(std::span<const std::uint32_t> words, arch::TileId tile,
                   const arch::Device& device)
        : words_{words}, tile_{tile}, device_{device}, layout_{bd_layout_of(tile, device)} {}

    [[nodiscard]] Bd read(const std::string& name) const {
        if (get(layout_.valid) == 0)
            throw base::InputError{
                fmt::format("{}: {} is 0; allowed: 1", name, layout_.valid.name)};
        for (const Field& field : {layout_.out_of_order, layout_.iteration_now})
            if (get(field) != 0)
                throw base::InputError{fmt::format("{}: {} is {}; the simulated DMA knows 0 only",
                                                   name, field.name, get(field))};
        Bd bd;
        bd.length = kWord * get(layout_.length);
        bd.offset = kWord * get(layout_.address);
        read_dimensions(bd);
        if (const std::int64_t wrap = get(layout_.iteration_wrap); wrap > 0)
            bd.iteration = {static_cast<int>(wrap) + 1, kWord * (get(layout_.iteration_step) + 1)};
        if (get(layout_.packet) != 0)
            bd.packet = {static_cast<int>(get(layout_.packet_id)),
                         static_cast<int>(get(layout_.packet_type))};
        read_locks(bd);
        if (get(layout_.use_next) != 0) bd.next = static_cast<int>(get(layout_.next));
        return bd;
    }

 private:
    [[nodiscard]] std::int64_t get(const Field& field) const {
        return words_[field.word] >> field.lsb & field.max();
    }

    [[nodiscard]] int get_signed(const Field& field) const {
        const std::int64_t value = get(field);
        return static_cast<int>(value > field.max() / 2 ? value - field.max() - 1 : value);
    }

    void read_dimensions(Bd& bd) const {
        std::int64_t left = get(layout_.length);
        for (std::size_t i = 0; i < layout_.dimensions; ++i) {
            const std::int64_t wrap = i + 1 < layout_.dimensions ? get(layout_.wraps[i]) : 0;
            bd.dimensions.push_back({wrap == 0 ? left : wrap, kWord * (get(layout_.steps[i]) + 1)});
            if (i < layout_.padded) {
                bd.padding.push_back({static_cast<int>(get(layout_.before[i])),
                                      static_cast<int>(get(layout_.after[i]))});
                left /= wrap == 0 ? 1 : wrap + bd.padding.back().before + bd.padding.back().after;
            } else if (wrap != 0) {
                left /= wrap;
            }
            if (wrap == 0) break;
        }
        while (!bd.padding.empty() && bd.padding.back().before == 0 && bd.padding.back().after == 0)
            bd.padding.pop_back();
        while (bd.dimensions.size() > bd.padding.size() && !bd.dimensions.empty() &&
               bd.dimensions.back().size == 1)
            bd.dimensions.pop_back();
        if (bd.padding.empty() && bd.dimensions.size() == 1 &&
            bd.dimensions.front().stride == kWord)
            bd.dimensions.clear();
    }

    [[nodiscard]] schedule::LockRef lock_of(std::int64_t number) const {
        const arch::TileModel& model = device_.model(tile_);
        if (model.dma.neighbour_channels == 0) return {tile_, static_cast<int>(number)};
        const auto window = static_cast<int>(number / model.locks);
        return {{tile_.column + window - 1, tile_.row}, static_cast<int>(number % model.locks)};
    }

    void read_locks(Bd& bd) const {
        if (get(layout_.acquires) != 0) {
            const int value = get_signed(layout_.acquired);
            bd.acquire = {
                lock_of(get(layout_.acquired_lock)), value < 0 ? -value : value,
                value < 0 ? schedule::LockCondition::GreaterEqual : schedule::LockCondition::Equal};
        }
        if (const int value = get_signed(layout_.released); value != 0)
            bd.release = {lock_of(get(layout_.released_lock)), value};
    }

    std::span<const std::uint32_t> words_;
    arch::TileId tile_;
    const arch::Device& device_;
    const BdLayout& layout_;
};

}  // namespace

Bd memory_bd_of(std::span<const std::uint32_t> words, arch::TileId tile, const arch::Device& device,
                const std::string& name) {
    return MemoryBdReader{words, tile, device}.read(name);
}

}  // namespace xdnasim::txn
