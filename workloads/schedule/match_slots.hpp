#pragma once
// The match slots of a slave port: each takes the packets whose id has a certain value under a
// mask, and sends them to one set of master ports, called a way (AM020, packet-switched streams).

#include <cstddef>
#include <set>
#include <vector>

namespace xdnasim::schedule {

/// A match slot: takes the packets whose id has `value` under `mask`.
struct MatchSlot {
    std::size_t way = 0;  ///< index of the way by which these packets leave
    int mask = 0;
    int value = 0;
    auto operator<=>(const MatchSlot&) const = default;

    [[nodiscard]] bool takes(int id) const { return (id & mask) == value; }
};

/// Returns the smallest possible set of slots that tells the packets of a port apart. `ways`: for
/// each way that packets take from the port, their ids; no id is in two ways. Ids that nobody sends
/// may go any way, so that one slot can take several ids; its mask consists of all bits in which
/// these ids agree.
///
/// Example: ids 4 and 7 go one way, ids 8, 9 and 11 another. Under mask 28, 4 and 7 both give 4,
/// and 8 to 11 give 8: two slots suffice. If id 5 goes a third way, 4 and 7 need a slot each.
[[nodiscard]] std::vector<MatchSlot> match_slots(const std::vector<std::set<int>>& ways);

}  // namespace xdnasim::schedule
