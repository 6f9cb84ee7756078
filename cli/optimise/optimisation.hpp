#pragma once
// What `xdnasim optimise` finds for a GEMM, why, and how it is told.

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

/// The best for one of several sizes.
struct BestOfSize {
    search::SizedCalls size;
    search::Trial best;
};

struct Optimisation;

/// One design for several sizes against the best for each.
struct ManySizes {
    std::vector<BestOfSize> each;
    arch::Nanoseconds one{};       ///< all calls with one design
    arch::Nanoseconds separate{};  ///< all calls with the best for each, without reconfiguration
    arch::Nanoseconds reconfiguration{};  ///< of the array, once for each change of design
    int changes = 0;                      ///< of design, from the first size around to it again
    /// So many times as many calls of each size in a row make up for the changes; nullopt: never,
    /// or there are none.
    [[nodiscard]] std::optional<double> break_even() const;
};

/// The best of each of several sizes, found as the best for all was; nullopt: the search had to end
/// before.
[[nodiscard]] std::optional<ManySizes> compare_sizes(const Optimisation& all);

/// What the array's time shrinks by when a limit is relaxed by a tenth, by a run of its own.
struct Sensitivity {
    schedule::Limit limit{};
    double gain = 0;  ///< share of the time
};

/// A design with another depth in the mem tiles.
struct DepthPoint {
    std::int64_t k_mt = 0;
    arch::Nanoseconds forecast{};
    std::optional<arch::Nanoseconds> simulated{};
};

/// The best tile with every depth that fits, as far as time allows; empty: k_mt was given.
[[nodiscard]] std::vector<DepthPoint> depths_of(const Optimisation& all);

/// What fewer cores cost: for each number of them the best of the tiles that were simulated, with
/// the depth in the mem tiles that suits it. The fewest cores first; what fewer cores do as fast is
/// left out. Empty: the array was given.
[[nodiscard]] std::vector<search::Trial> front_of(const Optimisation& all);

struct Optimisation {
    std::string problem;
    std::vector<std::string> settings;  ///< of the command line
    const arch::Device* device = nullptr;
    search::GemmQuestion question;
    SearchOptions options{};
    SearchResult found{};
    std::size_t longest = 0;  ///< of the sizes: the one whose calls take longest in the best design
    // Of one call of that size.
    backends::RunResult winner{};
    schedule::Estimate estimate{};
    std::vector<Sensitivity> sensitivity{};  ///< the largest gain first; not of buffers

    std::vector<DepthPoint> depths{};
    std::vector<search::Trial> front{};
    std::optional<ManySizes> sizes{};

    [[nodiscard]] const search::Trial& best() const { return found.trials.front(); }
    [[nodiscard]] const search::SizedCalls& longest_size() const { return question.sizes[longest]; }
    /// Multiply and add, asked for, of all sizes and calls.
    [[nodiscard]] double operations() const;
};

/// Finds out what the best design's longest size is and what holds it back there.
void explain_best(Optimisation& all);

/// For people.
[[nodiscard]] std::string optimisation_report(const Optimisation& optimisation);
/// One JSON object and a newline.
[[nodiscard]] std::string optimisation_json(const Optimisation& optimisation);
/// The problem file `problem` with what the best design chose in its section.
[[nodiscard]] std::string problem_with(const base::Node& problem, const search::Design& best,
                                       const std::string& section = "gemm");

}  // namespace xdnasim::cli
