#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arch/device_file.hpp"
#include "base/side_by_side.hpp"
#include "cli/place_study/place_case.hpp"
#include "workloads/integer/solver.hpp"

namespace xdnasim::cli {

using placement::Method;
using placement::RouterKind;

std::string Contestant::name() const {
    return router == RouterKind::Negotiated
               ? to_string(method)
               : fmt::format("{}/{}", to_string(method), to_string(router));
}

bool Contestant::is_random() const {
    switch (method) {
        case Method::Naive:
        case Method::Snake:
        case Method::Joint:
            return false;
        case Method::Annealing:
        case Method::AnnealingPath:
        case Method::AnnealingChannel:
        case Method::AnnealingRoutes:
        case Method::LocalSearch:
            break;
    }
    return true;
}

bool Contestant::needs_solver() const {
    return router == RouterKind::Exact || method == Method::LocalSearch || method == Method::Joint;
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
    }
}

std::string study_text(const PlaceStudyOptions& options) {
    std::vector<std::string> names;
    for (const Contestant& contestant : options.contestants)
        names.push_back(contestant.name());
    return fmt::format("{} {} {} {} {} {}", fmt::join(names, " "), fmt::join(options.netlists, " "),
                       options.budget, options.seeds, options.moves, options.firings);
}

}  // namespace

PlaceStudy run_place_study(const PlaceStudyOptions& options,
                           const std::function<void(std::size_t)>& on_done) {
    if (std::ranges::any_of(options.contestants, &Contestant::needs_solver))
        integer::require_solver("the study of all methods");
    std::vector<base::Task> tasks;
    for (const std::string& netlist : options.netlists)
        for (const Contestant& contestant : options.contestants)
            for (int seed = 1; seed <= (contestant.is_random() ? options.seeds : 1); ++seed)
                tasks.push_back({fmt::format("{} {} {}", netlist, contestant.name(), seed),
                                 [&options, netlist, contestant, seed] {
                                     return case_json(run_case(options, netlist, contestant,
                                                               static_cast<std::uint64_t>(seed)))
                                         .dump();
                                 }});
    const std::array folders{arch::devices_folder()};
    PlaceStudy study{base::fingerprint(study_text(options), folders), {}};
    std::optional<base::Keep> keep;
    if (options.keep) keep = base::Keep{*options.keep, study.made_by, is_case};
    for (const std::string& line : base::run_side_by_side(tasks, options.processes, keep, on_done))
        study.cases.push_back(case_of(line));
    return study;
}

}  // namespace xdnasim::cli
