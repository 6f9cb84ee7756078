#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arch/device_file.hpp"
#include "base/error.hpp"
#include "base/json_text.hpp"
#include "base/kept_results.hpp"
#include "base/side_by_side.hpp"
#include "cli/place_study/place_case.hpp"
#include "cli/sweep/cluster.hpp"
#include "workloads/integer/solver.hpp"

namespace xdnasim::cli {

using placement::Method;
using placement::RouterKind;

std::string Contestant::name() const {
    return router == RouterKind::Negotiated
               ? to_string(method)
               : fmt::format("{}/{}", to_string(method), to_string(router));
}

bool Contestant::needs_solver() const {
    return router == RouterKind::Exact || placement::solves_programs(method);
}

std::vector<Contestant> all_contestants() {
    std::vector<Contestant> all;
    for (const Method method : placement::kMethods) {
        all.push_back({method, RouterKind::Negotiated});
        if (method == Method::AnnealingRoutes) all.push_back({method, RouterKind::Exact});
    }
    return all;
}

namespace {

bool is_case(const std::string& line) {
    try {
        static_cast<void>(case_of(line));
        return true;
    } catch (const nlohmann::json::exception&) {
        return false;
    } catch (const base::InputError&) {
        return false;
    }
}

std::string study_text(const PlaceStudyOptions& options) {
    std::vector<std::string> names;
    for (const Contestant& contestant : options.contestants)
        names.push_back(contestant.name());
    return fmt::format("{} {} {} {} {} {}", fmt::join(names, " "), fmt::join(options.netlists, " "),
                       options.budget.count(), options.seeds, options.moves, options.firings);
}

void require_solvers(const PlaceStudyOptions& options) {
    if (std::ranges::any_of(options.contestants, &Contestant::needs_solver))
        integer::require_solver("the study of all methods");
}

std::vector<base::Task> tasks_of(const PlaceStudyOptions& options) {
    std::vector<base::Task> tasks;
    for (const std::string& netlist : options.netlists)
        for (const Contestant& contestant : options.contestants)
            for (int seed = 1; seed <= (contestant.is_random() ? options.seeds : 1); ++seed)
                tasks.push_back({fmt::format("{} {} {}", netlist, contestant.name(), seed),
                                 [&options, netlist, contestant, seed] {
                                     return base::json_text(
                                         case_json(run_case(options, netlist, contestant,
                                                            static_cast<std::uint64_t>(seed))));
                                 }});
    return tasks;
}

std::string maker_of(const PlaceStudyOptions& options) {
    const std::array folders{arch::devices_folder()};
    return base::key_of_results(study_text(options), folders);
}

/// As base::run_side_by_side(), but on a cluster.
std::vector<std::string> run_there(const std::vector<base::Task>& tasks, const ClusterWork& work,
                                   const std::optional<base::Keep>& keep,
                                   const std::function<void(std::size_t)>& on_done) {
    std::optional<base::KeptResults> kept;
    if (keep) kept.emplace(*keep);
    std::vector<std::string> results(tasks.size());
    std::vector<std::int64_t> open;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        if (kept && kept->has(tasks[i].id))
            results[i] = kept->result(tasks[i].id);
        else
            open.push_back(static_cast<std::int64_t>(i));
    }
    std::size_t done = tasks.size() - open.size();
    const auto id_of = [&](std::int64_t number) {
        return tasks.at(static_cast<std::size_t>(number)).id;
    };
    run_on_cluster(work, open,
                   {.done =
                        [&](std::int64_t number, const std::string& line) {
                            if (!is_case(line))
                                throw base::InputError{fmt::format(
                                    "--scheduler: the worker returned an invalid result for {}",
                                    id_of(number))};
                            if (kept) kept->add(id_of(number), line);
                            results[static_cast<std::size_t>(number)] = line;
                            if (on_done) on_done(++done);
                        },
                    .lost =
                        [&](std::int64_t number, const std::string& why) {
                            throw base::InputError{fmt::format("{}: {}", id_of(number), why)};
                        }});
    return results;
}

}  // namespace

PlaceStudy run_place_study(const PlaceStudyOptions& options,
                           const std::function<void(std::size_t)>& on_done) {
    require_solvers(options);
    const std::vector<base::Task> tasks = tasks_of(options);
    PlaceStudy study{maker_of(options), {}};
    std::optional<base::Keep> keep;
    if (options.keep)
        keep = base::Keep{.file = *options.keep,
                          .made_by = study.made_by,
                          .others = "another study, another build of xdnasim or other device files",
                          .is_result = is_case};
    const std::vector<std::string> lines =
        options.scheduler ? run_there(tasks, {*options.scheduler, options.arguments, study.made_by},
                                      keep, on_done)
                          : base::run_side_by_side(tasks, options.processes, keep, on_done);
    for (const std::string& line : lines)
        study.cases.push_back(case_of(line));
    return study;
}

std::string lines_of_cases(const PlaceStudyOptions& options,
                           const std::vector<std::int64_t>& numbers) {
    require_solvers(options);
    const std::vector<base::Task> tasks = tasks_of(options);
    for (const std::int64_t number : numbers)
        if (number >= std::ssize(tasks))
            throw base::InputError{fmt::format(
                "--points: the study has no case {}; allowed: up to {}", number, tasks.size() - 1)};
    std::string text = base::first_line_of_kept(maker_of(options)) + '\n';
    for (const std::int64_t number : numbers)
        text += fmt::format("{}{}{}\n", number, base::kAfterId,
                            tasks[static_cast<std::size_t>(number)].run());
    return text;
}

}  // namespace xdnasim::cli
