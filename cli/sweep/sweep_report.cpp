#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/json_text.hpp"
#include "base/number_format.hpp"
#include "base/spelling.hpp"
#include "cli/sweep/sweep.hpp"
#include "cli/text_layout.hpp"

namespace xdnasim::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMaxCellWidth = 40;

/// The figures that the report shows, as far as the table has them.
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
    return value.is_string() ? value.get<std::string>() : base::json_text(value);
}

/// The text of a cell. Values of an axis are not rounded, because neighbouring values may be close.
std::string shown(const SweepRow& row, const std::string& column, bool is_of_axis) {
    const auto found = row.figures.find(column);
    if (found == row.figures.end()) return "-";
    return found->is_number_float() && !is_of_axis ? base::figure(found->get<double>())
                                                   : plain(*found);
}

double figure(const SweepRow& row, const char* name) {
    return row.figures.contains(name) ? row.figures.at(name).get<double>() : 0.0;
}

/// Whether `a` is faster than `b`: by TOPS, or by time if their TOPS are equal or missing.
bool is_faster(const SweepRow& a, const SweepRow& b) {
    if (figure(a, "tops") != figure(b, "tops")) return figure(a, "tops") > figure(b, "tops");
    return figure(a, "time_us") < figure(b, "time_us");
}

/// Up to 20 points, the fastest first.
std::vector<SweepRow> fastest_of(const Sweep& sweep) {
    constexpr std::size_t kMaxRows = 20;
    std::vector<SweepRow> fastest;
    for (std::size_t i = 0; i < sweep.size(); ++i) {
        SweepRow row = sweep.row(i);
        if (row.refusal) continue;
        const auto place = std::ranges::upper_bound(fastest, row, is_faster);
        fastest.insert(place, std::move(row));
        if (fastest.size() > kMaxRows) fastest.pop_back();
    }
    return fastest;
}

std::string table_of(const Sweep& sweep, const std::vector<SweepRow>& rows) {
    std::vector<std::string> columns = sweep.keys();
    const std::vector<std::string>& all = sweep.columns();
    for (const std::string_view name : kShownFigures)
        if (std::ranges::find(all, name) != all.end()) columns.emplace_back(name);
    std::vector<Row> table{columns};
    for (const SweepRow& row : rows) {
        Row& cells = table.emplace_back();
        for (std::size_t i = 0; i < columns.size(); ++i)
            cells.push_back(shown(row, columns[i], i < sweep.keys().size()));
    }
    std::string text = aligned(table, kMaxCellWidth);
    const std::size_t left = sweep.size() - sweep.refusals().points() - rows.size();
    if (left > 0)
        text +=
            fmt::format("and {} slower\n", base::counted(static_cast<std::int64_t>(left), "point"));
    return text;
}

/// Whether the column has only numbers in the points that have it.
bool is_of_numbers(const Sweep& sweep, const std::string& column) {
    for (std::size_t i = 0; i < sweep.size(); ++i) {
        const SweepRow row = sweep.row(i);
        const auto found = row.figures.find(column);
        if (found != row.figures.end() && !found->is_null() && !found->is_number()) return false;
    }
    return true;
}

/// Whether `part` of a figure of this kind must be numbers.
bool needs_numbers(study::FigureKind kind, std::string_view part) {
    switch (kind) {
        case study::FigureKind::Front:
        case study::FigureKind::Roofline:
            return part == "x" || part == "y";
        case study::FigureKind::Map:
            return part == "colour";
        case study::FigureKind::Lines:
        case study::FigureKind::Points:
            break;
    }
    return false;
}

void require_column(const Sweep& sweep, const base::Node& place, study::FigureKind kind,
                    std::string_view part, const std::string& column) {
    const base::Node* const given = place.find(part);  // nullptr for a default column
    const base::Node& asked = given != nullptr ? *given : place;
    const std::vector<std::string>& all = sweep.columns();
    if (std::ranges::find(all, column) == all.end()) {
        const std::string hint = base::suggestion(column, all);
        asked.fail(
            fmt::format("no point has {}{}{} allowed: a column of the table, whose header "
                        "--csv writes",
                        base::in_quotes(column), hint, hint.empty() ? ";" : ""));
    }
    if (needs_numbers(kind, part) && !is_of_numbers(sweep, column))
        asked.fail(
            fmt::format("{} holds words, which a figure of kind '{}' cannot draw; allowed: "
                        "a column of numbers",
                        base::in_quotes(column), to_string(kind)));
}

