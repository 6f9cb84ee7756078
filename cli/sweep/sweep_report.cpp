#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "cli/sweep/sweep.hpp"
#include "cli/text_layout.hpp"

namespace xdnasim::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kSweepIndent = 1;
constexpr std::size_t kMaxCellWidth = 40;

/// Of those that are there, the figures that most people ask for first.
constexpr std::array<std::string_view, 4> kShownFigures{"time_us", "tops", "dram.read_gbps",
                                                        "bottleneck"};

std::string csv_cell(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char letter : text) {
        if (letter == '"') quoted += '"';
        quoted += letter;
    }
    return quoted + '"';
}

std::string plain(const Json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
}

std::string shown(const SweepRow& row, const std::string& column) {
    const auto found = row.figures.find(column);
    if (found == row.figures.end()) return "-";
    return found->is_number_float() ? base::grouped(found->get<double>(), 2) : plain(*found);
}

std::vector<const SweepRow*> rows_that_ran(const Sweep& sweep) {
    std::vector<const SweepRow*> rows;
    for (const SweepRow& row : sweep.rows)
        if (!row.refusal) rows.push_back(&row);
    return rows;
}

/// The fastest first: by TOPS where there are any, else by time.
std::vector<const SweepRow*> best_first(const Sweep& sweep) {
    std::vector<const SweepRow*> rows = rows_that_ran(sweep);
    const auto figure = [](const SweepRow* row, const char* name) {
        return row->figures.contains(name) ? row->figures.at(name).get<double>() : 0.0;
    };
    std::ranges::stable_sort(rows, [&](const SweepRow* a, const SweepRow* b) {
        if (figure(a, "tops") != figure(b, "tops")) return figure(a, "tops") > figure(b, "tops");
        return figure(a, "time_us") < figure(b, "time_us");
    });
    return rows;
}

std::string table_of(const Sweep& sweep) {
    constexpr std::size_t kMaxRows = 20;
    std::vector<std::string> columns = sweep.keys();
    const std::vector<std::string> all = sweep.columns();
    for (const std::string_view figure : kShownFigures)
        if (std::ranges::find(all, figure) != all.end()) columns.emplace_back(figure);
    std::vector<const SweepRow*> rows = best_first(sweep);
    const std::size_t left = rows.size() - std::min(rows.size(), kMaxRows);
    rows.resize(rows.size() - left);
    std::vector<Row> table{columns};
    for (const SweepRow* const row : rows) {
        Row& cells = table.emplace_back();
        for (const std::string& column : columns)
            cells.push_back(shown(*row, column));
    }
    std::string text = aligned(table, kMaxCellWidth);
    if (left > 0)
        text +=
            fmt::format("and {} slower\n", base::counted(static_cast<std::int64_t>(left), "point"));
    return text;
}

/// Why points were refused, the most frequent first. Places and figures differ from point to point.
std::string refusals_of(const Sweep& sweep) {
    constexpr std::size_t kMaxReasons = 3;
    std::string text;
    std::size_t told = 0;
    std::size_t refused = 0;
    for (const SweepRow& row : sweep.rows) {
        if (!row.refusal) continue;
        ++refused;
        if (told == kMaxReasons) continue;
        ++told;
        text += labelled(fmt::format("point {}", row.point), *row.refusal);
    }
    if (refused > told) text += labelled("", fmt::format("and {} more", refused - told));
    return text;
}

}  // namespace

std::string sweep_csv(const Sweep& sweep) {
    const std::vector<std::string> columns = sweep.columns();
    std::string text = "point";
    for (const std::string& column : columns)
        text += ',' + csv_cell(column);
    text += ",refusal,version,made_by,seed\n";
    const std::string of_all =
        fmt::format(",{},{},{}\n", XDNASIM_VERSION, sweep.made_by,
                    sweep.study->sample ? fmt::format("{}", sweep.study->sample->seed) : "");
    for (const SweepRow& row : sweep.rows) {
        text += fmt::format("{}", row.point);
        for (const std::string& column : columns) {
            const auto found = row.figures.find(column);
            text += ',' + (found == row.figures.end() ? "" : csv_cell(plain(*found)));
        }
        text += ',' + csv_cell(row.refusal.value_or("")) + of_all;
    }
    return text;
}

std::string sweep_json(const Sweep& sweep) {
    const study::Study& study = *sweep.study;
    Json figures = Json::array();
    for (const study::Figure& figure : study.figures)
        figures.push_back({{"title", figure.title},
                           {"kind", to_string(figure.kind)},
                           {"x", figure.x},
                           {"y", figure.y},
                           {"colour", figure.colour ? Json(*figure.colour) : Json(nullptr)},
                           {"series", figure.series ? Json(*figure.series) : Json(nullptr)}});
    Json rows = Json::array();
    for (const SweepRow& row : sweep.rows)
        rows.push_back({{"point", row.point},
                        {"figures", row.figures},
                        {"refusal", row.refusal ? Json(*row.refusal) : Json(nullptr)}});
    const Json document{{"title", study.title},
                        {"backend", sweep.backend},
                        {"version", XDNASIM_VERSION},
                        {"made_by", sweep.made_by},
                        {"seed", study.sample ? Json(study.sample->seed) : Json(nullptr)},
                        {"keys", sweep.keys()},
                        {"columns", sweep.columns()},
                        {"rows", std::move(rows)},
                        {"pictures", std::move(figures)}};
    return document.dump(kSweepIndent, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string sweep_report(const Sweep& sweep) {
    const auto ran = static_cast<std::int64_t>(rows_that_ran(sweep).size());
    const auto refused = std::ssize(sweep.rows) - ran;
    return labelled("study", sweep.study->title) + labelled("backend", sweep.backend) +
           labelled("points", refused == 0
                                  ? fmt::format("{}", ran)
                                  : fmt::format("{}, and {} that cannot run", ran, refused)) +
           refusals_of(sweep) + '\n' + table_of(sweep);
}

}  // namespace xdnasim::cli
