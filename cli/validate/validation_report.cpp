#include <fmt/format.h>

#include "base/number_format.hpp"
#include "cli/text_layout.hpp"
#include "cli/validate/validation_tables.hpp"

namespace xdnasim::cli {
namespace {

using base::grouped;
using base::percent;

using validation::Check;
using validation::Statistics;
using validation::SuiteResult;

constexpr std::size_t kMaxRowCell = 64;

/// A number with four significant digits, or without decimals from 1,000 on.
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
        rows.back().push_back(to_string(row.simulated.bound));
    }
    return aligned(rows, kMaxRowCell);
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
    return aligned(rows, kMaxRowCell);
}

std::string check_table(const SuiteResult& suite) {
    std::vector<Row> rows{{"TOLERANCE OVER", "STATISTIC", "VALUE", "LIMIT", "VERDICT"}};
    for (const Check& check : suite.checks)
        rows.push_back({check.rows, to_string(check.statistic), percent(check.value),
                        percent(check.limit), check.passed ? "met" : "BROKEN"});
    return aligned(rows, kMaxRowCell);
}

std::string suite_report(const SuiteResult& suite) {
    const std::string note = suite.note.empty() ? "" : labelled("note", suite.note) + '\n';
    return fmt::format("{}: {} ({})\n\n{}\n{}\n{}{}\n", suite.name, suite.title, suite.unit,
                       row_table(suite), statistics_table(suite), note, check_table(suite));
}

}  // namespace

std::string r2_text(const Statistics& statistics) {
    return statistics.r2 ? fmt::format("{:.4f}", *statistics.r2) : "-";
}

std::string validation_report(const std::vector<SuiteResult>& suites) {
    std::string text;
    for (const SuiteResult& suite : suites)
        text += suite_report(suite);
    for (const SuiteResult& suite : suites)
        text +=
            labelled(suite.name, suite.passed() ? "within its tolerances" : "BREAKS a tolerance");
    return text;
}

}  // namespace xdnasim::cli
