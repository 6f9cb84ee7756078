#include "traces/comparison/unit_comparison.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "traces/comparison/intervals.hpp"
#include "traces/comparison/other_design.hpp"

namespace xdnasim::comparison {
namespace {

using SlotOf = std::optional<std::size_t> EventPair::*;

std::optional<Divergence> earliest(const std::vector<Result>& events) {
    std::optional<Divergence> first;
    for (const Result& event : events) {
        const auto& found = event.first_divergence;
        if (found && (!first || found->measured.begin < first->measured.begin)) first = found;
    }
    return first;
}

/// Changes the result for an event that only one recording watches: it is described, but not
/// judged.
Result only_one(Result result, Verdict verdict) {
    result.verdict = verdict;
    result.why = "the other recording does not watch it";
    result.first_divergence.reset();
    return result;
}

}  // namespace

std::string to_string(JudgeBy by) {
    switch (by) {
        case JudgeBy::Medians:
            return "medians";
        case JudgeBy::Pairs:
            break;
    }
    return "pairs";
}

UnitComparer::UnitComparer(const RecordedUnit& measured, const RecordedUnit& simulated,
                           const UnitPair& pair, const Options& options, AlignBy aligned_by,
                           const UnitAlignment& aligned)
    : measured_{measured},
      simulated_{simulated},
      pair_{pair},
      options_{options},
      aligned_by_{aligned_by},
      aligned_{aligned} {}

UnitComparison UnitComparer::compare() const {
    const Part measured = part_of(measured_);
    const Part simulated = part_of(simulated_);
    UnitComparison unit{
        .measured = measured_.unit,
        .simulated = simulated_.unit,
        .compared = {std::min(measured.from, simulated.from), std::max(measured.to, simulated.to)},
        .notes = notes()};
    if (compare_by_calls(unit)) return unit;
    const Setting judged_by = setting();
    for (const EventPair& pair : pair_.events)
        unit.events.push_back(compare_pair(pair, judged_by));
    unit.kernels = kernels(judged_by);
    unit.first_divergence = earliest(unit.events);
    return unit;
}

bool UnitComparer::compare_by_calls(UnitComparison& unit) const {
    if (options_.judge != JudgeBy::Medians) return false;
    const std::optional<CallPair> calls = calls_of(measured_, simulated_, pair_);
    if (!calls || !can_take_medians(*calls)) return false;
    const auto watched = [](const RecordedUnit& of, std::optional<std::size_t> slot) {
        return slot ? &of.slots[*slot] : nullptr;
    };
    std::vector<WatchedEvent> events;
    for (const EventPair& pair : pair_.events)
        events.push_back(
            {pair.event, watched(measured_, pair.measured), watched(simulated_, pair.simulated)});
    CallResults results = compare_calls(*calls, events, options_.tolerances);
    for (std::size_t i = 0; i < events.size(); ++i) {
        Result& result = results.events[i];
        if (events[i].measured == nullptr)
            result = only_one(std::move(result), Verdict::OnlySimulated);
        else if (events[i].simulated == nullptr)
            result = only_one(std::move(result), Verdict::OnlyMeasured);
    }
    unit.kernels = std::move(results.kernels);
    unit.events = std::move(results.events);
    unit.other_design = sign_of_other_design(*calls, events);
    unit.notes = calls->notes;
    return true;
}

/// The part of a unit that is compared. If a recording lacks its beginning or its end, only the
/// part that both recordings have is compared.
UnitComparer::Part UnitComparer::part_of(const RecordedUnit& unit) const {
    Part part{unit.from, unit.to};
    if (!measured_.started || !simulated_.started)
        part.from = std::max(measured_.from, simulated_.from);
    if (!measured_.stopped || !simulated_.stopped) part.to = std::min(measured_.to, simulated_.to);
    return part;
}

/// Selects the intervals that can be compared. Unless the alignment is by Start, waits before
/// `origin` are left out, since their length depends on the host.
Selection UnitComparer::select(const RecordedUnit& unit, std::optional<std::size_t> slot,
                               const Event& event) const {
    if (!slot) return {};
    const Intervals& all = unit.slots[*slot];
    Part part = part_of(unit);
    if (aligned_by_ != AlignBy::Start && is_inactivity(event))
        part.from = std::max(part.from, aligned_.origin);
    const auto first = std::partition_point(all.begin(), all.end(), [&](const Interval& interval) {
        return interval.begin < part.from;
    });
    const auto last = std::partition_point(
        first, all.end(), [&](const Interval& interval) { return interval.end <= part.to; });
    return {{first, last}, all.size() - static_cast<std::size_t>(last - first)};
}

Waits UnitComparer::waits_of(const RecordedUnit& unit, SlotOf slot) const {
    std::vector<const Intervals*> waits;
    if (unit.unit.module == words::Module::Core)
        for (const EventPair& pair : pair_.events)
            if ((pair.*slot) && is_wait_of_core(pair.event))
                waits.push_back(&unit.slots[*(pair.*slot)]);
    return Waits{waits};
}

/// The time from the first to the last interval of a unit that can be compared.
Interval UnitComparer::time_of(const RecordedUnit& unit) const {
    const SlotOf slot = &unit == &measured_ ? &EventPair::measured : &EventPair::simulated;
    // Not from 0, since a unit may have been moved to negative cycles.
    Interval time{std::numeric_limits<std::int64_t>::max(),
                  std::numeric_limits<std::int64_t>::min()};
    for (const EventPair& pair : pair_.events) {
        const auto found = select(unit, pair.*slot, pair.event).intervals;
        if (found.empty()) continue;
        time.begin = std::min(time.begin, found.front().begin);
        time.end = std::max(time.end, found.back().end);
    }
    return time.begin < time.end ? time : Interval{};
}

Setting UnitComparer::setting() const {
    return {.tolerances = options_.tolerances,
            .origin = aligned_.origin,
            .filled = aligned_.at_own_event,
            .measured_waits = waits_of(measured_, &EventPair::measured),
            .simulated_waits = waits_of(simulated_, &EventPair::simulated),
            .measured_time = time_of(measured_).length(),
            .simulated_time = time_of(simulated_).length(),
            .complete =
                measured_.started && measured_.stopped && simulated_.started && simulated_.stopped};
}

Result UnitComparer::compare_pair(const EventPair& pair, const Setting& setting) const {
    Result result = compare_event(pair.event.name(), judgement_of(pair.event),
                                  select(measured_, pair.measured, pair.event),
                                  select(simulated_, pair.simulated, pair.event), setting);
    if (!pair.measured) return only_one(std::move(result), Verdict::OnlySimulated);
    if (!pair.simulated) return only_one(std::move(result), Verdict::OnlyMeasured);
    return result;
}

std::vector<Result> UnitComparer::kernels(const Setting& setting) const {
    const EventPair* const begins = pair_.find(names::Signal::KernelBegins);
    const EventPair* const ends = pair_.find(names::Signal::KernelEnds);
    if (begins == nullptr || ends == nullptr) return {};
    const auto kernels_of = [&](const RecordedUnit& unit, SlotOf slot) {
        return kernel_intervals(select(unit, begins->*slot, begins->event).intervals,
                                select(unit, ends->*slot, ends->event).intervals);
    };
    const KernelIntervals measured = kernels_of(measured_, &EventPair::measured);
    const KernelIntervals simulated = kernels_of(simulated_, &EventPair::simulated);
    return {compare_lengths("length", measured.lengths, simulated.lengths, setting),
            compare_lengths("period", measured.periods, simulated.periods, setting),
            compare_lengths("gap", measured.gaps, simulated.gaps, setting)};
}

std::vector<std::string> UnitComparer::notes() const {
    std::vector<std::string> notes;
    const auto tell = [&](const RecordedUnit& unit, const char* which) {
        if (!unit.started)
            notes.push_back(fmt::format("the {} recording lacks its start; compared from cycle {}",
                                        which, part_of(unit).from));
        if (!unit.stopped)
            notes.push_back(fmt::format("the {} recording is cut off; compared up to cycle {}",
                                        which, part_of(unit).to));
    };
    tell(measured_, "measured");
    tell(simulated_, "simulated");
    return notes;
}

}  // namespace xdnasim::comparison
