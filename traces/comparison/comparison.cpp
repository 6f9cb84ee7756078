#include "traces/comparison/comparison.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/number_format.hpp"

namespace xdnasim::comparison {
namespace {

/// Note on the first unit that seems to be of another design; empty: none does.
std::string note_of_other_design(const std::vector<UnitComparison>& units) {
    const auto tells = [](const UnitComparison& unit) { return !unit.other_design.empty(); };
    const auto first = std::find_if(units.begin(), units.end(), tells);
    if (first == units.end()) return {};
    const auto others = std::count_if(first + 1, units.end(), tells);
    return fmt::format(
        "the recordings seem to come from different designs or devices: {}: {}{}",
        words::to_string(first->measured), first->other_design,
        others == 0 ? std::string{} : "; so do " + base::counted(others, "more unit"));
}

/// Note on the first unit of `recorded` in a column that the device of the other recording does not
/// have; empty: there is none. A unit may be one column further, since a driver may place a design
/// there, as on a Phoenix, whose shims begin in the second column.
std::string note_of_columns(const Recorded& recorded, const Recorded& other) {
    const std::optional<int> columns = other.names.columns();
    if (!columns) return {};
    for (const RecordedUnit& unit : recorded.units)
        if (unit.unit.tile.column > *columns)
            return fmt::format(
                "'{}' comes from another device: it has {}, but the device of '{}' has {}",
                recorded.name, words::to_string(unit.unit), other.name,
                base::counted(*columns, "column"));
    return {};
}

std::vector<std::string> notes_on(const Recorded& measured, const Recorded& simulated,
                                  const Comparison& comparison) {
    std::vector<std::string> notes;
    if (std::string note = note_of_other_design(comparison.units);
        !note.empty() && !comparison.passed())
        notes.push_back(std::move(note));
    for (const auto& [one, other] :
         {std::pair{&measured, &simulated}, std::pair{&simulated, &measured}})
        if (std::string note = note_of_columns(*one, *other); !note.empty())
            notes.push_back(std::move(note));
    for (const Recorded* recorded : {&measured, &simulated})
        if (recorded->faults.count() > 0)
            notes.push_back(fmt::format(
                "'{}' is damaged, {}: only what could be read is compared", recorded->name,
                base::counted(static_cast<std::int64_t>(recorded->faults.count()), "fault")));
    for (const Recorded* recorded : {&measured, &simulated})
        for (const std::string& note : recorded->notes)
            notes.push_back(note);
    if (comparison.options.align == AlignBy::Start && comparison.alignment.by != AlignBy::Start)
        notes.emplace_back("aligned by the first event, because some units have no start");
    const std::optional<arch::Generation> of_measured = measured.names.generation();
    const std::optional<arch::Generation> of_simulated = simulated.names.generation();
    if (of_measured.has_value() != of_simulated.has_value())
        notes.emplace_back("one recording has no configuration, so events are matched by slot");
    else if (of_measured != of_simulated)
        notes.push_back(fmt::format(
            "the recordings come from different devices: one has events of {}, the other of {}",
            to_string(*of_measured), to_string(*of_simulated)));
    return notes;
}

}  // namespace

std::string_view to_string(Outcome outcome) {
    switch (outcome) {
        case Outcome::Within:
            return "within";
        case Outcome::Outside:
            return "outside";
        case Outcome::NotJudged:
            break;
    }
    return "not judged";
}

Outcome Comparison::outcome() const {
    if (count(Verdict::Outside) > 0) return Outcome::Outside;
    return count(Verdict::Pass) > 0 ? Outcome::Within : Outcome::NotJudged;
}

std::size_t Comparison::count(Verdict verdict) const {
    std::size_t count = 0;
    for (const UnitComparison& unit : units)
        for (const auto* results : {&unit.kernels, &unit.events})
            count += static_cast<std::size_t>(std::count_if(
                results->begin(), results->end(),
                [verdict](const Result& result) { return result.verdict == verdict; }));
    return count;
}

std::string Comparison::reason() const {
    for (const auto results : {&UnitComparison::kernels, &UnitComparison::events})
        for (const UnitComparison& unit : units)
            for (const Result& result : unit.*results)
                if (result.verdict == Verdict::Outside)
                    return fmt::format("{}{} of {}: {}",
                                       results == &UnitComparison::kernels ? "kernel " : "",
                                       result.name, words::to_string(unit.measured), result.why);
    return {};
}

Comparison compare(const Recorded& measured, Recorded& simulated, const Options& options) {
    Comparison comparison{.options = options, .matching = match(measured, simulated)};
    comparison.alignment = align(measured, simulated, comparison.matching, options.align);
    for (std::size_t i = 0; i < comparison.matching.units.size(); ++i) {
        const UnitPair& pair = comparison.matching.units[i];
        const UnitComparer comparer{
            measured.units[pair.measured], simulated.units[pair.simulated], pair, options,
            comparison.alignment.by,       comparison.alignment.units[i]};
        comparison.units.push_back(comparer.compare());
        comparison.units.back().offset = comparison.alignment.units[i].offset;
    }
    comparison.notes = notes_on(measured, simulated, comparison);
    return comparison;
}

}  // namespace xdnasim::comparison
