#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/json_text.hpp"
#include "base/number_format.hpp"
#include "cli/compare/run_comparison.hpp"
#include "cli/simulate/result_json.hpp"
#include "cli/text_layout.hpp"
#include "cli/trace/trace_tables.hpp"

namespace xdnasim::cli {
namespace {

using base::grouped;
using base::percent;

using Json = nlohmann::ordered_json;

constexpr int kComparisonVersion = 1;
constexpr std::size_t kMaxComparisonCell = 60;
constexpr const char* kUnknown = "-";

std::string signed_percent(double share) {
    const std::string text = fmt::format("{:+.1f} %", 100 * share);
    return text == "-0.0 %" || text == "+0.0 %" ? "0.0 %" : text;
}

/// A number without decimals if it is whole or at least 10,000, else with as many as
/// base::figure() gives it.
std::string number_text(double value) {
    constexpr double kLarge = 1e4;
    if (std::abs(value) >= kLarge || value == std::round(value)) return grouped(value, 0);
    return base::figure(value);
}

std::string value_text(const ComparedFigure& figure, std::size_t run) {
    const std::optional<double>& value = figure.values[run];
    if (!value) return kUnknown;
    std::string text = number_text(*value);
    if (!figure.unit.empty()) text += " " + figure.unit;
    const std::optional<double>& first = figure.values.front();
    if (run == 0 || !first || *first == 0 || *first == *value || figure.unit == "%") return text;
    return text + fmt::format(" ({})", signed_percent(*value / *first - 1));
}

std::string verified_text(const backends::RunResult& run) {
    if (!run.verification || !run.verification->compared) return kUnknown;
    return run.verification->passed ? "yes" : "no: " + run.verification->message;
}

/// One row for each figure, then the rows whose cells are words.
std::vector<Row> table_of(const RunComparison& comparison) {
    const std::size_t runs = comparison.runs.size();
    std::vector<Row> rows{{""}};
    for (const backends::RunResult& run : comparison.runs)
        rows.front().push_back(run.backend);
    for (const ComparedFigure& figure : comparison.figures) {
        Row row{figure.name};
        for (std::size_t i = 0; i < runs; ++i)
            row.push_back(value_text(figure, i));
        rows.push_back(std::move(row));
    }
    Row bottleneck{"bottleneck"};
    Row verified{"verified"};
    for (const backends::RunResult& run : comparison.runs) {
        bottleneck.push_back(run.bottleneck ? name_of(*run.bottleneck) : kUnknown);
        verified.push_back(verified_text(run));
    }
    rows.push_back(std::move(bottleneck));
    rows.push_back(std::move(verified));
    return rows;
}

/// The problem, settings, device and workload; empty if the comparison has no problem file.
std::string problem_text(const RunComparison& comparison) {
    if (comparison.problem.empty()) return {};
    std::string text = labelled("problem", comparison.problem);
    for (const std::string& setting : comparison.settings)
        text += labelled("--set", setting);
    text += labelled("device", comparison.runs.front().device);
    for (const schedule::Line& line : comparison.workload)
        text += labelled(line.label, line.shown());
    return text + "\n";
}

std::string verdict_text(const RunComparison& comparison, const TimeVerdict& time) {
    if (!time.difference)
        return fmt::format("not judged: the time of {} or of {} is not known\n", time.backend,
                           comparison.runs.front().backend);
    return fmt::format("{}: {} of {} differs by {} from {}; allowed: {}\n",
                       time.within ? "within" : "OUTSIDE",
                       time.of_array ? "the array's time" : "the time", time.backend,
                       signed_percent(*time.difference), comparison.runs.front().backend,
                       percent(comparison.tolerance));
}

Json figure_json(const ComparedFigure& figure) {
    Json values = Json::array();
    for (const std::optional<double>& value : figure.values)
        values.push_back(value ? Json(*value) : Json(nullptr));
    return {{"name", figure.name}, {"unit", figure.unit}, {"values", std::move(values)}};
}

Json time_json(const TimeVerdict& time) {
    return {{"backend", time.backend},
            {"of", time.of_array ? "array time" : "time"},
            {"difference", time.difference ? Json(*time.difference) : Json(nullptr)},
            {"within", time.within}};
}

/// The result of a run's verification; `passed` is null if nothing was compared.
Json verified_json(const backends::RunResult& run) {
    const auto& check = run.verification;
    return {{"backend", run.backend},
            {"passed", check && check->compared ? Json(check->passed) : Json(nullptr)},
            {"message", check ? check->message : ""}};
}

Json trace_verdict_json(const TraceVerdict& trace) {
    using comparison::Verdict;
    if (!trace.comparison)
        return {{"backend", trace.backend},
                {"passed", false},
                {"verdict", "not compared"},
                {"units", 0},
                {"outside", 0},
                {"report", trace.obstacle}};
    return {{"backend", trace.backend},
            {"passed", trace.comparison->passed()},
            {"verdict", to_string(trace.comparison->outcome())},
            {"units", trace.comparison->units.size()},
            {"outside", trace.comparison->count(Verdict::Outside)},
            {"report", comparison_report(*trace.comparison)}};
}

Json line_json(const schedule::Line& line) {
    return {{"label", line.label}, {"text", line.shown()}};
}

template <class Item, class ToJson>
Json list_json(const std::vector<Item>& items, ToJson to_json) {
    Json list = Json::array();
    for (const Item& item : items)
        list.push_back(to_json(item));
    return list;
}

}  // namespace

std::string run_comparison_report(const RunComparison& comparison) {
    std::string text =
        problem_text(comparison) + aligned(table_of(comparison), kMaxComparisonCell) + "\n";
    for (const TimeVerdict& time : comparison.times)
        text += verdict_text(comparison, time);
    for (const backends::RunResult& run : comparison.runs)
        if (!run.note.empty()) text += fmt::format("note: {}: {}\n", run.backend, run.note);
    for (const TraceVerdict& trace : comparison.traces)
        text += fmt::format(
            "\nTraces of {} and {}, which do not affect the verdict above\n{}",
            comparison.runs.front().backend, trace.backend,
            trace.comparison ? comparison_report(*trace.comparison) : trace.obstacle + "\n");
    return text;
}

std::string failure_of(const RunComparison& comparison) {
    const std::string apart =
        comparison.is_within() ? "" : "the backends are further apart than allowed";
    if (comparison.is_right()) return apart;
    std::vector<std::string> wrong;
    for (const backends::RunResult& run : comparison.runs)
        if (run.verification && !run.verification->passed) wrong.push_back(run.backend);
    return fmt::format("the verification of {} failed{}{}", fmt::join(wrong, " and "),
                       apart.empty() ? "" : ", and ", apart);
}

std::string run_comparison_json(const RunComparison& comparison) {
    const Json json{
        {"schema_version", kComparisonVersion},
        {"problem", comparison.problem},
        {"settings", comparison.settings},
        {"workload", list_json(comparison.workload, line_json)},
        {"device", comparison.runs.front().device},
        {"tolerance", comparison.tolerance},
        {"passed", comparison.passed()},
        {"backends", list_json(comparison.runs, [](const auto& run) { return Json(run.backend); })},
        {"figures", list_json(comparison.figures, figure_json)},
        {"times", list_json(comparison.times, time_json)},
        {"within", comparison.is_within()},
        {"verified", list_json(comparison.runs, verified_json)},
        {"traces", list_json(comparison.traces, trace_verdict_json)},
        {"runs", list_json(comparison.runs,
                           [](const auto& run) { return Json::parse(result_json(run)); })}};
    return base::json_text(json, 2) + "\n";
}

}  // namespace xdnasim::cli
