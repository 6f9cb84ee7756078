#pragma once
// What `xdnasim place` tells people, and what they choose.

#include <cstdint>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "base/node.hpp"
#include "cli/progress_line.hpp"
#include "workloads/placement/choices.hpp"
#include "workloads/placement/placement.hpp"
#include "workloads/placement/search.hpp"
#include "workloads/placement/solution_file.hpp"

namespace xdnasim::cli {

/// "cost 30.1, temperature 1.25, moves: 200 of 1000, 3 s" of a search of so many moves.
void show_progress(ProgressLine& line, const placement::Progress& progress, std::int64_t moves);

/// Why there is no result.
[[nodiscard]] std::string failure_text(const placement::Search& search,
                                       const placement::Finding& finding);

/// How a solution was found: a line.
[[nodiscard]] std::string method_line(const placement::Finding& finding);

/// How far from the least cost a solution is, as far as a solver knows, and how its calls ended:
/// lines; none without a solver.
[[nodiscard]] std::string solver_lines(const placement::Finding& finding, double cost);

/// What is placed, where, and what it costs.
[[nodiscard]] std::string solution_lines(const netlist::Netlist& netlist,
                                         const placement::Array& array,
                                         const placement::Solution& solution);

/// Whether a legal solution can be run, whether its packets can wait for each other in a cycle
/// (placed::find_packet_cycle()), and then, whether they do in a run.
struct RunTrial {
    bool gets_stuck = false;
    std::string packets{};   ///< the cycle, or what there is to say; empty: there are none
    std::string obstacle{};  ///< why it cannot be run; empty: it can
};
[[nodiscard]] RunTrial try_run(const netlist::Netlist& netlist, const arch::Device& device,
                               const placement::Solution& solution);
/// Of what there is to say of a trial; none: there is nothing.
[[nodiscard]] std::string trial_lines(const RunTrial& trial);
/// Throws Error that names the cycle when the packets get stuck.
void require_progress(const RunTrial& trial);

struct ChosenSolution {
    placement::Solution solution;
    RunTrial trial;
};
/// Of `found`, as placement::Search::found() has them, at least one: the first that goes through a
/// run, or else the first that cannot be run. Throws Error that names a cycle when all get stuck.
[[nodiscard]] ChosenSolution choose_solution(const netlist::Netlist& netlist,
                                             const std::vector<placement::Solution>& found,
                                             const arch::Device& device);

// What `xdnasim place --set` chooses.

/// Of KEY=VALUE: `links`, `memory`, `locks`, `length`, `mem_tiles`, `packets_per_channel` and
/// `weights.KEY`. What they leave open is as in `present`, which a result has under `choices`, or
/// else the default. Throws InputError for an unknown key or a value that is not allowed.
[[nodiscard]] placement::Choices choices_of(const std::vector<std::string>& settings,
                                            const base::Node* present = nullptr);

}  // namespace xdnasim::cli
