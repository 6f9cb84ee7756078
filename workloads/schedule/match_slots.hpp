#pragma once
// The match slots of a slave port, each of which takes the packets whose id has a value under a
// mask and sends them one way on (AM020, packet-switched streams).

#include <cstddef>
#include <set>
#include <vector>

namespace xdnasim::schedule {

/// Takes the packets whose id has `value` under `mask`.
struct MatchSlot {
    std::size_t way = 0;  ///< that they take
    int mask = 0;
    int value = 0;
    auto operator<=>(const MatchSlot&) const = default;

    [[nodiscard]] bool takes(int id) const { return (id & mask) == value; }
};

/// Slots that tell the packets of a port apart. `ways`: for each way that packets take from the
/// port on, their ids; no id is in two of them. Ids that nobody sends may go any way, so that a
/// slot can take several; its mask has all the bits in which these agree.
///
/// Example: ids 4 and 7 one way, 8, 9 and 11 another. Under mask 28, 4 and 7 are 4, and 8 to 11 are
/// 8: two slots. With an id 5 that goes a third way, 4 and 7 need a slot each.
///
/// They are the fewest that there can be.
[[nodiscard]] std::vector<MatchSlot> match_slots(const std::vector<std::set<int>>& ways);

}  // namespace xdnasim::schedule
