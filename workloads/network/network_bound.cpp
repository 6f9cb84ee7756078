#include "workloads/network/network_bound.hpp"

#include <algorithm>
#include <iterator>

#include "workloads/network/network_placement.hpp"

namespace xdnasim::network {

/// Merges fronts, each after a step with its own cycles and cores.
class LatencyBound::LeastByCores {
 public:
    explicit LeastByCores(int cores) : least_(static_cast<std::size_t>(cores) + 1, kNever) {}

    void add(const Front& rest, double cycles, int cores) {
        for (const auto& [more_cores, more_cycles] : rest) {
            const auto all = static_cast<std::size_t>(cores + more_cores);
            if (all >= least_.size()) return;
            least_[all] = std::min(least_[all], cycles + more_cycles);
        }
    }
    [[nodiscard]] Front front() const {
        Front best;
        double last = kNever;
        for (std::size_t cores = 0; cores < least_.size(); ++cores) {
            if (least_[cores] >= last) continue;
            last = least_[cores];
            best.emplace_back(static_cast<int>(cores), last);
        }
        return best;
    }

 private:
    std::vector<double> least_;
};

LatencyBound::LatencyBound(const NetworkDesign& design, const LatencyModel& model,
                           const Choices& choices, int cores, std::optional<int> columns)
    : design_{design},
      model_{model},
      choices_{choices},
      columns_{columns},
      fronts_(choices.size()) {
    for (std::size_t i = choices.size(); i-- > 0;)
        for (const Stage& stage : choices[i])
            fronts_[i].push_back(fronts(i, stage, cores));
}

LatencyBound::Steps LatencyBound::steps(const Stage& from, const Stage& to) const {
    if (to.aggregates) return {.beside = from.split.a == to.split.a ? 0 : kNever};
    Steps found;
    if (splits_allow_cascade(from, to) && link_to(to, design_, true) == Link::Cascade)
        found.beside = model_.between(from, to, Link::Cascade);
    const Link otherwise = link_to(to, design_, false);
    if (otherwise != Link::Cascade) found.anywhere = model_.between(from, to, otherwise);
    return found;
}

const LatencyBound::Front& LatencyBound::front(std::size_t i, std::size_t number, int end) const {
    const std::vector<Front>& of_columns = fronts_[i][number];
    return of_columns.size() == 1 ? of_columns.front() : of_columns[static_cast<std::size_t>(end)];
}

/// The fronts of a stage, one for each column that may follow it.
std::vector<LatencyBound::Front> LatencyBound::fronts(std::size_t i, const Stage& stage,
                                                      int cores) const {
    if (i + 1 == choices_.size()) return {Front{{0, model_.out(stage)}}};
    struct Beside {
        std::size_t number;
        double cycles;
    };
    std::vector<Beside> beside;
    LeastByCores anywhere{cores};
    for (std::size_t number = 0; number < choices_[i + 1].size(); ++number) {
        const Stage& next = choices_[i + 1][number];
        const Steps steps_to = steps(stage, next);
        const double compute = model_.compute(next);
        if (steps_to.beside < kNever) beside.push_back({number, steps_to.beside + compute});
        if (steps_to.anywhere < kNever)
            anywhere.add(front(i + 1, number, next.width()), steps_to.anywhere + compute,
                         next.split.cores());
    }
    std::vector<Front> all;
    const int last = columns_ && !beside.empty() ? *columns_ : 0;
    for (int end = 0; end <= last; ++end) {
        LeastByCores least = anywhere;
        for (const auto& [number, cycles] : beside) {
            const Stage& next = choices_[i + 1][number];
            if (has_columns(end + next.width()))
                least.add(front(i + 1, number, end + next.width()), cycles, next.split.cores());
        }
        all.push_back(least.front());
    }
    return all;
}

double LatencyBound::with(double taken, const Stage& before, int end, std::size_t i,
                          std::size_t number, int cores) const {
    const Stage& stage = choices_[i][number];
    const Steps steps_to = steps(before, stage);
    const double compute = model_.compute(stage);
    const int left = cores - stage.split.cores();
    double least = taken + steps_to.anywhere + compute + behind(i, number, stage.width(), left);
    const int beside = end + stage.width();
    if (has_columns(beside))
        least =
            std::min(least, taken + steps_to.beside + compute + behind(i, number, beside, left));
    return least;
}

double LatencyBound::behind(std::size_t i, std::size_t number, int end, int cores) const {
    const Front& rest = front(i, number, end);
    const auto more = std::ranges::upper_bound(rest, cores, {}, &Front::value_type::first);
    return more == rest.begin() ? kNever : std::prev(more)->second;
}

}  // namespace xdnasim::network
