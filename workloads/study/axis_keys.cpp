#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "workloads/problem/problem.hpp"
#include "workloads/study/study.hpp"

namespace xdnasim::study {
namespace {

/// Keys whose values decide which other keys exist.
constexpr std::array<std::string_view, 3> kDeciding{"device", "device.base", "workload"};

bool decides(const std::string& key) {
    return std::ranges::find(kDeciding, key) != kDeciding.end();
}

/// The problem with each value that an axis has for a deciding key.
std::vector<base::Node> problems_of(const Study& study) {
    std::vector<base::Node> problems{study.problem};
    for (const Axis& axis : study.axes) {
        if (!std::ranges::any_of(axis.keys, decides)) continue;
        for (const std::vector<base::Node>& values : axis.values) {
            base::Node problem = study.problem;
            for (std::size_t key = 0; key < axis.keys.size(); ++key)
                if (decides(axis.keys[key])) problem = problem.with(axis.keys[key], values[key]);
            problems.push_back(std::move(problem));
        }
    }
    return problems;
}

}  // namespace

void require_keys(const Study& study) {
    std::set<std::string> looked_at;
    std::set<std::string> all;
    for (const base::Node& problem : problems_of(study)) {
        const base::Node* const device = problem.find("device");
        const base::Node* const workload = problem.find("workload");
        const std::string decided = (device != nullptr ? device->to_flow() : "") + ' ' +
                                    (workload != nullptr ? workload->text() : "");
        if (!looked_at.insert(decided).second) continue;
        all.merge(problem::keys_of(problem, study.folder));
    }
    for (const Axis& axis : study.axes)
        for (std::size_t key = 0; key < axis.keys.size(); ++key)
            problem::require_key(axis.keys[key], axis.places[key], study.problem, all);
}

}  // namespace xdnasim::study
