#include "workloads/schedule/match_slots.hpp"

#include <algorithm>
#include <bitset>
#include <optional>

#include "arch/tile.hpp"

namespace xdnasim::schedule {
namespace {

constexpr std::size_t kIds = arch::kMaxPacketId + 1;
using Ids = std::bitset<kIds>;

Ids ids_of(const std::set<int>& numbers) {
    Ids ids;
    for (const int number : numbers)
        ids.set(static_cast<std::size_t>(number));
    return ids;
}

int lowest(const Ids& ids) {
    int id = 0;
    while (!ids.test(static_cast<std::size_t>(id)))
        ++id;
    return id;
}

/// The set of ids that each possible slot takes.
std::vector<Ids> all_slots() {
    std::vector<Ids> all;
    for (int mask = 0; mask <= arch::kMaxPacketId; ++mask)
        for (int value = 0; value <= mask; ++value) {
            if ((value & ~mask) != 0) continue;
            Ids& ids = all.emplace_back();
            for (std::size_t id = 0; id < kIds; ++id)
                ids.set(id, (static_cast<int>(id) & mask) == value);
        }
    return all;
}

/// The maximal sets of ids of `way` that a single slot can take without taking an id of `others`.
std::vector<Ids> largest_parts(const Ids& way, const Ids& others) {
    static const std::vector<Ids> all = all_slots();
    std::vector<Ids> parts;
    for (const Ids& ids : all) {
        const Ids part = ids & way;
        if (part.none() || (ids & others).any()) continue;
        const auto has_it = [&](const Ids& other) { return (part & ~other).none(); };
        if (std::ranges::any_of(parts, has_it)) continue;
        std::erase_if(parts, [&](const Ids& other) { return (other & ~part).none(); });
        parts.push_back(part);
    }
    return parts;
}

/// Finds the smallest selection of `parts` that covers all ids.
class Cover {
 public:
    explicit Cover(std::vector<Ids> parts) : parts_{std::move(parts)} {}

    [[nodiscard]] std::vector<Ids> of(const Ids& ids) {
        best_.reset();
        chosen_.clear();
        search(ids);
        return *best_;
    }

 private:
    void search(const Ids& left) {
        if (best_ && chosen_.size() + (left.any() ? 1 : 0) >= best_->size()) return;
        if (left.none()) {
            best_ = chosen_;
            return;
        }
        const std::size_t id = scarcest(left);
        for (const Ids& part : parts_) {
            if (!part.test(id)) continue;
            chosen_.push_back(part);
            search(left & ~part);
            chosen_.pop_back();
        }
    }

    /// The uncovered id that the fewest parts contain; one of these parts must be chosen.
    [[nodiscard]] std::size_t scarcest(const Ids& left) const {
        std::optional<std::size_t> found;
        std::ptrdiff_t fewest = 0;
        for (std::size_t id = 0; id < kIds; ++id) {
            if (!left.test(id)) continue;
            const auto count =
                std::ranges::count_if(parts_, [&](const Ids& part) { return part.test(id); });
            if (found && count >= fewest) continue;
            found = id;
            fewest = count;
        }
        return *found;
    }

    std::vector<Ids> parts_;
    std::vector<Ids> chosen_;
    std::optional<std::vector<Ids>> best_;
};

/// The slot with the narrowest mask that takes all of `ids`.
MatchSlot slot_for(const Ids& ids, std::size_t way) {
    const int first = lowest(ids);
    int mask = arch::kMaxPacketId;
    for (int id = 0; id <= arch::kMaxPacketId; ++id)
        if (ids.test(static_cast<std::size_t>(id))) mask &= ~(id ^ first);
    return {.way = way, .mask = mask, .value = first & mask};
}

}  // namespace

std::vector<MatchSlot> match_slots(const std::vector<std::set<int>>& ways) {
    std::vector<MatchSlot> slots;
    for (std::size_t way = 0; way < ways.size(); ++way) {
        Ids others;
        for (std::size_t other = 0; other < ways.size(); ++other)
            if (other != way) others |= ids_of(ways[other]);
        const Ids own = ids_of(ways[way]);
        for (const Ids& part : Cover{largest_parts(own, others & ~own)}.of(own))
            slots.push_back(slot_for(part, way));
    }
    return slots;
}

}  // namespace xdnasim::schedule
