#include "workloads/network/network_pace_bound.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

namespace xdnasim::network {

PaceBound::PaceBound(const LatencyModel& model, const Choices& choices) : fronts_(choices.size()) {
    for (std::size_t i = choices.size(); i-- > 0;) {
        Front all;
        for (const Stage& stage : choices[i])
            all.emplace_back(stage.split.cores(), model.least_pace(stage));
        fronts_[i] = front_of(std::move(all));
        if (i + 1 < choices.size()) fronts_[i] = both(fronts_[i], fronts_[i + 1]);
    }
}

PaceBound::Front PaceBound::front_of(Front all) {
    std::ranges::sort(all);
    Front best;
    for (const auto& [cores, pace] : all)
        if (best.empty() || pace < best.back().second) best.emplace_back(cores, pace);
    return best;
}

PaceBound::Front PaceBound::both(const Front& one, const Front& other) {
    const auto fewest = [](const Front& front, double pace) -> std::optional<int> {
        const auto found =
            std::ranges::find_if(front, [&](const auto& choice) { return choice.second <= pace; });
        return found == front.end() ? std::nullopt : std::optional{found->first};
    };
    Front all;
    for (const Front* front : {&one, &other})
        for (const auto& [_, pace] : *front) {
            const std::optional<int> of_one = fewest(one, pace);
            const std::optional<int> of_other = fewest(other, pace);
            if (of_one && of_other) all.emplace_back(*of_one + *of_other, pace);
        }
    return front_of(std::move(all));
}

double PaceBound::from(std::size_t i, int cores) const {
    if (i == fronts_.size()) return 0;
    const Front& front = fronts_[i];
    const auto more = std::ranges::upper_bound(front, cores, {}, &Front::value_type::first);
    return more == front.begin() ? kNever : std::prev(more)->second;
}

}  // namespace xdnasim::network
