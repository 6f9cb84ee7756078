#include "workloads/schedule/match_slots.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "arch/tile.hpp"

namespace xdnasim::schedule {
namespace {

std::set<int> taken_of(const std::set<int>& ids, const MatchSlot& slot) {
    std::set<int> taken;
    std::ranges::copy_if(ids, std::inserter(taken, taken.end()),
                         [&](int id) { return slot.takes(id); });
    return taken;
}

/// Of `ids`, those that a slot for `first` takes which takes none of `others`, and no other slot
/// for `first` takes more.
std::set<int> most_taken(const std::set<int>& ids, int first, const std::set<int>& others) {
    std::set<int> most{first};
    for (int mask = 0; mask < arch::kMaxPacketId; ++mask) {
        const MatchSlot slot{.mask = mask, .value = first & mask};
        if (!taken_of(others, slot).empty()) continue;
        std::set<int> taken = taken_of(ids, slot);
        if (taken.size() > most.size()) most = std::move(taken);
    }
    return most;
}

/// The narrowest that takes all of `ids`.
MatchSlot slot_for(const std::set<int>& ids, std::size_t way) {
    int mask = arch::kMaxPacketId;
    for (const int id : ids)
        mask &= ~(id ^ *ids.begin());
    return {.way = way, .mask = mask, .value = *ids.begin() & mask};
}

}  // namespace

std::vector<MatchSlot> match_slots(const std::vector<std::set<int>>& ways) {
    std::vector<MatchSlot> slots;
    for (std::size_t way = 0; way < ways.size(); ++way) {
        std::set<int> others;
        for (std::size_t other = 0; other < ways.size(); ++other)
            if (other != way) others.insert(ways[other].begin(), ways[other].end());
        for (std::set<int> left = ways[way]; !left.empty();) {
            const std::set<int> taken = most_taken(left, *left.begin(), others);
            slots.push_back(slot_for(taken, way));
            for (const int id : taken)
                left.erase(id);
        }
    }
    return slots;
}

}  // namespace xdnasim::schedule
