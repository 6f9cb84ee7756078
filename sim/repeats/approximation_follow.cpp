// Skipping stretches that are like simulated ones. What their accesses to the DRAM would cost is
// computed from the offsets of their BDs; how much that matters for their time is learnt from
// forecasts of stretches that were simulated in the end.
//
// Example: the first output block of each column of B comes to new pages, and its accesses cost 6 %
// more than those of the other blocks. At first such a block is simulated. Twice it takes 0.3 %
// longer than the other blocks: a difference in costs changes the time by a 20th of it, and from
// then on such blocks are skipped as well, with a tolerance of 1 %.

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "base/stop_request.hpp"
#include "sim/repeats/approximation.hpp"

namespace xdnasim::sim {

using arch::Cycles;

/// Sums over the stretches that are skipped.
struct Approximation::Sum {
    double cycles = 0;
    std::vector<double> added;
    std::vector<std::int64_t> rounds;  ///< rounds left of outermost loops
    Leads grown{};

    void add(const Stretch& stretch) {
        const double mean = 1 / stretch.weight;
        cycles += mean * stretch.cycles;
        std::ranges::transform(added, stretch.added, added.begin(),
                               [&](double sum, double more) { return sum + mean * more; });
        std::ranges::transform(rounds, stretch.rounds, rounds.begin(), std::minus{});
        grown += stretch.grown * mean;
    }
};

/// The most by which times of stretches differ, as a share of the difference in their accesses'
/// costs: 1 until enough forecasts have shown that it is less.
double Approximation::share_of_costs(const Place& place) {
    constexpr int kFewest = 2;
    constexpr double kLeast = 1.0 / 16;
    return place.compared < kFewest ? 1 : std::clamp(place.most_apart, kLeast, 1.0);
}

Approximation::Stretch* Approximation::next_of(Place& place,
                                               const std::vector<std::int64_t>& rounds) {
    forecasts_.clear();
    Stretch* const next = expected_of(place, rounds);
    if (next == nullptr || next->passed < next->come - next->passed) return next;
    retrace_.give_up();
    if (forecasts_.empty())
        forecasts_.push_back({next->number, next->cycles / next->weight, retrace_.costs_apart()});
    return nullptr;
}

Approximation::Stretch* Approximation::expected_of(Place& place,
                                                   const std::vector<std::int64_t>& rounds) {
    const auto comes = [&](const Stretch& stretch, CompareCosts costs) {
        // Where a loop ends, the core goes on in another way.
        return std::ranges::equal(rounds, stretch.rounds, std::greater{}) &&
               retrace_.replay(stretch.steps, stretch.end, costs);
    };
    for (Stretch& stretch : place.stretches)
        if (stretch.confirmed && comes(stretch, CompareCosts::ByLikeness)) return &stretch;
    Stretch* nearest = nullptr;
    double least = tolerance_ / share_of_costs(place);
    for (Stretch& stretch : place.stretches) {
        if (!comes(stretch, CompareCosts::Computed)) continue;
        retrace_.give_up();
        const double apart = retrace_.costs_apart();
        forecasts_.push_back({stretch.number, stretch.cycles / stretch.weight, apart});
        if (!stretch.confirmed || apart > least) continue;
        nearest = &stretch;
        least = apart;
    }
    return nearest != nullptr && comes(*nearest, CompareCosts::Computed) ? nearest : nullptr;
}

bool Approximation::pass_what_follows(Place& place, Present& present) {
    Sum sum{.added = std::vector<double>(present.mark.totals.size()),
            .rounds = present.mark.rounds};
    const auto left = static_cast<double>((arch::kMostCycles - environment_.run_time()).count());
    double last = 0;  // cycles of the last stretch skipped
    while (Stretch* const next = next_of(place, sum.rounds)) {
        base::stop_if_called_off();
        retrace_.take();
        sum.add(*next);
        ++next->come;
        ++next->passed;
        last = next->cycles / next->weight;
        if (sum.cycles >= left) {
            environment_.fault.raise_too_many_cycles();
            break;
        }
    }
    if (last == 0) return false;
    environment_.skip(Cycles{std::llround(sum.cycles)});
    trusted_ += sum.cycles + last;
    for (const std::size_t count : counts_)
        sum.added[count] = std::round(sum.added[count]);
    TotalsVisitor adder{sum.added};
    views_.totals(adder);
    put_back(present, sum);
    return true;
}

/// Restores the state as it was, with the leads and rounds that the skipped stretches lead to. What
/// the sequence has written meanwhile stays.
void Approximation::put_back(Present& present, const Sum& sum) {
    std::vector<Leads> leads;
    for (const Leads* const shown : present.leads)
        leads.push_back(*shown + sum.grown);
    std::vector<std::int64_t> counts;
    for (const Count& count : present.counts)
        counts.push_back(count.left);
    for (std::size_t i = 0; i < present.rounds.size(); ++i)
        counts[present.rounds[i]] = sum.rounds[i];
    views_.put_back(
        environment_.clock.now(), leads,
        counts, [&](std::size_t part) -> auto& { return present.parts[part]; });
}

}  // namespace xdnasim::sim
