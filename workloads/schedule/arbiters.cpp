#include "workloads/schedule/arbiters.hpp"

#include <algorithm>
#include <utility>

namespace xdnasim::schedule {
namespace {

bool share_a_port(const Masters& a, const Masters& b) {
    return std::ranges::any_of(a, [&](const arch::Port& port) { return b.contains(port); });
}

}  // namespace

std::vector<ArbiterGroup> arbiters_for(const std::set<Masters>& all) {
    std::vector<ArbiterGroup> groups;
    for (const Masters& masters : all) {
        ArbiterGroup joined{masters};
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

}  // namespace xdnasim::schedule
