#pragma once
// The steps of `xdnasim place-study`: runs methods of place and route on the netlists of the
// benchmark, and compares them on the netlists that all of them solve.

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

    /// "METHOD" with the negotiating router, such as "lsmo", else "METHOD/ROUTER", such as
    /// "sa-router/exact".
    [[nodiscard]] std::string name() const;
    /// Whether the results depend on a seed.
    [[nodiscard]] bool is_random() const { return placement::is_random(method); }
    [[nodiscard]] bool needs_solver() const;
};

/// All methods with the negotiating router, and annealing of routed costs also with the exact one.
[[nodiscard]] std::vector<Contestant> all_contestants();

struct PlaceStudyOptions {
    std::vector<Contestant> contestants;
    std::vector<std::string> netlists;  ///< names of netlists of the suite
    base::ProcessorTime budget{60};     ///< limit for the search of one case
    int seeds = 5;                      ///< number of seeds of each random contestant
    std::int64_t moves = 0;             ///< maximum number of moves of annealing
    std::int64_t firings = 0;  ///< objects that each shim sends and receives over a net in a run
    unsigned processes = 1;
    std::optional<std::filesystem::path> keep{};  ///< see base::Keep
    std::optional<std::string> scheduler{};  ///< address of Dask's scheduler; nullopt to run here
    std::vector<std::string> arguments{};  ///< command line of the same study on a cluster's worker
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
    double seconds = 0;             ///< wall time of placing and routing
    double processor_s = 0;         ///< processor time of placing and routing, with the solver's
    std::optional<double> bound{};  ///< proven lower bound of the cost
    std::optional<double> cost{};
    std::optional<double> route_length{};
    std::optional<double> buffer_bytes{};
    std::optional<double> shared_nets{};
    std::optional<double> stream_nets{};
    std::optional<double> packet_nets{};
    std::optional<double> run_us{};          ///< time of a run with objects of the netlist's size
    std::optional<double> run_4_bytes_us{};  ///< time of a run with objects of four bytes
    std::string refusal{};  ///< why a legal placement cannot run, such as a deadlock of packets
};

struct PlaceStudy {
    std::string made_by;  ///< fingerprint of the options, this build and the device files
    std::vector<PlaceCase> cases;
};

/// Runs all cases. `on_done`: see base::run_side_by_side(). Throws base::Error (Unavailable) if a
/// contestant needs a solver and there is none; with a scheduler also as run_on_cluster() does.
[[nodiscard]] PlaceStudy run_place_study(const PlaceStudyOptions& options,
                                         const std::function<void(std::size_t)>& on_done);

/// Runs the cases with these numbers and returns the lines that ClusterWork expects from a worker.
/// Throws as run_place_study() does, and InputError if there is no case with such a number.
[[nodiscard]] std::string lines_of_cases(const PlaceStudyOptions& options,
                                         const std::vector<std::int64_t>& numbers);

/// Results of one contestant. Counts are over all netlists of the study. Figures are over the
/// netlists in PlaceStudySummary::common: the median over the seeds of each netlist, then the
/// geometric mean over netlists.
struct ContestantSummary {
    std::string name;
    int solved = 0;  ///< netlists with a legal result from more than half of the seeds
    int proven = 0;  ///< netlists with a result that is proven to be the cheapest
    int stuck = 0;   ///< solved netlists with a legal result that cannot run
    double seconds = 0;
    double processor_s = 0;
    double cost = 0;
    double run_us = 0;
    double run_4_bytes_us = 0;
    double route_length = 0;
    double buffer_bytes = 0;
    double shared_nets = 0;  ///< sum over netlists in place of the mean
    double stream_nets = 0;  ///< sum over netlists in place of the mean
};

/// A class of netlists of the benchmark.
struct ClassSummary {
    std::string name;         ///< "mesh, pipelined, large"
    int netlists = 0;         ///< number of netlists in the class
    std::vector<int> solved;  ///< by contestant, the number of netlists that it solves
};

struct PlaceStudySummary {
    /// The netlists that every contestant solves with results that can run, not counting
    /// contestants that solve no netlist at all.
    std::vector<std::string> common;
    std::vector<ContestantSummary> contestants;
    std::vector<ClassSummary> classes;
};

[[nodiscard]] PlaceStudySummary summary_of(const PlaceStudyOptions& options,
                                           const PlaceStudy& study);

/// One JSON object and a newline: the cases and their summary.
[[nodiscard]] std::string place_study_json(const PlaceStudyOptions& options,
                                           const PlaceStudy& study,
                                           const PlaceStudySummary& summary);
/// The summary as text for people.
[[nodiscard]] std::string place_study_report(const PlaceStudyOptions& options,
                                             const PlaceStudySummary& summary);

}  // namespace xdnasim::cli
