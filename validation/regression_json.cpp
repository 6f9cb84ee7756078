#include "validation/regression_json.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <nlohmann/json.hpp>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "base/json_text.hpp"
#include "traces/events/core_state.hpp"

namespace xdnasim::validation {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kIndent = 2;

template <class Items, class ToJson>
Json list_of(const Items& items, ToJson to_json) {
    Json list = Json::array();
    for (const auto& item : items)
        list.push_back(to_json(item));
    return list;
}

Json statistics_json(const Statistics& statistics) {
    return {{"rows", statistics.rows},
            {"mean", statistics.mean},
            {"median", statistics.median},
            {"worst", statistics.worst},
            {"r2", statistics.r2 ? Json(*statistics.r2) : Json(nullptr)}};
}

Json check_json(const Check& check) {
    return {{"group", check.rows},
            {"statistic", to_string(check.statistic)},
            {"limit", check.limit},
            {"value", check.value},
            {"passed", check.passed}};
}

Json details_json(const Details& details) {
    Json map = Json::object();
    for (const auto& detail : details)
        std::visit([&](const auto& value) { map[detail.first] = value; }, detail.second);
    return map;
}

Json row_json(const Row& row) {
    const Measurement& measured = row.measured;
    return {{"id", measured.id},
            {"source", measured.source},
            {"group", measured.group ? Json(to_string(*measured.group)) : Json(nullptr)},
            {"device", measured.device},
            {"what", measured.what},
            {"measured", measured.value},
            {"simulated", row.simulated.value},
            {"error", row.figures().error()},
            {"analytic", row.simulated.analytic ? Json(*row.simulated.analytic) : Json(nullptr)},
            {"class", to_string(row.simulated.bound)},
            {"split", measured.split == Split::Calibration ? "calibration" : "validation"},
            {"how", measured.how},
            {"details", details_json(row.simulated.details)}};
}

Json groups_json(const std::map<std::string, Statistics>& groups) {
    Json map = Json::object();
    for (const auto& [name, statistics] : groups)
        map[name] = statistics_json(statistics);
    return map;
}

Json suite_json(const SuiteResult& suite) {
    const std::optional<Statistics> analytic = suite.analytic();
    return {{"name", suite.name},
            {"title", suite.title},
            {"unit", suite.unit},
            {"note", suite.note},
            {"tolerances", list_of(suite.checks, check_json)},
            {"passed", suite.passed()},
            {"statistics", statistics_json(suite.statistics())},
            {"classes", groups_json(suite.classes())},
            {"types", groups_json(suite.types())},
            {"analytic", analytic ? statistics_json(*analytic) : Json(nullptr)},
            {"rows", list_of(suite.rows, row_json)}};
}

Json point_json(const SweepPoint& point) {
    return {{"x", point.x}, {"y", point.y}, {"bound", to_string(point.bound)}};
}

Json series_json(const Series& series) {
    return {{"name", series.name}, {"points", list_of(series.points, point_json)}};
}

Json sweep_json(const Sweep& sweep) {
    return {{"name", sweep.name},        {"device", sweep.device},
            {"x_label", sweep.x_label},  {"y_label", sweep.y_label},
            {"log_x", sweep.log_x},      {"series", list_of(sweep.series, series_json)},
            {"measured", sweep.measured}};
}

Json comparison_json(const Comparison& comparison) {
    return {{"device", comparison.device},
            {"what", comparison.what},
            {"balanced", comparison.balanced},
            {"whole_array", comparison.whole_array},
            {"gain", comparison.gain()}};
}

Json side_json(const Conflict::Side& side) {
    return {{"claim", side.claim}, {"rows", side.rows}};
}

Json conflict_json(const Conflict& conflict) {
    return {{"title", conflict.title},
            {"why", conflict.why},
            {"sides", list_of(conflict.sides, side_json)}};
}

/// Describes a key under which a row's details have the cores' time in one state.
Json core_state_json(const events::CoreStateEntry& state) {
    return {{"key", state.key}, {"label", label(state)}, {"colour", state.colour}};
}

/// Returns the TOPS of the fastest matrix instruction on all cores.
double peak_tops(const arch::Device& device) {
    double macs = 0;
    for (const arch::MatrixRate& rate : device.core.matrix)
        macs = std::max(macs, rate.peak_macs_per_cycle);
    return device.tops(arch::kOperationsPerMac * macs * device.columns * device.core_rows());
}

Json parameter_json(const arch::Quantity& quantity) {
    return {{"path", quantity.path},
            {"value", quantity.value},
            {"unit", quantity.unit},
            {"source", quantity.source},
            {"confidence", to_string(quantity.confidence)}};
}

Json device_json(const arch::Device& device) {
    return {{"name", device.name},
            {"description", device.description},
            {"clock_ghz", device.clock_ghz},
            {"columns", device.columns},
            {"core_rows", device.core_rows()},
            {"peak_tops", peak_tops(device)},
            {"dram_read_gbps", device.dram.read.count()},
            {"dram_write_gbps", device.dram.write.count()},
            {"dispatch_us", arch::in_microseconds(device.dispatch)},
            {"parameters", list_of(device.quantities, parameter_json)}};
}

}  // namespace

std::string regression_json(const Findings& findings) {
    const Json document{{"version", XDNASIM_VERSION},
                        {"core_states", list_of(events::kCoreStates, core_state_json)},
                        {"suites", list_of(findings.suites, suite_json)},
                        {"sweeps", list_of(findings.sweeps, sweep_json)},
                        {"comparisons", list_of(findings.comparisons, comparison_json)},
                        {"conflicts", list_of(findings.conflicts, conflict_json)},
                        {"devices", list_of(findings.devices, device_json)}};
    return base::json_text(document, kIndent) + '\n';
}

std::vector<arch::Device> devices_of(const std::vector<SuiteResult>& suites) {
    std::set<std::string> names;
    for (const SuiteResult& suite : suites)
        for (const Row& row : suite.rows)
            names.insert(row.measured.device);
    std::vector<arch::Device> devices;
    for (const std::string& name : names)
        devices.push_back(arch::load_device(arch::find_device(name)));
    return devices;
}

}  // namespace xdnasim::validation
