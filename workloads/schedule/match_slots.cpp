#include "workloads/schedule/match_slots.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "arch/tile.hpp"

namespace xdnasim::schedule {
namespace {

bool is_taken(int id, int mask, int value) {
    return (id & mask) == value;
}

/// Of `ids`, those that a slot for `first` takes which takes none of `others`, and no other slot
/// for `first` takes more.
std::set<int> most_taken(const std::set<int>& ids, int first, const std::set<int>& others) {
    std::set<int> most{first};
    for (int mask = 0; mask < arch::kMaxPacketId; ++mask) {
        const auto takes = [&](int id) { return is_taken(id, mask, first & mask); };
        if (std::ranges::any_of(others, takes)) continue;
        std::set<int> taken;
        std::ranges::copy_if(ids, std::inserter(taken, taken.end()), takes);
        if (taken.size() > most.size()) most = std::move(taken);
    }
    return most;
}

}  // namespace

int match_slots(const std::vector<std::set<int>>& ways) {
    int slots = 0;
    for (const std::set<int>& way : ways) {
        std::set<int> others;
        for (const std::set<int>& other : ways)
            if (&other != &way) others.insert(other.begin(), other.end());
        for (std::set<int> left = way; !left.empty(); ++slots)
            for (const int id : most_taken(left, *left.begin(), others))
                left.erase(id);
    }
    return slots;
}

}  // namespace xdnasim::schedule
