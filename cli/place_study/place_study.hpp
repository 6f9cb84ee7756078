#pragma once
// `xdnasim place-study` in steps: methods of place and route on the netlists of the benchmark, one
// case after another, and what they come to on the netlists that all of them solve.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/processor_time.hpp"
#include "workloads/placement/ending.hpp"
#include "workloads/placement/placer.hpp"
#include "workloads/placement/routes/router.hpp"

namespace xdnasim::cli {

/// A method with its router.
struct Contestant {
    placement::Method method{};
    placement::RouterKind router{};

    /// "lsmo", or with a router that is not the usual one "sa-router/exact".
    [[nodiscard]] std::string name() const;
    /// Whether its results depend on a seed.
    [[nodiscard]] bool is_random() const { return placement::is_random(method); }
    [[nodiscard]] bool needs_solver() const;
};

/// All methods with the negotiating router; annealing of routed costs with the exact one, too.
[[nodiscard]] std::vector<Contestant> all_contestants();

struct PlaceStudyOptions {
    std::vector<Contestant> contestants;
    std::vector<std::string> netlists;  ///< of the suite
    base::ProcessorTime budget{60};     ///< of a case
    int seeds = 5;
    std::int64_t moves = 0;    ///< of annealing, at most
    std::int64_t firings = 0;  ///< of a run
    unsigned processes = 1;
    std::optional<std::filesystem::path> keep{};  ///< see base::Keep
    std::optional<std::string> scheduler{};       ///< of a Dask cluster; none: processes here
    std::vector<std::string> arguments{};  ///< of a command that asks for the same on a worker
};

/// One netlist placed by one contestant from one seed, and run.
struct PlaceCase {
    std::string netlist;
    std::string contestant;
    std::uint64_t seed = 0;
    int cores = 0;
    int nets = 0;
    bool is_legal = false;
    placement::Ending ended = placement::Ending::Done;
    double seconds = 0;      ///< of placing and routing, by the clock
    double processor_s = 0;  ///< of the processor, with the solver's
    std::optional<double> bound{};
    std::optional<double> cost{};
    std::optional<double> route_length{};
    std::optional<double> buffer_bytes{};
    std::optional<double> shared_nets{};
    std::optional<double> stream_nets{};
    std::optional<double> packet_nets{};
    std::optional<double> run_us{};          ///< with the netlist's objects
    std::optional<double> run_4_bytes_us{};  ///< with objects of four bytes
    std::string refusal{};  ///< why a legal one cannot run, such as that packets hold each other up
};

struct PlaceStudy {
    std::string made_by;  ///< of the options, this build and the device files
    std::vector<PlaceCase> cases;
};

/// `on_done`: see base::run_side_by_side(). Throws base::Error (Unavailable) when a contestant
/// needs a solver and there is none, and with a scheduler what run_on_cluster() throws.
[[nodiscard]] PlaceStudy run_place_study(const PlaceStudyOptions& options,
                                         const std::function<void(std::size_t)>& on_done);

/// What ClusterWork asks of a worker, for these cases by their numbers. Throws like
/// run_place_study().
[[nodiscard]] std::string lines_of_cases(const PlaceStudyOptions& options,
                                         const std::vector<std::int64_t>& numbers);

/// Of a contestant: success over all netlists, and medians over seeds of what is compared, over the
/// netlists that every contestant with any success solves: geometric means, sums of nets.
struct ContestantSummary {
    std::string name;
    int solved = 0;  ///< netlists with a legal result from more than half of the seeds
    int proven = 0;  ///< with a result that is proven the cheapest
    int stuck = 0;   ///< whose runs make no progress
    double seconds = 0;
    double processor_s = 0;
    double cost = 0;
    double run_us = 0;
    double run_4_bytes_us = 0;
    double route_length = 0;
    double buffer_bytes = 0;
    double shared_nets = 0;
    double stream_nets = 0;
};

/// Netlists of a class of the benchmark, and how many of them each contestant solves.
struct ClassSummary {
    std::string name;  ///< "mesh, pipelined, large"
    int netlists = 0;
    std::vector<int> solved;  ///< by contestant
};

struct PlaceStudySummary {
    std::vector<std::string> common;  ///< netlists that the means are over
    std::vector<ContestantSummary> contestants;
    std::vector<ClassSummary> classes;
};

[[nodiscard]] PlaceStudySummary summary_of(const PlaceStudyOptions& options,
                                           const PlaceStudy& study);

/// One JSON object and a newline: cases, and what they come to.
[[nodiscard]] std::string place_study_json(const PlaceStudyOptions& options,
                                           const PlaceStudy& study,
                                           const PlaceStudySummary& summary);
/// For people.
[[nodiscard]] std::string place_study_report(const PlaceStudyOptions& options,
                                             const PlaceStudySummary& summary);

}  // namespace xdnasim::cli
