#pragma once
// `xdnasim optimise` in steps: what is asked, what was found, and how it is told.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "backends/backend.hpp"
#include "base/error.hpp"
#include "workloads/gemm/packs/pack_design.hpp"
#include "workloads/network/network_workload.hpp"
#include "workloads/problem/problem.hpp"
#include "workloads/search/gemm_designs.hpp"
#include "workloads/search/spaces.hpp"

namespace xdnasim::cli {

enum class StrategyName : std::uint8_t { Exhaustive, Taka };
inline constexpr std::array kStrategies{StrategyName::Exhaustive, StrategyName::Taka};
[[nodiscard]] std::string to_string(StrategyName strategy);  // "exhaustive"

/// What the options ask of `problem`: `free` are keys to search for although it gives them, `sizes`
/// are texts such as "512x1024x1024*12"; without any, the size is the problem's. Throws InputError
/// when it is not a GEMM, when nothing is open, and for what is not a size.
[[nodiscard]] search::GemmQuestion question_of(const problem::Problem& problem,
                                               const std::vector<std::string>& free,
                                               const std::vector<std::string>& sizes);

/// How a search is done.
struct SearchOptions {
    StrategyName strategy{};
    search::Objective objective{};
    search::Constraints constraints{};
    std::size_t max_trials = 0;
    unsigned processes = 1;  ///< that simulate side by side
    /// Times are those of iterations without the start, where there are any.
    bool by_steady = false;
    std::function<bool()> may_go_on;
    /// The search has ended before it had a design: before an error names the limits of it.
    std::function<void()> on_no_design = [] {};
    /// Told what is being done, and how much of how much.
    std::function<void(const char* what, std::size_t done, std::size_t of)> on_progress;
};

/// Simulates designs side by side. `device` and `options` outlive it.
[[nodiscard]] search::Bench bench_of(const arch::Device& device, const SearchOptions& options,
                                     std::size_t max_trials);

/// Why a search with this bench has no trials.
[[nodiscard]] base::InputError nothing_found(const search::Bench& bench,
                                             const SearchOptions& options);

/// What a search found.
struct SearchResult {
    std::vector<std::string> decisions;
    std::int64_t considered = 0;  ///< designs that closed forms were calculated for
    bool cut_short = false;
    std::vector<search::Trial> trials;  ///< the best first; at least one
};

/// Throws InputError when nothing fits or nothing could be simulated.
[[nodiscard]] SearchResult search_gemm(const search::GemmQuestion& question,
                                       const arch::Device& device, const SearchOptions& options);

/// One run of `workload` on the SystemC backend, as `xdnasim simulate` has it.
[[nodiscard]] backends::RunResult simulate(
    const std::shared_ptr<const schedule::Workload>& workload, const arch::Device& device);

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

// A GEMM on packs of cores.

/// The best design with another value of one key.
struct PackChoice {
    search::PackVariation other;
    std::optional<search::Trial> trial{};  ///< nullopt: it has no routes or no room
};

struct PackOptimisation {
    std::vector<std::string> open;  ///< keys that were searched for
    std::string by_rule;            ///< what is chosen without a search, and what it reaches
    std::vector<std::string> decisions;
    std::int64_t considered = 0;        ///< designs that closed forms were calculated for
    std::vector<search::Trial> trials;  ///< the best first; at least one
    std::vector<PackChoice> choices{};  ///< in the order of the keys
};

/// `open`: what the problem asks for. Throws InputError when nothing fits, or nothing meets the
/// constraints.
[[nodiscard]] PackOptimisation optimise_packs(const gemm::packs::PackDesign& open,
                                              const arch::Device& device, SearchOptions options);

/// For people.
[[nodiscard]] std::string packs_report(const PackOptimisation& found, const arch::Device& device);
/// One JSON object and a newline.
[[nodiscard]] std::string packs_json(const PackOptimisation& found, const arch::Device& device);

// A network.

struct NetworkOptimisation {
    std::vector<std::string> decisions;
    std::int64_t considered = 0;        ///< partial networks that were placed
    std::vector<search::Trial> trials;  ///< the best first; at least one
    std::vector<search::Trial> front;   ///< of time against cores, the fewest first
};

/// Throws InputError when nothing fits, or nothing meets the constraints.
[[nodiscard]] NetworkOptimisation optimise_network(const network::NetworkWorkload& workload,
                                                   const arch::Device& device,
                                                   const SearchOptions& options);

/// For people.
[[nodiscard]] std::string network_report(const NetworkOptimisation& found,
                                         const arch::Device& device);
/// One JSON object and a newline.
[[nodiscard]] std::string network_json(const NetworkOptimisation& found,
                                       const arch::Device& device);

}  // namespace xdnasim::cli
