#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "backends/artifacts/manifest.hpp"
#include "backends/replay/replay_backend.hpp"
#include "base/error.hpp"
#include "base/fingerprint.hpp"
#include "base/json_text.hpp"
#include "base/uninterrupted.hpp"
#include "cli/simulate/recording_output.hpp"
#include "cli/simulate/result_json.hpp"
#include "cli/sweep/sweep.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::cli {
namespace {

using Json = nlohmann::ordered_json;

/// Figures that depend on how a point was simulated, not on the point.
constexpr std::array<std::string_view, 2> kOfTheSimulation{"wall_s", "skipped_share"};
constexpr const char* kFigures = "figures";
constexpr const char* kRefusal = "refusal";
constexpr const char* kDeviceHash = "device_hash";
constexpr const char* kDeviceDram = "device_dram_gbps";

/// Adds the values in `object` that are neither lists nor null to `figures`, each under its path.
void flatten(const Json& object, const std::string& path, Json& figures) {
    for (const auto& [key, value] : object.items()) {
        const std::string name = path.empty() ? key : fmt::format("{}.{}", path, key);
        if (value.is_object())
            flatten(value, name, figures);
        else if (!value.is_null() && !value.is_array() && !figures.contains(name) &&
                 std::ranges::find(kOfTheSimulation, name) == kOfTheSimulation.end())
            figures[name] = value;
    }
}

Json choice(const base::Node& value) {
    if (!value.is_scalar()) return value.to_flow();
    if (value.is_quoted()) return value.text();
    Json json = Json::parse(value.text(), nullptr, false);
    if (json.is_number()) return json;
    const auto number = base::number_in(value.text());  // such as .5 and 1., which JSON lacks
    return number ? Json(*number) : Json(value.text());
}

/// A hash of the device's numbers, whatever its name and file are.
std::string device_hash(const arch::Device& device) {
    base::Fingerprint hash;
    for (const arch::Quantity& quantity : device.quantities) {
        const auto number = base::number_in(quantity.value);  // 56.2 and 5.62e1 hash alike
        hash.add(fmt::format("{}={}\n", quantity.path,
                             number ? fmt::format("{}", *number) : quantity.value));
    }
    return base::fingerprint_text(hash.value());
}

std::string line_of(const Json& figures, const std::optional<std::string>& refusal) {
    Json line = Json::object();
    if (refusal) line[kRefusal] = *refusal;
    line[kFigures] = figures;
    return base::json_text(line);
}

Json choices_at(const std::vector<problem::Setting>& settings) {
    Json figures = Json::object();
    for (const problem::Setting& setting : settings)
        figures[setting.key] = choice(setting.value);
    return figures;
}

/// Throws InputError if `folder` holds other files or the recording of another problem, which must
/// not be overwritten.
void require_replaceable(const std::filesystem::path& folder, const schedule::Schedule& schedule,
                         const arch::Device& device) {
    static_cast<void>(recording_files_in(folder));
    const std::filesystem::path file = folder / artifacts::kManifestFile;
    if (std::filesystem::exists(file))
        require_same_problem(artifacts::load_manifest(file),
                             artifacts::make_manifest(schedule, device), file);
}

std::filesystem::path own_folder(const std::filesystem::path& folder, std::int64_t point) {
    return folder / fmt::format("point-{}", point);
}

/// Writes a recording to the point's own folder. Failures throw Error (Unavailable), since they are
/// not due to the point. Signals are held back until the folder is complete or removed: this
/// process gets one if another process fails.
void record(const std::filesystem::path& folder, std::int64_t point,
            const schedule::Schedule& schedule, const arch::Device& device,
            const backends::RunResult& result) {
    const std::filesystem::path own = own_folder(folder, point);
    const base::SignalsHeldBack until_whole;
    try {
        std::filesystem::create_directories(own);
        require_replaceable(own, schedule, device);
        write_recording(own, schedule, device, result, backends::RunOptions{}.seed);
    } catch (const std::filesystem::filesystem_error& error) {
        throw base::Error{base::ExitCode::Unavailable,
                          fmt::format("--record: cannot make the folder '{}': {}", own.string(),
                                      error.code().message())};
    } catch (const base::InputError& error) {
        std::error_code ignored;
        std::filesystem::remove(own, ignored);  // a folder that holds files stays
        const std::string why = error.what();
        throw base::Error{base::ExitCode::Unavailable,
                          why.starts_with("--record") ? why : "--record: " + why};
    }
}

}  // namespace

bool is_recorded(const std::filesystem::path& folder, std::int64_t point) {
    return std::filesystem::exists(own_folder(folder, point) / backends::kRecordingFile);
}

std::string run_point(const study::Study& study, const SweepOptions& options, std::int64_t point,
                      backends::Backend& backend) {
    const std::vector<problem::Setting> settings = study::settings_at(study, point);
    Json figures = choices_at(settings);
    try {
        const problem::Problem problem =
            problem::read_problem(study.problem, study.folder, settings);
        const schedule::Schedule schedule = problem::map_problem(problem);
        const backends::RunResult result =
            backend.run(schedule, problem.device, {.reconfigure = problem.reconfigure});
        if (options.record) record(*options.record, point, schedule, problem.device, result);
        flatten(Json::parse(result_json(result)), "", figures);
        figures[kDeviceDram] = problem.device.dram.total.count();
        figures[kDeviceHash] = device_hash(problem.device);
    } catch (const base::Error& error) {
        if (error.code() == base::ExitCode::Unavailable) throw;
        return line_of(figures, error.what());
    }
    return line_of(figures, std::nullopt);
}

std::string line_of_refusal(const study::Study& study, std::int64_t point, const std::string& why) {
    return line_of(choices_at(study::settings_at(study, point)), why);
}

bool is_line_of_row(const std::string& text) {
    const Json line = Json::parse(text, nullptr, false);
    return line.is_object() && line.contains(kFigures) && line[kFigures].is_object() &&
           (!line.contains(kRefusal) || line[kRefusal].is_string());
}

SweepRow row_of_line(std::int64_t point, const std::string& line) {
    const Json json = Json::parse(line);
    SweepRow row{.point = point, .figures = json.at(kFigures)};
    if (json.contains(kRefusal)) row.refusal = json.at(kRefusal).get<std::string>();
    return row;
}

}  // namespace xdnasim::cli
