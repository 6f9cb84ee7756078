#include "backends/txn/bd_coding.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.hpp"
#include "workloads/schedule/bd_walk.hpp"

namespace xdnasim::txn {
namespace {

using arch::kWord;
using schedule::Bd;
using Words = std::span<const std::uint32_t>;

/// Returns the register value of an acquire: "greater or equal" is encoded as the negative of the
/// value (AM025).
int encode_acquire(const schedule::Acquire& acquire) {
    return acquire.condition == schedule::LockCondition::Equal ? acquire.value : -acquire.value;
}

schedule::Acquire decode_acquire(schedule::LockRef lock, int held) {
    if (held < 0) return {lock, -held, schedule::LockCondition::GreaterEqual};
    return {lock, held, schedule::LockCondition::Equal};
}

void put_padding(FieldWriter& writer, const BdLayout& layout, const Bd& bd) {
    for (std::size_t i = 0; i < bd.padding.size(); ++i) {
        if (bd.padding[i].before == 0 && bd.padding[i].after == 0) continue;
        if (i >= layout.padded) writer.refuse(fmt::format("zero padding of dimension {}", i));
        writer.put(layout.before[i], bd.padding[i].before);
        writer.put(layout.after[i], bd.padding[i].after);
    }
}

void put_dimensions(FieldWriter& writer, const BdLayout& layout, const Bd& bd) {
    const std::size_t padded = std::min(bd.padding.size(), layout.padded);
    std::size_t count = bd.dimensions.size();
    while (count > padded && schedule::steps_of(bd, count - 1) == 1)
        --count;
    if (count > layout.dimensions)
        writer.refuse(fmt::format("{} dimensions; allowed: {}", count, layout.dimensions));
    for (std::size_t i = 0; i < count; ++i) {
        // The outermost dimension that moves needs no wrap: it goes on until the length is reached.
        if (i + 1 < layout.dimensions && (i + 1 < count || i < padded))
            writer.put(layout.wraps[i], bd.dimensions[i].size);
        if (schedule::steps_of(bd, i) > 1)
            writer.put_step(layout.steps[i], bd.dimensions[i].stride);
    }
    put_padding(writer, layout, bd);
}

void put_locks(FieldWriter& writer, const BdLayout& layout, const Bd& bd,
               const NumberOfLock& lock_number) {
    if (bd.acquire) {
        writer.put(layout.acquires, 1);
        writer.put(layout.acquired_lock, lock_number(bd.acquire->lock));
        writer.put(layout.acquired, encode_acquire(*bd.acquire));
    }
    if (bd.release) {
        writer.put(layout.released_lock, lock_number(bd.release->lock));
        writer.put(layout.released, bd.release->value);
    }
}

void require_simulated(Words words, const BdLayout& layout, const std::string& name) {
    if (get(words, layout.valid) == 0)
        throw base::InputError{fmt::format("{}: {} is 0; allowed: 1", name, layout.valid.name)};
    for (const Field& field : {layout.out_of_order, layout.iteration_now})
        if (get(words, field) != 0)
            throw base::InputError{fmt::format("{}: {} is {}; the simulated DMA supports only 0",
                                               name, field.name, get(words, field))};
}

/// Reads the dimensions. Outermost ones of size 1 are left out, and so is the only dimension if its
/// words are contiguous.
void get_dimensions(Bd& bd, Words words, const BdLayout& layout) {
    std::int64_t left = get(words, layout.length);
    for (std::size_t i = 0; i < layout.dimensions; ++i) {
        const std::int64_t wrap = i + 1 < layout.dimensions ? get(words, layout.wraps[i]) : 0;
        bd.dimensions.push_back(
            {wrap == 0 ? left : wrap, kWord * (get(words, layout.steps[i]) + 1)});
        if (i < layout.padded) {
            bd.padding.push_back({static_cast<int>(get(words, layout.before[i])),
                                  static_cast<int>(get(words, layout.after[i]))});
            left /= wrap == 0 ? 1 : wrap + bd.padding.back().before + bd.padding.back().after;
        } else if (wrap != 0) {
            left /= wrap;
        }
        if (wrap == 0) break;
    }
    while (!bd.padding.empty() && bd.padding.back().before == 0 && bd.padding.back().after == 0)
        bd.padding.pop_back();
    while (bd.dimensions.size() > bd.padding.size() && bd.dimensions.back().size == 1)
        bd.dimensions.pop_back();
    if (bd.padding.empty() && bd.dimensions.size() == 1 && bd.dimensions.front().stride == kWord)
        bd.dimensions.clear();
}

void get_locks(Bd& bd, Words words, const BdLayout& layout, const LockOfNumber& lock_of) {
    const auto number = [&](const Field& field) { return static_cast<int>(get(words, field)); };
    if (number(layout.acquires) != 0)
        bd.acquire = decode_acquire(lock_of(number(layout.acquired_lock)), number(layout.acquired));
    if (const int value = number(layout.released); value != 0)
        bd.release = {lock_of(number(layout.released_lock)), value};
}

}  // namespace

void put_bd(FieldWriter& writer, const BdLayout& layout, const Bd& bd,
            const NumberOfLock& lock_number) {
    writer.put_words(layout.length, bd.length);
    put_dimensions(writer, layout, bd);
    if (bd.iteration && bd.iteration->size > 1) {
        writer.put(layout.iteration_wrap, bd.iteration->size - 1);
        writer.put_step(layout.iteration_step, bd.iteration->stride);
    }
    if (bd.packet && !bd.packet->in_data) {
        writer.put(layout.packet, 1);
        writer.put(layout.packet_id, bd.packet->id);
        writer.put(layout.packet_type, bd.packet->type);
    }
    put_locks(writer, layout, bd, lock_number);
    if (bd.next) {
        writer.put(layout.use_next, 1);
        writer.put(layout.next, *bd.next);
    }
    writer.put(layout.valid, 1);
}

Bd get_bd(Words words, const BdLayout& layout, const std::string& name,
          const LockOfNumber& lock_of) {
    require_simulated(words, layout, name);
    Bd bd;
    bd.length = kWord * get(words, layout.length);
    get_dimensions(bd, words, layout);
    if (const std::int64_t wrap = get(words, layout.iteration_wrap); wrap > 0)
        bd.iteration = {static_cast<int>(wrap) + 1,
                        kWord * (get(words, layout.iteration_step) + 1)};
    if (get(words, layout.packet) != 0)
        bd.packet = {static_cast<int>(get(words, layout.packet_id)),
                     static_cast<int>(get(words, layout.packet_type))};
    get_locks(bd, words, layout, lock_of);
    if (get(words, layout.use_next) != 0) bd.next = static_cast<int>(get(words, layout.next));
    return bd;
}

}  // namespace xdnasim::txn
