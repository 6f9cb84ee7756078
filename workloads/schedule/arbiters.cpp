#include "workloads/schedule/arbiters.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace xdnasim::schedule {
namespace {

bool share_a_port(const Masters& a, const Masters& b) {
    return std::ranges::any_of(a, [&](const arch::Port& port) { return b.contains(port); });
}

/// Groups the sets so that sets with a common port are in the same group.
std::vector<Arbiter> groups_of(const std::set<Masters>& all) {
    std::vector<Arbiter> groups;
    for (const Masters& masters : all) {
        Arbiter joined{masters};
        for (auto group = groups.begin(); group != groups.end();) {
            const bool meets = std::ranges::any_of(
                *group, [&](const Masters& other) { return share_a_port(masters, other); });
            if (meets) joined.insert(joined.end(), group->begin(), group->end());
            group = meets ? groups.erase(group) : group + 1;
        }
        groups.push_back(std::move(joined));
    }
    return groups;
}

}  // namespace

std::vector<Arbiter> arbiters_for(const std::set<Masters>& all, const arch::SwitchModel& model) {
    std::vector<Arbiter> groups = groups_of(all);
    if (std::cmp_less_equal(groups.size(), model.arbiters)) return groups;
    // Largest groups first, each to the arbiter with the most room left.
    std::ranges::stable_sort(groups, std::greater{}, &Arbiter::size);
    std::vector<Arbiter> arbiters;
    for (Arbiter& group : groups) {
        const auto emptiest = std::ranges::min_element(arbiters, {}, &Arbiter::size);
        const bool is_new = std::cmp_less(arbiters.size(), model.arbiters);
        if (is_new || emptiest == arbiters.end() ||
            std::cmp_greater(emptiest->size() + group.size(), model.msels))
            arbiters.push_back(std::move(group));
        else
            emptiest->insert(emptiest->end(), group.begin(), group.end());
    }
    return arbiters;
}

}  // namespace xdnasim::schedule
