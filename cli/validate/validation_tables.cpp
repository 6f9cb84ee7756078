#include "cli/validate/validation_tables.hpp"

#include <map>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/number_format.hpp"
#include "cli/text_layout.hpp"

namespace xdnasim::cli {
namespace {

using base::grouped;
using base::percent;

using validation::Check;
using validation::Statistics;
using validation::SuiteResult;

constexpr std::size_t kMaxCellWidth = 64;
constexpr std::string_view kBegin = "<!-- accuracy -->\n";
constexpr std::string_view kEnd = "<!-- /accuracy -->";

std::string r2_text(const Statistics& statistics) {
    return statistics.r2 ? fmt::format("{:.4f}", *statistics.r2) : "-";
}

/// In four digits, or all before the point.
std::string figure(double value) {
    return value >= 1000 ? grouped(value, 0) : fmt::format("{:.4g}", value);
}

std::string error_text(const validation::Figures& figures) {
    return fmt::format("{:+.1f} %", 100 * figures.error());
}

void add_analytic(Row& cells, const validation::Row& row) {
    const bool known = row.simulated.analytic.has_value();
    cells.push_back(known ? figure(*row.simulated.analytic) : "-");
    cells.push_back(known ? error_text(row.analytic_figures()) : "-");
}

std::string row_table(const SuiteResult& suite) {
    const bool has_analytic = suite.analytic().has_value();
    std::vector<Row> rows{{"ROW", "DEVICE", "SOURCE", "WHAT", "MEASURED", "SIMULATED", "ERROR"}};
    if (has_analytic) rows.front().insert(rows.front().end(), {"ANALYTIC", "ERROR"});
    rows.front().emplace_back("BOUND BY");
    for (const validation::Row& row : suite.rows) {
        rows.push_back({row.measured.id, row.measured.device, row.measured.source,
                        row.measured.what, figure(row.measured.value), figure(row.simulated.value),
                        error_text(row.figures())});
        if (has_analytic) add_analytic(rows.back(), row);
        rows.back().push_back(row.simulated.bound);
    }
    return aligned(rows, kMaxCellWidth);
}

Row statistics_row(const std::string& name, const Statistics& statistics) {
    return {name,
            fmt::to_string(statistics.rows),
            percent(statistics.mean),
            percent(statistics.median),
            percent(statistics.worst),
            r2_text(statistics)};
}

std::string statistics_table(const SuiteResult& suite) {
    std::vector<Row> rows{{"ERRORS", "ROWS", "MEAN", "MEDIAN", "WORST", "R^2"}};
    for (const auto& [bound, statistics] : suite.classes())
        rows.push_back(statistics_row("bound by " + bound, statistics));
    for (const auto& [types, statistics] : suite.types())
        rows.push_back(statistics_row(types, statistics));
    rows.push_back(statistics_row("all", suite.statistics()));
    if (const auto analytic = suite.analytic())
        rows.push_back(statistics_row("all, closed forms", *analytic));
    return aligned(rows, kMaxCellWidth);
}

std::string check_table(const SuiteResult& suite) {
    std::vector<Row> rows{{"TOLERANCE OVER", "STATISTIC", "VALUE", "LIMIT", "VERDICT"}};
    for (const Check& check : suite.checks)
        rows.push_back({check.group, check.statistic, percent(check.value), percent(check.limit),
                        check.passed ? "met" : "BROKEN"});
    return aligned(rows, kMaxCellWidth);
}

std::string suite_report(const SuiteResult& suite) {
    const std::string note = suite.note.empty() ? "" : labelled("note", suite.note) + '\n';
    return fmt::format("{}: {} ({})\n\n{}\n{}\n{}{}\n", suite.name, suite.title, suite.unit,
                       row_table(suite), statistics_table(suite), note, check_table(suite));
}

/// "Taka et al. 2025: mean 2.5 %, worst 10.0 %; GAMA, u-ORCA: mean 1.5 %"
std::string limits_text(const SuiteResult& suite) {
    std::string text;
    std::string group;
    for (const Check& check : suite.checks) {
        if (check.group != group)
            text += text.empty() ? "" : "; ";
        else
            text += ", ";
        if (check.group != group && check.group != "all") text += check.group + ": ";
        group = check.group;
        text += fmt::format("{} {}", check.statistic, percent(check.limit));
    }
    return text;
}

}  // namespace

std::string validation_report(const std::vector<SuiteResult>& suites) {
    std::string text;
    for (const SuiteResult& suite : suites)
        text += suite_report(suite);
    for (const SuiteResult& suite : suites)
        text +=
            labelled(suite.name, suite.passed() ? "within its tolerances" : "BREAKS a tolerance");
    return text;
}

std::string accuracy_table(const std::vector<SuiteResult>& suites) {
    std::string text =
        "| | rows | mean | median | worst | R² | limits |\n|---|---|---|---|---|---|---|\n";
    for (const SuiteResult& suite : suites) {
        const Statistics statistics = suite.statistics();
        text += fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", suite.title, statistics.rows,
                            percent(statistics.mean), percent(statistics.median),
                            percent(statistics.worst), r2_text(statistics), limits_text(suite));
        if (const auto analytic = suite.analytic())
            text +=
                fmt::format("| {}: closed forms alone | {} | {} | {} | {} | {} | |\n", suite.title,
                            analytic->rows, percent(analytic->mean), percent(analytic->median),
                            percent(analytic->worst), r2_text(*analytic));
    }
    return text;
}

std::string with_accuracy_table(const std::string& page, std::string_view table,
                                const std::string& file) {
    const std::size_t begin = page.find(kBegin);
    const std::size_t end = page.find(kEnd, begin);
    if (begin == std::string::npos || end == std::string::npos)
        throw base::InputError{fmt::format(
            "--markdown: '{}' has no lines <!-- accuracy --> and {} to put the table between", file,
            kEnd)};
    const std::size_t after = begin + kBegin.size();
    return fmt::format("{}{}{}", page.substr(0, after), table, page.substr(end));
}

}  // namespace xdnasim::cli
