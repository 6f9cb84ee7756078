#include "base/side_by_side.hpp"

#include <array>

#include <nlohmann/json.hpp>

#include "arch/device_file.hpp"
#include "base/error.hpp"
#include "base/json_text.hpp"
#include "base/kept_results.hpp"
#include "base/spelling.hpp"
#include "validation/data_files.hpp"
#include "validation/regression.hpp"
#include "validation/simulated_run.hpp"

namespace xdnasim::validation {
namespace {

using Json = nlohmann::ordered_json;

std::string to_line(const Simulation& simulation) {
    Json details = Json::array();
    for (const auto& [name, value] : simulation.details)
        std::visit([&, &key = name](const auto& held) { details.push_back({key, held}); }, value);
    Json line{{"value", simulation.value},
              {"bound", to_string(simulation.bound)},
              {"details", std::move(details)}};
    if (simulation.analytic) line["analytic"] = *simulation.analytic;
    return base::json_text(line);
}

/// Returns the bound of that name. Throws InputError if there is none.
Bound bound_named(const std::string& name) {
    for (const Bound bound : kBounds)
        if (name == to_string(bound)) return bound;
    throw base::InputError{"nothing is bound by " + base::in_quotes(name)};
}

/// Inverse of to_line(). Throws Json::exception or InputError if `text` is not such a line.
Simulation from_line(const std::string& text) {
    const Json line = Json::parse(text);
    Simulation simulation{.value = line.at("value").get<double>(),
                          .bound = bound_named(line.at("bound").get<std::string>()),
                          .details = {}};
    for (const Json& detail : line.at("details")) {
        const auto name = detail.at(0).get<std::string>();
        if (detail.at(1).is_string())
            simulation.details.emplace_back(name, detail.at(1).get<std::string>());
        else
            simulation.details.emplace_back(name, detail.at(1).get<double>());
    }
    if (line.contains("analytic")) simulation.analytic = line.at("analytic").get<double>();
    return simulation;
}

bool is_simulation(const std::string& text) {
    try {
        static_cast<void>(from_line(text));
        return true;
    } catch (const Json::exception&) {
        return false;
    } catch (const base::InputError&) {
        return false;
    }
}

}  // namespace

std::vector<Simulation> simulate_side_by_side(std::span<const Case> cases, const SideBySide& how,
                                              const std::function<void(std::size_t)>& on_done) {
    std::vector<base::Task> tasks;
    for (const Case& one : cases)
        tasks.push_back({one.measured.id, [&one] { return to_line(one.simulate(Devices{})); }});
    std::optional<base::Keep> keep;
    if (how.keep) {
        const std::array folders{arch::devices_folder(), data_folder() / "measured"};
        keep = base::Keep{.file = *how.keep,
                          .made_by = base::key_of_results(how.rows_of, folders),
                          .others =
                              "another suite, another build of xdnasim, other device files or "
                              "other measured rows",
                          .is_result = is_simulation};
    }
    std::vector<Simulation> simulations;
    for (const std::string& line : base::run_side_by_side(tasks, how.processes, keep, on_done))
        simulations.push_back(from_line(line));
    return simulations;
}

}  // namespace xdnasim::validation
