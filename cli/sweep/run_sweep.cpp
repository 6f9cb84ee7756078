#include <algorithm>
#include <array>
#include <memory>
#include <set>

#include <fmt/format.h>

#include "arch/device_file.hpp"
#include "base/error.hpp"
#include "base/side_by_side.hpp"
#include "cli/run_options.hpp"
#include "cli/simulate/run_outputs.hpp"
#include "cli/sweep/sweep.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::cli {
namespace {

using Json = nlohmann::ordered_json;

/// What differs from run to run of the same point.
constexpr std::string_view kOfTheHost = "wall_s";
constexpr const char* kFigures = "figures";
constexpr const char* kRefusal = "refusal";

/// Adds the values in `object` that are no lists, each under its path.
void flatten(const Json& object, const std::string& path, Json& figures) {
    for (const auto& [key, value] : object.items()) {
        const std::string name = path.empty() ? key : fmt::format("{}.{}", path, key);
        if (value.is_object())
            flatten(value, name, figures);
        else if (!value.is_null() && !value.is_array() && name != kOfTheHost &&
                 !figures.contains(name))
            figures[name] = value;
    }
}

Json choice(const base::Node& value) {
    if (!value.is_scalar()) return value.to_flow();
    const Json number = Json::parse(value.text(), nullptr, false);
    return value.is_quoted() || !number.is_number() ? Json(value.text()) : number;
}

backends::RunResult run_at(const study::Study& study, std::span<const problem::Setting> settings,
                           backends::Backend& backend) {
    const problem::Problem problem = problem::read_problem(study.problem, study.folder, settings);
    return backend.run(problem::map_problem(problem), problem.device,
                       {.reconfigure = problem.reconfigure});
}

/// One line of JSON.
std::string run_point(const study::Study& study, std::int64_t point, backends::Backend& backend) {
    Json figures = Json::object();
    Json line = Json::object();
    const std::vector<problem::Setting> settings = study::settings_at(study, point);
    for (const problem::Setting& setting : settings)
        figures[setting.key] = choice(setting.value);
    try {
        flatten(Json::parse(result_json(run_at(study, settings, backend))), "", figures);
    } catch (const base::Error& error) {
        line[kRefusal] = error.what();
    }
    line[kFigures] = std::move(figures);
    return line.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool is_row(const std::string& text) {
    const Json line = Json::parse(text, nullptr, false);
    return line.is_object() && line.contains(kFigures) && line[kFigures].is_object() &&
           (!line.contains(kRefusal) || line[kRefusal].is_string());
}

SweepRow row_of(std::int64_t point, const std::string& text) {
    const Json line = Json::parse(text);
    SweepRow row{.point = point, .figures = line.at(kFigures)};
    if (line.contains(kRefusal)) row.refusal = line.at(kRefusal).get<std::string>();
    return row;
}

/// All that the rows of a study depend on but what is hashed from files.
std::string text_of(const study::Study& study, const std::string& backend) {
    std::string text =
        fmt::format("{} {} {}", backend, study.folder.string(), study.problem.to_flow());
    for (const study::Axis& axis : study.axes)
        for (std::size_t key = 0; key < axis.keys.size(); ++key) {
            text += fmt::format("\n{}:", axis.keys[key]);
            for (const std::vector<base::Node>& values : axis.values)
                text += ' ' + values[key].to_flow();
        }
    return text;
}

}  // namespace

Sweep run_sweep(const study::Study& study, const SweepOptions& options,
                const std::function<void(std::size_t)>& on_done) {
    const std::array folders{arch::devices_folder()};
    Sweep sweep{.study = &study,
                .backend = options.backend,
                .made_by = base::fingerprint(text_of(study, options.backend), folders),
                .rows = {}};
    const std::unique_ptr<backends::Backend> backend = BackendOptions{}.make(options.backend, {});
    const std::vector<std::int64_t> points = study::points_of(study);
    std::vector<base::Task> tasks;
    for (const std::int64_t point : points)
        tasks.push_back({fmt::format("{}", point),
                         [&study, &backend, point] { return run_point(study, point, *backend); }});
    std::optional<base::Keep> keep;
    if (options.keep) keep = base::Keep{*options.keep, sweep.made_by, is_row};
    const std::vector<std::string> lines =
        base::run_side_by_side(tasks, options.processes, keep, on_done);
    for (std::size_t i = 0; i < points.size(); ++i)
        sweep.rows.push_back(row_of(points[i], lines[i]));
    if (std::ranges::all_of(sweep.rows,
                            [](const SweepRow& row) { return row.refusal.has_value(); }))
        throw base::InputError{sweep.rows.size() == 1
                                   ? *sweep.rows.front().refusal
                                   : fmt::format("none of {} points can run; the first: {}",
                                                 sweep.rows.size(), *sweep.rows.front().refusal)};
    return sweep;
}

std::vector<std::string> Sweep::keys() const {
    std::vector<std::string> keys;
    for (const study::Axis& axis : study->axes)
        keys.insert(keys.end(), axis.keys.begin(), axis.keys.end());
    return keys;
}

std::vector<std::string> Sweep::columns() const {
    std::vector<std::string> columns;
    std::set<std::string> known;
    for (const SweepRow& row : rows)
        for (const auto& [name, value] : row.figures.items())
            if (known.insert(name).second) columns.push_back(name);
    return columns;
}

}  // namespace xdnasim::cli
