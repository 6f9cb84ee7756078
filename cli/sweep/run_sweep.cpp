#include <array>
#include <memory>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "arch/device_file.hpp"
#include "backends/fingerprint.hpp"
#include "base/error.hpp"
#include "base/worker_processes.hpp"
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
constexpr const char* kDeviceHash = "device_hash";
constexpr const char* kDeviceDram = "device_dram_gbps";

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

/// The same for devices of the same numbers, wherever they are from.
std::string device_hash(const arch::Device& device) {
    backends::Fingerprint hash;
    for (const arch::Quantity& quantity : device.quantities) {
        const std::string text = fmt::format("{}={}\n", quantity.path, quantity.value);
        hash.add(std::as_bytes(std::span{text}));
    }
    return fmt::format("{:016x}", hash.value());
}

std::string line_of(const Json& figures, const std::optional<std::string>& refusal) {
    Json line = Json::object();
    if (refusal) line[kRefusal] = *refusal;
    line[kFigures] = figures;
    return line.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json choices_at(const std::vector<problem::Setting>& settings) {
    Json figures = Json::object();
    for (const problem::Setting& setting : settings)
        figures[setting.key] = choice(setting.value);
    return figures;
}

/// One line of JSON.
std::string run_point(const study::Study& study, std::int64_t point, backends::Backend& backend) {
    const std::vector<problem::Setting> settings = study::settings_at(study, point);
    Json figures = choices_at(settings);
    try {
        const problem::Problem problem =
            problem::read_problem(study.problem, study.folder, settings);
        const backends::RunResult result = backend.run(
            problem::map_problem(problem), problem.device, {.reconfigure = problem.reconfigure});
        flatten(Json::parse(result_json(result)), "", figures);
        figures[kDeviceDram] = problem.device.dram.total.count();
        figures[kDeviceHash] = device_hash(problem.device);
    } catch (const base::Error& error) {
        return line_of(figures, error.what());
    }
    return line_of(figures, std::nullopt);
}

bool is_row(const std::string& text) {
    const Json line = Json::parse(text, nullptr, false);
    return line.is_object() && line.contains(kFigures) && line[kFigures].is_object() &&
           (!line.contains(kRefusal) || line[kRefusal].is_string());
}

bool is_refused(const std::string& line) {
    return Json::parse(line).contains(kRefusal);
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

std::string maker_of(const study::Study& study, const std::string& backend) {
    const std::array folders{arch::devices_folder()};
    return base::fingerprint(text_of(study, backend), folders);
}

/// Keeps what is done, and tells how far that is.
class Keeper {
 public:
    Keeper(base::KeptResults& kept, SweepProgress progress,
           const std::function<void(const SweepProgress&)>& on_progress)
        : kept_{kept}, progress_{progress}, on_progress_{on_progress} {}

    void take(std::int64_t point, const std::string& line) {
        kept_.add(fmt::format("{}", point), line);
        ++progress_.done;
        if (is_refused(line)) ++progress_.refused;
        if (on_progress_) on_progress_(progress_);
    }

 private:
    base::KeptResults& kept_;
    SweepProgress progress_;
    const std::function<void(const SweepProgress&)>& on_progress_;
};

using Refuse = std::function<void(std::int64_t, const std::string&)>;

void run_here(const study::Study& study, const SweepOptions& options,
              const std::vector<std::int64_t>& points, Keeper& keeper, const Refuse& refuse) {
    const auto backend = BackendOptions{}.make(options.backend, {});
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < points.size(); ++i)
        numbers.push_back(i);
    base::run_in_processes(
        std::move(numbers), options.processes,
        {.run = [&](std::size_t i) { return run_point(study, points[i], *backend); },
         .take = [&](std::size_t i, const std::string& line) { keeper.take(points[i], line); },
         .failed = [&](std::size_t i, const std::string& why) { refuse(points[i], why); },
         .gave_up =
             [&](std::size_t i, const std::string& end) {
                 refuse(points[i],
                        fmt::format("{} processes were ended while they ran this point, the "
                                    "last by {}",
                                    base::kMostDeaths, end));
             }});
}

void run_there(const ClusterWork& work, const std::vector<std::int64_t>& points, Keeper& keeper,
               const Refuse& refuse) {
    run_on_cluster(work, points,
                   {.done =
                        [&](std::int64_t point, const std::string& line) {
                            if (!is_row(line))
                                throw base::InputError{fmt::format(
                                    "--scheduler: point {} came back as what is no result", point)};
                            keeper.take(point, line);
                        },
                    .lost = refuse});
}

}  // namespace

