// The BDs of cores and mem tiles, and the words of their registers.

#include <array>

#include <fmt/format.h>

#include "backends/txn/memory_dma.hpp"
#include "base/error.hpp"
#include "workloads/schedule/bd_walk.hpp"

namespace xdnasim::txn {
namespace {

using arch::Bytes;
using arch::kWord;
using schedule::Bd;

constexpr std::size_t kMaxDimensions = 4;
constexpr std::size_t kMaxPadded = 3;

/// Names and places of AM025 (DMA_BD0_0 and on of a memory module, and of a mem tile).
struct BdLayout {
    Field length, address;
    Field packet, out_of_order, packet_id, packet_type;
    std::size_t dimensions;
    std::array<Field, kMaxDimensions> steps;
    std::array<Field, kMaxDimensions - 1> wraps;
    std::size_t padded;
    std::array<Field, kMaxPadded> before, after;
    Field iteration_now, iteration_wrap, iteration_step;
    Field next, use_next, valid;
    Field released, released_lock, acquires, acquired, acquired_lock;
};

constexpr BdLayout kCoreBd{.length = {"Buffer_Length", 0, 13, 0},
                           .address = {"Base_Address", 0, 27, 14},
                           .packet = {"Enable_Packet", 1, 30, 30},
                           .out_of_order = {"Out_Of_Order_BD_ID", 1, 29, 24},
                           .packet_id = {"Packet_ID", 1, 23, 19},
                           .packet_type = {"Packet_Type", 1, 18, 16},
                           .dimensions = 3,
                           .steps = {{{"D0_Stepsize", 2, 12, 0},
                                      {"D1_Stepsize", 2, 25, 13},
                                      {"D2_Stepsize", 3, 12, 0},
                                      {}}},
                           .wraps = {{{"D0_Wrap", 3, 20, 13}, {"D1_Wrap", 3, 28, 21}, {}}},
                           .padded = 0,
                           .before = {},
                           .after = {},
                           .iteration_now = {"Iteration_Current", 4, 24, 19},
                           .iteration_wrap = {"Iteration_Wrap", 4, 18, 13},
                           .iteration_step = {"Iteration_Stepsize", 4, 12, 0},
                           .next = {"Next_BD", 5, 30, 27},
                           .use_next = {"Use_Next_BD", 5, 26, 26},
                           .valid = {"Valid_BD", 5, 25, 25},
                           .released = {"Lock_Rel_Value", 5, 24, 18},
                           .released_lock = {"Lock_Rel_ID", 5, 16, 13},
                           .acquires = {"Lock_Acq_Enable", 5, 12, 12},
                           .acquired = {"Lock_Acq_Value", 5, 11, 5},
                           .acquired_lock = {"Lock_Acq_ID", 5, 3, 0}};

constexpr BdLayout kMemTileBd{
    .length = {"Buffer_Length", 0, 16, 0},
    .address = {"Base_Address", 1, 18, 0},
    .packet = {"Enable_Packet", 0, 31, 31},
    .out_of_order = {"Out_Of_Order_BD_ID", 0, 22, 17},
    .packet_id = {"Packet_ID", 0, 27, 23},
    .packet_type = {"Packet_Type", 0, 30, 28},
    .dimensions = 4,
    .steps = {{{"D0_Stepsize", 2, 16, 0},
               {"D1_Stepsize", 3, 16, 0},
               {"D2_Stepsize", 4, 16, 0},
               {"D3_Stepsize", 5, 16, 0}}},
    .wraps = {{{"D0_Wrap", 2, 26, 17}, {"D1_Wrap", 3, 26, 17}, {"D2_Wrap", 4, 26, 17}}},
    .padded = 3,
    .before = {{{"D0_Zero_Before", 1, 31, 26},
                {"D1_Zero_Before", 3, 31, 27},
                {"D2_Zero_Before", 4, 30, 27}}},
    .after = {{{"D0_Zero_After", 5, 22, 17},
               {"D1_Zero_After", 5, 27, 23},
               {"D2_Zero_After", 5, 31, 28}}},
    .iteration_now = {"Iteration_Current", 6, 28, 23},
    .iteration_wrap = {"Iteration_Wrap", 6, 22, 17},
    .iteration_step = {"Iteration_Stepsize", 6, 16, 0},
    .next = {"Next_BD", 1, 25, 20},
    .use_next = {"Use_Next_BD", 1, 19, 19},
    .valid = {"Valid_BD", 7, 31, 31},
    .released = {"Lock_Rel_Value", 7, 30, 24},
    .released_lock = {"Lock_Rel_ID", 7, 23, 16},
    .acquires = {"Lock_Acq_Enable", 7, 15, 15},
    .acquired = {"Lock_Acq_Value", 7, 14, 8},
    .acquired_lock = {"Lock_Acq_ID", 7, 7, 0}};

const BdLayout& bd_layout_of(arch::TileId tile, const arch::Device& device) {
    return device.kind(tile) == arch::TileKind::MemTile ? kMemTileBd : kCoreBd;
}

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
          words_(memory_bd_words(tile, device)) {}

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

std::vector<Field> memory_bd_fields(arch::TileId tile, const arch::Device& device) {
    const BdLayout& layout = bd_layout_of(tile, device);
    std::vector<Field> fields;
    const auto add = [&](std::string_view name, Field field) {
        if (field.name.empty()) return;
        field.name = name;
        fields.push_back(field);
    };
    constexpr std::array<std::string_view, kMaxDimensions> kStrides{"d0_stride", "d1_stride",
                                                                    "d2_stride", "d3_stride"};
    constexpr std::array<std::string_view, kMaxDimensions - 1> kSizes{"d0_size", "d1_size",
                                                                      "d2_size"};
    constexpr std::array<std::string_view, kMaxPadded> kBefore{"d0_zero_before", "d1_zero_before",
                                                               "d2_zero_before"};
    constexpr std::array<std::string_view, kMaxPadded> kAfter{"d0_zero_after", "d1_zero_after",
                                                              "d2_zero_after"};
    for (std::size_t i = 0; i < kStrides.size(); ++i)
        add(kStrides[i], layout.steps[i]);
    for (std::size_t i = 0; i < kSizes.size(); ++i) {
        add(kSizes[i], layout.wraps[i]);
        add(kBefore[i], layout.before[i]);
        add(kAfter[i], layout.after[i]);
    }
    add("buffer_length", layout.length);
    add("buffer_offset", layout.address);
    add("enable_packet", layout.packet);
    add("out_of_order_id", layout.out_of_order);
    add("packet_id", layout.packet_id);
    add("packet_type", layout.packet_type);
    add("iteration_current", layout.iteration_now);
    add("iteration_size", layout.iteration_wrap);
    add("iteration_stride", layout.iteration_step);
    add("next_bd", layout.next);
    add("use_next_bd", layout.use_next);
    add("valid_bd", layout.valid);
    add("lock_rel_val", layout.released);
    add("lock_rel_id", layout.released_lock);
    add("lock_acq_enable", layout.acquires);
    add("lock_acq_val", layout.acquired);
    add("lock_acq_id", layout.acquired_lock);
    return fields;
}

std::vector<std::uint32_t> memory_words_of(const Bd& bd, arch::TileId tile,
                                           const MemoryPlace& begin, const arch::Device& device,
                                           const std::string& name) {
    return MemoryBdWriter{tile, device, name}.write(bd, begin);
}

Bd memory_bd_of(std::span<const std::uint32_t> words, arch::TileId tile, const arch::Device& device,
                const std::string& name) {
    return MemoryBdReader{words, tile, device}.read(name);
}

}  // namespace xdnasim::txn
