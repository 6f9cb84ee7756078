#include "traces/comparison/comparison_json.hpp"

#include <nlohmann/json.hpp>

#include "base/json_text.hpp"

namespace xdnasim::comparison {
namespace {

using json = nlohmann::ordered_json;

constexpr int kSchemaVersion = 1;

json json_of(const Interval& interval) {
    return json::array({interval.begin, interval.end});
}

json json_of(const Side& side) {
    const recording::Spread& lengths = side.lengths;
    const bool any = lengths.count() > 0;
    return {{"count", lengths.count()},
            {"cycles", lengths.sum()},
            {"share", side.share},
            {"least", any ? json(lengths.min()) : json()},
            {"mean", any ? json(lengths.mean()) : json()},
            {"most", any ? json(lengths.max()) : json()},
            {"median", any ? json(side.median) : json()}};
}

json json_of(const std::optional<Divergence>& divergence) {
    if (!divergence) return nullptr;
    return {{"event", divergence->event},
            {"index", divergence->index},
            {"measured", json_of(divergence->measured)},
            {"simulated", json_of(divergence->simulated)},
            {"what", divergence->what}};
}

json json_of(const Result& result) {
    return {{"name", result.name},
            {"judged", to_string(result.judgement)},
            {"verdict", to_string(result.verdict)},
            {"why", result.why},
            {"measured", json_of(result.measured)},
            {"simulated", json_of(result.simulated)},
            {"pairs", result.pairs},
            {"largest",
             {{"length", result.largest.length},
              {"step", result.largest.step},
              {"offset", result.largest.offset}}},
            {"distance", result.distance},
            {"histogram",
             {{"least", result.histogram.min},
              {"width", result.histogram.width},
              {"measured", result.histogram.measured},
              {"simulated", result.histogram.simulated}}},
            {"first_divergence", json_of(result.first_divergence)}};
}

json list_of(const std::vector<Result>& results) {
    json list = json::array();
    for (const Result& result : results)
        list.push_back(json_of(result));
    return list;
}

json json_of(const UnitComparison& unit) {
    return {{"measured", words::to_string(unit.measured)},
            {"simulated", words::to_string(unit.simulated)},
            {"offset", unit.offset},
            {"compared", json_of(unit.compared)},
            {"kernels", list_of(unit.kernels)},
            {"events", list_of(unit.events)},
            {"first_divergence", json_of(unit.first_divergence)},
            {"notes", unit.notes}};
}

json names_of(const std::vector<words::Unit>& units) {
    json names = json::array();
    for (const words::Unit& unit : units)
        names.push_back(words::to_string(unit));
    return names;
}

json visible_json(const RecordedUnit& unit, std::optional<std::size_t> slot,
                  const Interval& window) {
    json list = json::array();
    if (slot)
        for (const Interval& interval : visible(unit.slots[*slot], window))
            list.push_back(json_of(interval));
    return list;
}

json json_of(const Window& window, const Matching& matching, const Recorded& measured,
             const Recorded& simulated) {
    json units = json::array();
    for (const UnitPair& pair : matching.units) {
        const RecordedUnit& a = measured.units[pair.measured];
        const RecordedUnit& b = simulated.units[pair.simulated];
        json events = json::array();
        for (const EventPair& both : pair.events)
            events.push_back({{"name", both.event.name()},
                              {"measured", visible_json(a, both.measured, window.time)},
                              {"simulated", visible_json(b, both.simulated, window.time)}});
        units.push_back({{"name", words::to_string(a.unit)}, {"events", std::move(events)}});
    }
    return {{"title", window.title}, {"time", json_of(window.time)}, {"units", std::move(units)}};
}

json json_of(const Alignment& alignment, const Matching& matching) {
    return {{"by", to_string(alignment.by)},
            {"unit_by_unit", alignment.unit_by_unit},
            {"anchor", alignment.anchor},
            {"column_shift", matching.column_shift}};
}

}  // namespace

std::string comparison_json(const Comparison& comparison, const Recorded& measured,
                            const Recorded& simulated, const std::vector<Window>& windows) {
    const Tolerances& tolerances = comparison.options.tolerances;
    json units = json::array();
    for (const UnitComparison& unit : comparison.units)
        units.push_back(json_of(unit));
    json drawn = json::array();
    for (const Window& window : windows)
        drawn.push_back(json_of(window, comparison.matching, measured, simulated));
    const json root{{"schema_version", kSchemaVersion},
                    {"measured", measured.name},
                    {"simulated", simulated.name},
                    {"passed", comparison.passed()},
                    {"verdict", to_string(comparison.outcome())},
                    {"reason", comparison.reason()},
                    {"outside", comparison.count(Verdict::Outside)},
                    {"tolerances",
                     {{"cycles", tolerances.cycles},
                      {"band", tolerances.band},
                      {"drift", tolerances.drift},
                      {"length", tolerances.length},
                      {"stalls", tolerances.stalls}}},
                    {"alignment", json_of(comparison.alignment, comparison.matching)},
                    {"only_measured", names_of(comparison.matching.only_measured)},
                    {"only_simulated", names_of(comparison.matching.only_simulated)},
                    {"notes", comparison.notes},
                    {"units", std::move(units)},
                    {"windows", std::move(drawn)}};
    // Names of files may contain bytes that are not allowed in JSON.
    return base::json_text(root, 1) + "\n";
}

}  // namespace xdnasim::comparison