std::string dumped(const Json& json) {
    return base::json_text(json);
}

}  // namespace

void write_sweep_csv(const Sweep& sweep, const WritePiece& write) {
    std::string header = "point";
    for (const std::string& column : sweep.columns())
        header += ',' + csv_cell(column);
    write(header + ",refusal,version,made_by,seed\n");
    const std::optional<study::Sample>& sample = sweep.study().sample;
    const std::string of_all = fmt::format(",{},{},{}\n", XDNASIM_VERSION, sweep.made_by(),
                                           sample ? fmt::format("{}", sample->seed) : "");
    for (std::size_t i = 0; i < sweep.size(); ++i) {
        const SweepRow row = sweep.row(i);
        std::string line = fmt::format("{}", row.point);
        for (const std::string& column : sweep.columns()) {
            const auto found = row.figures.find(column);
            line += ',';
            if (found != row.figures.end()) line += csv_cell(plain(*found));
        }
        line += ',';
        line += csv_cell(row.refusal.value_or(""));
        write(line + of_all);
    }
}

void write_sweep_json(const Sweep& sweep, const WritePiece& write) {
    const study::Study& study = sweep.study();
    Json figures = Json::array();
    for (const study::Figure& figure : study.figures)
        figures.push_back({{"title", figure.title},
                           {"kind", to_string(figure.kind)},
                           {"x", figure.x},
                           {"y", figure.y},
                           {"colour", figure.colour ? Json(*figure.colour) : Json(nullptr)},
                           {"series", figure.series ? Json(*figure.series) : Json(nullptr)}});
    const Json head{
        {"title", study.title},
        {"study", sweep.file()},
        {"problem", study.problem_file ? Json(study.problem_file->string()) : Json(nullptr)},
        {"problem_text", study.problem.to_flow()},
        {"backend", sweep.backend()},
        {"backend_words", sweep.backend_words()},
        {"version", XDNASIM_VERSION},
        {"made_by", sweep.made_by()},
        {"seed", study.sample ? Json(study.sample->seed) : Json(nullptr)},
        {"keys", sweep.keys()},
        {"columns", sweep.columns()},
        {"pictures", std::move(figures)}};
    const std::string text = dumped(head);
    write(text.substr(0, text.size() - 1) + ",\"rows\":[");
    for (std::size_t i = 0; i < sweep.size(); ++i) {
        const SweepRow row = sweep.row(i);
        write((i == 0 ? "\n" : ",\n") +
              dumped({{"point", row.point},
                      {"figures", row.figures},
                      {"refusal", row.refusal ? Json(*row.refusal) : Json(nullptr)}}));
    }
    write("\n]}\n");
}

void require_figures(const Sweep& sweep) {
    const std::vector<study::Figure>& figures = sweep.study().figures;
    for (std::size_t i = 0; i < figures.size(); ++i) {
        const study::Figure& figure = figures[i];
        const base::Node& place = sweep.study().file.find("figures")->as_sequence()[i];
        const auto require = [&](std::string_view part, const std::string& column) {
            require_column(sweep, place, figure.kind, part, column);
        };
        require("x", figure.x);
        require("y", figure.y);
        if (figure.colour) require("colour", *figure.colour);
        if (figure.series) require("series", *figure.series);
    }
}

std::string sweep_report(const Sweep& sweep) {
    const std::size_t refused = sweep.refusals().points();
    const std::size_t ran = sweep.size() - refused;
    return labelled("study", sweep.study().title) + labelled("backend", sweep.backend()) +
           labelled("points", refused == 0
                                  ? fmt::format("{}", ran)
                                  : fmt::format("{}, and {} that cannot run", ran, refused)) +
           sweep.refusals().lines() + '\n' + table_of(sweep, fastest_of(sweep));
}

}  // namespace xdnasim::cli
