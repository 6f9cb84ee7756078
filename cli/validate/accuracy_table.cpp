#include <optional>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "base/number_format.hpp"
#include "cli/validate/validation_tables.hpp"

namespace xdnasim::cli {
namespace {

using base::percent;

using validation::Check;
using validation::Statistics;
using validation::SuiteResult;

constexpr std::string_view kBegin = "<!-- accuracy -->";
constexpr std::string_view kEnd = "<!-- /accuracy -->";

/// The limits of a suite: "Taka et al. 2025: mean 2.5 %, worst 10.0 %; GAMA, u-ORCA: mean 1.5 %".
std::string limits_text(const SuiteResult& suite) {
    std::string text;
    std::string group;
    for (const Check& check : suite.checks) {
        if (check.rows != group)
            text += text.empty() ? "" : "; ";
        else
            text += ", ";
        if (check.rows != group && check.rows != "all") text += check.rows + ": ";
        group = check.rows;
        text += fmt::format("{} {}", to_string(check.statistic), percent(check.limit));
    }
    return text;
}

/// Names of the devices of all rows, sorted.
std::string devices_text(const SuiteResult& suite) {
    std::set<std::string> devices;
    for (const validation::Row& row : suite.rows)
        devices.insert(row.measured.device);
    return fmt::format("{}", fmt::join(devices, ", "));
}

std::string with_line_ends(std::string_view text, std::string_view line_end) {
    std::string changed;
    for (const char letter : text)
        letter == '\n' ? changed += line_end : changed += letter;
    return changed;
}

/// `page` with `text` in place of what is between a line that ends with `begin` and the next `end`.
/// Line ends are converted to those of the page. nullopt if `begin` or `end` is missing.
std::optional<std::string> between(const std::string& page, const std::string& begin,
                                   std::string_view end, std::string_view text) {
    for (const std::string line_end : {"\n", "\r\n"}) {
        const std::size_t at = page.find(begin + line_end);
        const std::size_t stop = at == std::string::npos ? at : page.find(end, at);
        if (stop == std::string::npos) continue;
        return fmt::format("{}{}{}", page.substr(0, at + begin.size() + line_end.size()),
                           with_line_ends(text, line_end), page.substr(stop));
    }
    return std::nullopt;
}

}  // namespace

std::string accuracy_table(const std::vector<SuiteResult>& suites) {
    std::string text =
        "| | devices | rows | mean | median | worst | R² | limits |\n"
        "|---|---|---|---|---|---|---|---|\n";
    for (const SuiteResult& suite : suites) {
        const Statistics statistics = suite.statistics();
        text += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} |\n", suite.title,
                            devices_text(suite), statistics.rows, percent(statistics.mean),
                            percent(statistics.median), percent(statistics.worst),
                            r2_text(statistics), limits_text(suite));
        if (const auto analytic = suite.analytic())
            text += fmt::format("| {}: closed forms alone | | {} | {} | {} | {} | {} | |\n",
                                suite.title, analytic->rows, percent(analytic->mean),
                                percent(analytic->median), percent(analytic->worst),
                                r2_text(*analytic));
    }
    return text;
}

std::string with_accuracy_table(const std::string& page, std::string_view table,
                                const std::string& file) {
    const auto changed = between(page, std::string{kBegin}, kEnd, table);
    if (!changed)
        throw base::InputError{fmt::format(
            "--markdown: '{}' has no lines <!-- accuracy --> and {} to put the table between", file,
            kEnd)};
    return *changed;
}

std::optional<std::string> with_sensitivity(const std::string& page,
                                            const std::optional<std::string>& suite,
                                            std::string_view tables, const std::string& file) {
    constexpr std::string_view kAnyBegin = "<!-- sensitivity ";
    if (page.find(kAnyBegin) == std::string::npos) return std::nullopt;
    const auto changed = suite ? between(page, fmt::format("{}{} -->", kAnyBegin, *suite),
                                         "<!-- /sensitivity -->", tables)
                               : std::nullopt;
    if (!changed)
        throw base::InputError{
            fmt::format("--sensitivity: '{}' has places for the tables of single suites only. "
                        "Choose one with --suite, or name another file",
                        file)};
    return changed;
}

}  // namespace xdnasim::cli
