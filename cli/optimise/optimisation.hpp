#pragma once
// The result of `xdnasim optimise` for a GEMM, its explanation, and its output.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "backends/backend.hpp"
#include "cli/optimise/search_gemm.hpp"
#include "cli/optimise/search_options.hpp"
#include "workloads/search/gemm_designs.hpp"

namespace xdnasim::cli {

/// The best design for one of several sizes.
struct BestOfSize {
    search::SizedCalls size;
    search::Trial best;
};

struct Optimisation;

/// Comparison of one design for several sizes with the best design for each size.
struct ManySizes {
    std::vector<BestOfSize> each;
    arch::Nanoseconds one{};  ///< time of all calls with one design
    /// Time of all calls with the best design for each size, without reconfigurations.
    arch::Nanoseconds separate{};
    arch::Nanoseconds reconfiguration{};  ///< time of one change of design
    int changes = 0;  ///< changes of design in a cycle through all sizes, back to the first one
    /// The factor by which the numbers of calls in a row must grow until separate designs make up
    /// for the changes of design; nullopt if they never do or if there are no changes.
    [[nodiscard]] std::optional<double> break_even() const;
};

/// Searches for the best design for each size alone, in the way in which the best design for all
/// sizes was found. nullopt if the search had to end early.
[[nodiscard]] std::optional<ManySizes> compare_sizes(const Optimisation& all);

/// How much shorter the array's time becomes if a limit is relaxed by a tenth, from a simulation.
struct Sensitivity {
    schedule::Limit limit{};
    double gain = 0;  ///< share of the array's time that is saved
};

/// The times of a design with the given depth of tiles in the MemTiles.
struct DepthPoint {
    std::int64_t k_mt = 0;
    arch::Nanoseconds forecast{};                  ///< by closed forms
    std::optional<arch::Nanoseconds> simulated{};  ///< nullopt if it was not or cannot be simulated
};

/// The best design with every depth that fits, simulated as far as the time limit allows. Empty if
/// k_mt was given.
[[nodiscard]] std::vector<DepthPoint> depths_of(const Optimisation& all);

/// The Pareto front of time against cores. For each number of cores, the best tile of the best
/// designs is tried with the k_mt that suits it by the closed forms. Ordered by cores, fewest
/// first; designs that are not faster than one with fewer cores are left out. Empty if the array
/// was given.
[[nodiscard]] std::vector<search::Trial> front_of(const Optimisation& all);

struct Optimisation {
    std::string problem;
    std::vector<std::string> settings;  ///< values of --set
    const arch::Device* device = nullptr;
    search::GemmQuestion question;
    SearchOptions options{};
    SearchResult found{};
    std::size_t longest = 0;  ///< index of the size whose calls take longest in the best design
    // The best design, for one call of the size with the index `longest`.
    backends::RunResult winner{};
    schedule::Estimate estimate{};
    std::vector<Sensitivity> sensitivity{};  ///< largest gain first, without buffers

    std::vector<DepthPoint> depths{};    ///< see depths_of()
    std::vector<search::Trial> front{};  ///< see front_of()
    std::optional<ManySizes> sizes{};    ///< see compare_sizes()

    [[nodiscard]] const search::Trial& best() const { return found.trials.front(); }
    [[nodiscard]] const search::SizedCalls& longest_size() const { return question.sizes[longest]; }
    /// Multiplications and additions of all sizes and calls, without those of padding.
    [[nodiscard]] double operations() const;
};

/// Finds the size whose calls take longest in the best design and what limits it, and sets
/// `longest`, `winner`, `sensitivity` and `estimate`.
void explain_best(Optimisation& all);

/// The result as text for people.
[[nodiscard]] std::string optimisation_report(const Optimisation& optimisation);
/// One JSON object and a newline.
[[nodiscard]] std::string optimisation_json(const Optimisation& optimisation);
/// The text of the problem file `problem` with the choices of the best design in `section`.
[[nodiscard]] std::string problem_with(const base::Node& problem, const search::Design& best,
                                       const std::string& section = "gemm");

}  // namespace xdnasim::cli
