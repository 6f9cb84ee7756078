#include <cstdlib>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/number_format.hpp"
#include "cli/text_layout.hpp"
#include "cli/trace/trace_tables.hpp"

namespace xdnasim::cli {
namespace {

using base::grouped;
using base::percent;

using comparison::AlignBy;
using comparison::Comparison;
using comparison::Interval;
using comparison::Result;
using comparison::Side;
using comparison::UnitComparison;
using comparison::Verdict;

constexpr std::size_t kComparedWidth = 40;

std::string signed_number(std::int64_t value) {
    return value > 0 ? "+" + grouped(value) : grouped(value);
}

std::string mean_of(const Side& side) {
    return side.lengths.count() == 0 ? "-" : grouped(side.lengths.mean(), 1);
}

std::string count_of(const Side& side) {
    return grouped(static_cast<std::int64_t>(side.lengths.count()));
}

std::string median_of(const Side& side) {
    return side.lengths.count() == 0 ? "-" : grouped(side.median, 1);
}

bool are_on_both_sides(const Result& result) {
    return result.measured.lengths.count() > 0 && result.simulated.lengths.count() > 0;
}

/// Whether intervals of the two recordings are compared in pairs, which is not the case if medians
/// are judged.
bool are_paired(const Result& result) {
    return result.pairs > 0 && result.judgement != comparison::Judgement::Medians;
}

std::string mean_difference(const Result& result) {
    if (!are_on_both_sides(result)) return "-";
    return fmt::format("{:+.1f}", result.simulated.lengths.mean() - result.measured.lengths.mean());
}

Row row_of(const Result& result, const std::string& name) {
    return {"  " + name,
            std::string{to_string(result.judgement)},
            count_of(result.measured),
            count_of(result.simulated),
            median_of(result.measured),
            median_of(result.simulated),
            mean_of(result.measured),
            mean_of(result.simulated),
            mean_difference(result),
            are_paired(result) ? signed_number(result.largest.length) : "-",
            percent(result.measured.share),
            percent(result.simulated.share),
            are_on_both_sides(result) ? percent(result.distance) : "-",
            std::string{to_string(result.verdict)}};
}

std::string table_of(const UnitComparison& unit) {
    std::vector<Row> rows{{"  event", "judged", "times", "simulated", "median", "simulated", "mean",
                           "simulated", "difference", "largest", "share", "simulated", "distance",
                           "verdict"}};
    for (const Result& kernel : unit.kernels)
        rows.push_back(row_of(kernel, "kernel " + kernel.name));
    for (const Result& event : unit.events)
        rows.push_back(row_of(event, event.name));
    return rows.size() > 1 ? aligned(rows, kComparedWidth) : "  no event\n";
}

std::string text_of(const Interval& interval) {
    return fmt::format("{} to {}", grouped(interval.begin), grouped(interval.end));
}

std::string unit_text(const UnitComparison& unit) {
    std::string text = words::to_string(unit.measured);
    if (!(unit.measured == unit.simulated))
        text += fmt::format(", simulated as {}", words::to_string(unit.simulated));
    text += "\n" + table_of(unit);
    for (const auto* results : {&unit.kernels, &unit.events})
        for (const Result& result : *results)
            if (result.verdict == Verdict::Outside)
                text += fmt::format("  {}: {}\n", result.name, result.why);
    if (const auto& found = unit.first_divergence)
        text += fmt::format(
            "  first divergence: {}, interval {}, cycles {} measured, {} simulated: {}\n",
            found->event, found->index, text_of(found->measured), text_of(found->simulated),
            found->what);
    for (const std::string& note : unit.notes)
        text += "  " + note + "\n";
    return text;
}

std::string alignment_text(const Comparison& comparison) {
    const comparison::Alignment& alignment = comparison.alignment;
    if (alignment.by == AlignBy::Start) return "by the start of the traces";
    if (alignment.unit_by_unit)
        return alignment.by_calls ? "unit by unit, by the calls that agree best or the first event"
                                  : "by the first event of each unit";
    if (alignment.anchor.empty()) return "by the start of the traces, with no event in common";
    return fmt::format("by {}, {}: simulated cycles {}",
                       alignment.by_calls ? "the calls that agree best" : "the first event",
                       alignment.anchor, signed_number(alignment.units.front().offset));
}

std::string unit_names(const std::vector<words::Unit>& units) {
    std::vector<std::string> names;
    for (const words::Unit& unit : units)
        names.push_back(words::to_string(unit));
    return fmt::format("{}", fmt::join(names, ", "));
}

std::string heading(const Comparison& comparison) {
    std::string text = labelled("aligned", alignment_text(comparison));
    const comparison::Matching& matching = comparison.matching;
    if (matching.column_shift != 0)
        text += labelled("columns",
                         fmt::format("the simulated design lies {} further {}",
                                     base::counted(std::abs(matching.column_shift), "column"),
                                     matching.column_shift > 0 ? "east" : "west"));
    if (!matching.only_measured.empty())
        text += labelled("not simulated", unit_names(matching.only_measured));
    if (!matching.only_simulated.empty())
        text += labelled("not measured", unit_names(matching.only_simulated));
    for (const std::string& note : comparison.notes)
        text += labelled("note", note);
    return text;
}

std::string conclusion(const Comparison& comparison) {
    const std::size_t passed = comparison.count(Verdict::Pass);
    const std::size_t outside = comparison.count(Verdict::Outside);
    return labelled("verdict", fmt::format("{}: {} pass, {} outside, {} not judged",
                                           to_string(comparison.outcome()), passed, outside,
                                           comparison.count(Verdict::OnlyMeasured) +
                                               comparison.count(Verdict::OnlySimulated) +
                                               comparison.count(Verdict::NotComparable)));
}

}  // namespace

std::string comparison_report(const Comparison& comparison) {
    std::string text;
    if (const std::string reason = comparison.reason(); !reason.empty())
        text += labelled("outside", reason);
    text += heading(comparison);
    for (const UnitComparison& unit : comparison.units)
        text += unit_text(unit);
    return text + conclusion(comparison);
}

}  // namespace xdnasim::cli
