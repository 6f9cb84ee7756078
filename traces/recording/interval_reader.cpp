#include "traces/recording/interval_reader.hpp"

namespace xdnasim::recording {
namespace {

/// The slots of a mask, then words::kSlots for none.
struct SlotList {
    std::array<std::uint8_t, words::kSlots> slots{};
    std::uint8_t count = 0;
};

constexpr std::array<SlotList, 256> kSlotLists = [] {
    std::array<SlotList, 256> lists{};
    for (std::size_t mask = 0; mask < lists.size(); ++mask) {
        SlotList& list = lists[mask];
        list.slots.fill(words::kSlots);
        for (unsigned slot = 0; slot < words::kSlots; ++slot)
            if ((mask >> slot & 1U) != 0)
                list.slots[list.count++] = static_cast<std::uint8_t>(slot);
    }
    return lists;
}();

/// How many slots end or begin at once cannot be predicted, but hardly ever are they more than so
/// many: up to there it costs no branch.
constexpr unsigned kUsual = 2;

}  // namespace

std::size_t IntervalReader::read(std::span<const words::Level> levels, Intervals& intervals) {
    Interval* next = intervals.data();
    unsigned asserted = asserted_;
    for (const words::Level& level : levels) {
        const unsigned mask = level.mask();
        const std::uint64_t cycle = level.cycle();
        const SlotList& ended = kSlotLists[asserted & ~mask];
        const SlotList& begun = kSlotLists[mask & ~asserted];
        asserted = mask;
        for (unsigned i = 0; i < kUsual; ++i)
            next[i] = {cycle - begins_[ended.slots[i]], ended.slots[i]};
        for (unsigned i = kUsual; i < ended.count; ++i)
            next[i] = {cycle - begins_[ended.slots[i]], ended.slots[i]};
        next += ended.count;
        for (unsigned i = 0; i < kUsual; ++i)
            begins_[begun.slots[i]] = cycle;
        for (unsigned i = kUsual; i < begun.count; ++i)
            begins_[begun.slots[i]] = cycle;
    }
    asserted_ = static_cast<std::uint8_t>(asserted);
    return static_cast<std::size_t>(next - intervals.data());
}

}  // namespace xdnasim::recording
