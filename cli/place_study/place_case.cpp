#include "cli/place_study/place_case.hpp"

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <string_view>

#include <fmt/format.h>
#include <unistd.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "backends/systemc/systemc_backend.hpp"
#include "base/error.hpp"
#include "base/processor_time.hpp"
#include "base/wall_time.hpp"
#include "cli/output.hpp"
#include "cli/place/place_report.hpp"
#include "workloads/integer/solver.hpp"
#include "workloads/netlist/suite/suite.hpp"
#include "workloads/placed/packet_waits.hpp"
#include "workloads/placement/exact/exact_placers.hpp"
#include "workloads/placement/search.hpp"
#include "workloads/placement/solution_file.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::cli {
namespace {

using Json = nlohmann::ordered_json;

/// A temporary file that is removed at the end of the scope.
class PassingFile {
 public:
    explicit PassingFile(const std::string& text) {
        const int file = ::mkstemps(path_.data(), static_cast<int>(kEnding.size()));
        if (file < 0) throw base::InputError{fmt::format("{}: {}", path_, std::strerror(errno))};
        ::close(file);
        std::ofstream{path_} << text;
    }
    ~PassingFile() { ::unlink(path_.c_str()); }
    PassingFile(const PassingFile&) = delete;
    PassingFile& operator=(const PassingFile&) = delete;

    [[nodiscard]] const std::string& path() const { return path_; }

 private:
    static constexpr std::string_view kEnding = ".json";

    std::string path_ =
        (folder_of_temporary_files() / fmt::format("xdnasim-XXXXXX{}", kEnding)).string();
};

/// Loads a result of `place` through a temporary file, which is removed before the run starts, so
/// that a killed run leaves no file behind.
problem::Problem loaded(const std::string& result, const std::vector<problem::Setting>& settings) {
    const PassingFile file{result};
    return problem::load_problem(file.path(), settings);
}

double run_us(const problem::Problem& problem) {
    constexpr double kNanosecondsPerMicrosecond = 1000;
    const auto backend = backends::make_systemc_backend();
    return backend->run(problem::map_problem(problem), problem.device, {}).time().count() /
           kNanosecondsPerMicrosecond;
}

void run(const PlaceStudyOptions& options, const std::string& result, PlaceCase& found) {
    const problem::Setting firings{"netlist.firings", fmt::format("{}", options.firings)};
    try {
        found.run_us = run_us(loaded(result, {firings}));
        found.run_4_bytes_us = run_us(loaded(result, {firings, {"netlist.object_bytes", "4"}}));
    } catch (const base::Error& error) {
        found.refusal = error.what();
    }
}

void measure(const netlist::Netlist& netlist, const placement::Array& array,
             const placement::Solution& solution, PlaceCase& found) {
    const placement::Measures measures = measures_of(netlist, array, solution);
    found.cost = cost_of(netlist, array, solution).total();
    found.route_length = measures.route_length;
    found.buffer_bytes = static_cast<double>(measures.buffers.count());
    found.shared_nets = measures.shared_nets;
    found.stream_nets = measures.stream_nets;
    found.packet_nets = measures.packet_nets;
}

}  // namespace

placement::Solution solution_of_case(const netlist::Netlist& netlist,
                                     const std::vector<placement::Solution>& found,
                                     const arch::Device& device) {
    if (found.size() == 1) return found.front();
    try {
        return choose_solution(netlist, found, device).solution;
    } catch (const base::Error&) {
        return found.front();
    }
}

PlaceCase run_case(const PlaceStudyOptions& options, const std::string& name,
                   const Contestant& contestant, std::uint64_t seed) {
    const netlist::Netlist netlist = netlist::suite_netlist(name);
    const arch::Device device =
        arch::load_device(arch::find_device(placement::device_of(netlist.device)));
    const placement::Array array{device};
    const auto begin = std::chrono::steady_clock::now();
    const base::ProcessorTime before = base::processor_time();
    const auto spent = [&] {
        return base::processor_time() - before + integer::time_of_running_solver();
    };
    const auto oracle = std::make_shared<placement::Oracle>();
    oracle->ask([&] { return spent() < options.budget; });
    const auto router =
        make_router(contestant.router, array, placement::StreamMode::Mixed, *oracle);
    placement::Search search{netlist,
                             array,
                             *router,
                             {.seed = seed,
                              .max_moves = options.moves,
                              .doubts = placed::doubts_about_runs(netlist, device),
                              .may_go_on = [&] { return spent() < options.budget; },
                              .oracle = oracle}};
    make_placer(contestant.method)->place(search);
    const std::vector<placement::Solution> solutions = search.found();
    PlaceCase found{.netlist = name,
                    .contestant = contestant.name(),
                    .seed = seed,
                    .cores = netlist.count(arch::TileKind::CompTile),
                    .nets = netlist.net_count(),
                    .is_legal = !solutions.empty(),
                    .ended = search.ending(),
                    .seconds = base::seconds_since(begin),
                    .processor_s = spent().count(),
                    .bound = search.bound()};
    if (solutions.empty()) return found;
    const placement::Solution solution = solution_of_case(netlist, solutions, device);
    measure(netlist, array, solution, found);
    placement::Finding finding;
    finding.method = contestant.method;
    finding.ended = found.ended;
    run(options, solution_json(netlist, array, solution, finding), found);
    return found;
}

namespace {

/// Calls f(key, member) for each optional figure of a case.
template <class Case, class F>
void for_each_figure(Case& each, F f) {
    f("bound", each.bound);
    f("cost", each.cost);
    f("route_length", each.route_length);
    f("buffer_bytes", each.buffer_bytes);
    f("shared_nets", each.shared_nets);
    f("stream_nets", each.stream_nets);
    f("packet_nets", each.packet_nets);
    f("run_us", each.run_us);
    f("run_4_bytes_us", each.run_4_bytes_us);
}

}  // namespace

Json case_json(const PlaceCase& found) {
    Json json{{"netlist", found.netlist},
              {"method", found.contestant},
              {"seed", found.seed},
              {"cores", found.cores},
              {"nets", found.nets},
              {"legal", found.is_legal},
              {"ended", to_string(found.ended)},
              {"seconds", found.seconds},
              {"processor_s", found.processor_s}};
    for_each_figure(found, [&](const char* key, const std::optional<double>& value) {
        json[key] = value ? Json(*value) : Json(nullptr);
    });
    json["refusal"] = found.refusal;
    return json;
}

PlaceCase case_of(const std::string& line) {
    const Json json = Json::parse(line);
    const auto ended = placement::ending_called(json.at("ended").get<std::string>());
    if (!ended)
        throw base::InputError{fmt::format("no search ends with {}", json.at("ended").dump())};
    PlaceCase found{.netlist = json.at("netlist"),
                    .contestant = json.at("method"),
                    .seed = json.at("seed"),
                    .cores = json.at("cores"),
                    .nets = json.at("nets"),
                    .is_legal = json.at("legal"),
                    .ended = *ended,
                    .seconds = json.at("seconds"),
                    .processor_s = json.at("processor_s")};
    for_each_figure(found, [&](const char* key, std::optional<double>& value) {
        if (!json.at(key).is_null()) value = json.at(key).get<double>();
    });
    found.refusal = json.at("refusal");
    return found;
}

}  // namespace xdnasim::cli
