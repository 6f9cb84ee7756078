#include "sim/repeats/approximation.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "sim/mixed_bits.hpp"

namespace xdnasim::sim {

namespace {

/// Limit on the steps of the log: with more, it would take more memory than the rest of a run.
constexpr std::size_t kMostSteps = 8192;
/// Limit on the places: where cores and shims come to ever new ones, nothing is skipped.
constexpr std::size_t kMostPlaces = 256;
/// Limit on the marks of one place: a stretch that ends there begins at one of so many before.
constexpr std::size_t kMostMarks = 32;
/// Limit on the marks of all places: a mark of a large array takes some 60,000 bytes.
constexpr std::size_t kMostMarksInAll = 512;
/// After so many looks without skipping anything, or so many rounds of loops between two looks,
/// only exact repeats are looked for (recurrence.hpp).
constexpr std::size_t kMostLooks = 512;
constexpr std::int64_t kMostRounds = 4096;
/// Limit on the kinds of stretches at one place.
constexpr std::size_t kMostStretches = 8;
/// Weight of the older stretches of a kind, relative to the last one: a power of two, so that sums
/// of counts are exact.
constexpr double kOfOlder = 0.5;
/// Share of the bytes that a BD moved in a stretch by which what is left of it may differ from what
/// was left before.
constexpr double kImbalance = 1.0 / 8;

std::vector<const schedule::SequenceOp*> operations(std::vector<OutsideStep>::const_iterator begin,
                                                    std::vector<OutsideStep>::const_iterator end) {
    std::vector<const schedule::SequenceOp*> all;
    for (auto step = begin; step != end; ++step)
        if (const auto* ran = std::get_if<OperationRan>(&*step)) all.push_back(ran->operation);
    return all;
}

Leads difference(const Leads& a, const Leads& b) {
    Leads difference;
    for (const schedule::Limit limit : schedule::kLimits)
        difference[limit] = a[limit] - b[limit];
    return difference;
}

/// Replaces each of `numbers` by what `combine` makes of it and the one at its place in `others`.
template <class Number, class Combine>
void combine_with(std::vector<Number>& numbers, const std::vector<Number>& others,
                  Combine combine) {
    std::ranges::transform(numbers, others, numbers.begin(), combine);
}

}  // namespace

Approximation::Approximation(Environment& environment, Views views, Retrace retrace,
                             double tolerance)
    : environment_{environment},
      views_{std::move(views)},
      retrace_{std::move(retrace)},
      tolerance_{tolerance / 2} {
    environment_.outside = &log_;
    environment_.calendar.on_look([this] { look(); });
}

void Approximation::look_soon(Round round) {
    if (given_up_) return;
    if (++rounds_ == kMostRounds) return give_up();
    if (round == Round::Outermost) environment_.calendar.look_before_next_cycle();
}

void Approximation::give_up() {
    given_up_ = true;
    environment_.outside = nullptr;
    places_.clear();
    log_.steps.clear();
}

void Approximation::look() {
    rounds_ = 0;
    if (++looks_ == kMostLooks) return give_up();
    Present present = write_down();
    if (log_.steps.size() > kMostSteps || places_.size() > kMostPlaces ||
        marks_ == kMostMarksInAll) {
        forget_marks();
        present.mark.step = 0;
    }
    Place& place = places_[present.place];
    learn(place, present.mark);
    forecasts_.clear();
    if (present.complete && pass_what_follows(place, present)) {
        looks_ = 0;
        forget_marks();
        present = write_down();
    }
    present.mark.forecasts = std::exchange(forecasts_, {});
    if (place.marks.size() == kMostMarks) place.marks.erase(place.marks.begin());
    place.marks.push_back(std::move(present.mark));
    ++marks_;
}

void Approximation::forget_marks() {
    if (places_.size() > kMostPlaces) places_.clear();
    for (auto& [number, place] : places_)
        place.marks.clear();
    marks_ = 0;
    log_.steps.clear();
}

Approximation::Present Approximation::write_down() {
    Present present;
    StateVisitor visitor{environment_.clock.now()};
    for (const auto& part : views_.parts) {
        visitor.begin(present.parts.emplace_back());
        part(visitor);
    }
    present.complete = !visitor.refused();
    present.leads = visitor.shown_leads();
    present.counts = visitor.shown_counts();
    present.rounds = visitor.shown_rounds();
    Mark& mark = present.mark;
    mark.cycle = environment_.run_time();
    for (const std::size_t count : present.rounds)
        mark.rounds.push_back(present.counts[count].left);
    mark.leads = views_.leads();
    mark.fixed = visitor.fixed_words();
    mark.step = log_.steps.size();
    note_supplies(visitor.supplies(), mark);
    present.place = views_.position();
    for (const std::int64_t pieces : visitor.progress())
        present.place = combined(present.place, static_cast<std::uint64_t>(pieces));
    TotalsVisitor totals{TotalsVisitor::UpTo{environment_.clock.now(), environment_.skipped()}};
    views_.totals(totals);
    mark.totals = std::move(totals.read());
    counts_ = std::move(totals.counts());
    return present;
}

void Approximation::note_supplies(const std::vector<Count>& supplies, Mark& mark) {
    for (const auto& [left, range] : supplies) {
        std::int64_t& taken = taken_[range];
        taken += range->taken();
        range->begin();
        mark.supplies.emplace(range, Supply{left, taken});
    }
}

/// Whether as much is left of all supplies as before. If a BD that is longer than the stretch had
/// less left now, each repeat would leave less of it.
bool Approximation::are_balanced(const Mark& last, const Mark& now) const {
    return std::ranges::all_of(now.supplies, [&](const auto& of) {
        const auto& [range, supply] = of;
        const auto before = last.supplies.find(range);
        if (before == last.supplies.end()) return true;
        const auto moved = static_cast<double>(supply.taken - before->second.taken);
        const auto more = static_cast<double>(std::abs(supply.left - before->second.left));
        return more <= kImbalance * moved;
    });
}

const Approximation::Mark* Approximation::begin_of_stretch(const Place& place,
                                                           const Mark& now) const {
    int back = 0;
    const auto begin =
        std::find_if(place.marks.rbegin(), place.marks.rend(), [&](const Mark& mark) {
            return mark.fixed == now.fixed && mark.rounds.size() == now.rounds.size() &&
                   are_balanced(mark, now) && ++back == place.back;
        });
    return begin == place.marks.rend() ? nullptr : &*begin;
}

void Approximation::learn(Place& place, const Mark& now) {
    const Mark* const last = begin_of_stretch(place, now);
    if (last == nullptr) return;
    const auto begin = log_.steps.begin() + static_cast<std::ptrdiff_t>(last->step);
    // Without an operation, nothing would say how often the stretch comes.
    std::vector<const schedule::SequenceOp*> ran = operations(begin, log_.steps.end());
    if (ran.empty()) return;
    Stretch made{.steps = {begin, log_.steps.end()},
                 .operations = std::move(ran),
                 .end = retrace_.position(),
                 .cycles = static_cast<double>((now.cycle - last->cycle).count()),
                 .added = now.totals,
                 .rounds = last->rounds,
                 .grown = difference(now.leads, last->leads)};
    combine_with(made.added, last->totals, std::minus{});
    combine_with(made.rounds, now.rounds, std::minus{});
    compare_forecasts(place, *last, made);
    add(place, std::move(made));
}

/// Learns how much costs matter from forecasts whose costs differed by more than the tolerance.
/// Where a difference in costs does not explain a difference in time, the known stretch is dropped:
/// it was still part of the run's beginning, or stretches take turns, and only a longer stretch,
/// made of several, repeats.
///
/// Example: from one place on, three blocks take 23,386 cycles, then two take 16,690, then three
/// take 23,386. Neither can stand for the other. After the second surprise, a stretch begins not at
/// the last mark of its place but at the one before: five blocks, 40,076 cycles.
void Approximation::compare_forecasts(Place& place, const Mark& last, const Stretch& made) {
    constexpr int kMostSurprises = 2;
    bool surprised = false;
    for (const Forecast& forecast : last.forecasts) {
        const auto known = std::ranges::find(place.stretches, forecast.number, &Stretch::number);
        if (known == place.stretches.end()) continue;
        const double expected = forecast.cycles * static_cast<double>(made.operations.size()) /
                                static_cast<double>(known->operations.size());
        const double apart = std::abs(made.cycles - expected) / expected;
        if (apart > tolerance_ + forecast.costs_apart) {
            surprised = true;
            count_off(*known, made.cycles * known->cycles / known->weight / expected);
            place.stretches.erase(known);
        } else if (forecast.costs_apart > tolerance_) {
            place.most_apart = std::max(place.most_apart, apart / forecast.costs_apart);
            ++place.compared;
        }
    }
    place.surprises = surprised ? place.surprises + 1 : 0;
    if (place.surprises < kMostSurprises) return;
    Place anew;
    anew.marks = std::move(place.marks);
    anew.back = place.back + 1;
    place = std::move(anew);
}

void Approximation::add(Place& place, Stretch made) {
    const auto known = std::ranges::find_if(
        place.stretches, [&](const Stretch& stretch) { return are_alike(stretch, made); });
    made.number = ++stretches_;
    if (known == place.stretches.end()) {
        if (place.stretches.size() == kMostStretches)
            place.stretches.erase(place.stretches.begin());
        place.stretches.push_back(std::move(made));
        return;
    }
    made.confirmed = true;
    made.come += known->come;
    count_off(*known, made.cycles);
    if (known->confirmed) {
        made.weight += kOfOlder * known->weight;
        made.cycles += kOfOlder * known->cycles;
        combine_with(made.added, known->added,
                     [](double now, double older) { return now + kOfOlder * older; });
        made.grown += known->grown * kOfOlder;
    }
    *known = std::move(made);
}

void Approximation::count_off(Stretch& known, double cycles) {
    const double off = std::abs(cycles - known.cycles / known.weight);
    seen_off_ += off * static_cast<double>(std::exchange(known.passed, 0));
}

/// A drift of the run shows in what relaxing limits would save before it shows in time.
bool Approximation::grow_alike(const Stretch& known, const Stretch& other) const {
    return std::ranges::all_of(schedule::kLimits, [&](schedule::Limit limit) {
        const double apart = other.grown[limit] - known.grown[limit] / known.weight;
        return std::abs(apart) <= tolerance_ * other.cycles;
    });
}

/// `other`: a single stretch, of weight 1.
bool Approximation::are_alike(const Stretch& known, const Stretch& other) const {
    const double mean = known.cycles / known.weight;
    return std::abs(other.cycles - mean) <= tolerance_ * std::min(other.cycles, mean) &&
           known.rounds == other.rounds && grow_alike(known, other) &&
           std::ranges::all_of(counts_,
                               [&](std::size_t count) {
                                   return known.added[count] == known.weight * other.added[count];
                               }) &&
           known.operations == other.operations;
}

}  // namespace xdnasim::sim