Sweep run_sweep(const study::Study& study, const SweepOptions& options,
                const std::function<void(const SweepProgress&)>& on_progress) {
    const std::string made_by = maker_of(study, options.backend);
    std::vector<std::int64_t> points = study::points_of(study);
    auto kept = std::make_unique<base::KeptResults>(base::Keep{options.keep, made_by, is_row});
    std::vector<std::int64_t> open;
    for (const std::int64_t point : points)
        if (!kept->has(fmt::format("{}", point))) open.push_back(point);
    const std::size_t before = points.size() - open.size();
    Keeper keeper{*kept,
                  {.done = before, .refused = 0, .points = points.size(), .before = before},
                  on_progress};
    const Refuse refuse = [&](std::int64_t point, const std::string& why) {
        keeper.take(point, line_of(choices_at(study::settings_at(study, point)), why));
    };
    if (options.scheduler)
        run_there({*options.scheduler, options.study, options.backend, made_by}, open, keeper,
                  refuse);
    else
        run_here(study, options, open, keeper, refuse);
    return {study, options, made_by, std::move(points), std::move(kept)};
}

std::string lines_of_points(const study::Study& study, const SweepOptions& options,
                            const std::vector<std::int64_t>& points) {
    const std::int64_t end = study::combinations(study);
    for (const std::int64_t point : points)
        if (point >= end)
            throw base::InputError{fmt::format("--points: the study has no point {}", point)};
    const auto backend = BackendOptions{}.make(options.backend, {});
    std::string text = base::first_line_of_kept(maker_of(study, options.backend)) + '\n';
    for (const std::int64_t point : points)
        text += fmt::format("{}{}{}\n", point, base::kAfterId, run_point(study, point, *backend));
    return text;
}

Sweep::Sweep(const study::Study& study, SweepOptions options, std::string made_by,
             std::vector<std::int64_t> points, std::unique_ptr<base::KeptResults> kept)
    : study_{&study},
      options_{std::move(options)},
      made_by_{std::move(made_by)},
      points_{std::move(points)},
      kept_{std::move(kept)} {
    std::set<std::string> known;
    std::optional<std::string> first;
    for (std::size_t i = 0; i < size(); ++i) {
        const SweepRow each = row(i);
        if (each.refusal) ++refused_;
        if (each.refusal && !first) first = each.refusal;
        for (const auto& [name, value] : each.figures.items())
            if (known.insert(name).second) columns_.push_back(name);
    }
    if (refused_ == size())
        throw base::InputError{
            size() == 1 ? *first
                        : fmt::format("none of {} points can run; the first: {}", size(), *first)};
}

SweepRow Sweep::row(std::size_t number) const {
    const std::int64_t point = points_[number];
    const Json line = Json::parse(kept_->result(fmt::format("{}", point)));
    SweepRow row{.point = point, .figures = line.at(kFigures)};
    if (line.contains(kRefusal)) row.refusal = line.at(kRefusal).get<std::string>();
    return row;
}

std::vector<std::string> Sweep::keys() const {
    std::vector<std::string> keys;
    for (const study::Axis& axis : study_->axes)
        keys.insert(keys.end(), axis.keys.begin(), axis.keys.end());
    return keys;
}

}  // namespace xdnasim::cli
