#pragma once
// Reports of `xdnasim place`, the choice between solutions, and the choices of --set.

#include <cstdint>
#include <span>
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

/// Shows a search's progress: "cost 30.1, temperature 1.25, moves: 200 of 1000, 3 s". `moves`: the
/// maximum number of moves.
void show_progress(ProgressLine& line, const placement::Progress& progress, std::int64_t moves);

/// The reason why a search found no legal placement.
[[nodiscard]] std::string failure_text(const placement::Search& search,
                                       const placement::Finding& finding);

/// A line that says how a solution was found.
[[nodiscard]] std::string method_line(const placement::Finding& finding);

/// Lines with the solver's bound on how much cheaper a placement can be, if it has one, and with
/// how the solver's calls ended; empty if no solver was called.
[[nodiscard]] std::string solver_lines(const placement::Finding& finding, double cost);

/// Lines that say what is placed, where, and at what cost.
[[nodiscard]] std::string solution_lines(const netlist::Netlist& netlist,
                                         const placement::Array& array,
                                         const placement::Solution& solution);

/// The result of trying to run a legal solution: whether it can be run, whether its packets can
/// wait for each other in a cycle (placed::find_packet_cycle()), and if so, whether that happens in
/// a simulation.
struct RunTrial {
    bool gets_stuck = false;  ///< a simulation ended in a deadlock
    std::string packets{};    ///< the cycle, or the finding about packets; empty if there are none
    std::string obstacle{};   ///< why the solution cannot be run; empty if it can
};
/// Tries to run a solution.
[[nodiscard]] RunTrial try_run(const netlist::Netlist& netlist, const arch::Device& device,
                               const placement::Solution& solution);
/// Lines about a trial; empty if it has no obstacle and no packets.
[[nodiscard]] std::string trial_lines(const RunTrial& trial);
/// Throws Error (CheckFailed) that names the cycle if the packets get stuck.
void require_progress(const RunTrial& trial);

struct ChosenSolution {
    placement::Solution solution;
    RunTrial trial;
};
/// Chooses from `found`, the solutions of placement::Search::found(), of which there is at least
/// one: the first whose run succeeds, else the first that cannot be run. Throws Error (CheckFailed)
/// that names a cycle if all get stuck.
[[nodiscard]] ChosenSolution choose_solution(const netlist::Netlist& netlist,
                                             const std::vector<placement::Solution>& found,
                                             const arch::Device& device);

// The choices of `xdnasim place --set`.

/// A key of `place --set` that is no choice.
struct OtherKey {
    const char* key;
    const char* why;  ///< why a setting of a part of it is refused
};

/// Reads settings KEY=VALUE with the keys `links`, `memory`, `locks`, `length`, `mem_tiles`,
/// `packets_per_channel`, `weights.KEY` and `lsmo.KEY`. Keys that are not set have the value in
/// `present`, the section `choices` of a result, or else the default. Throws InputError for an
/// unknown key or a value that is not allowed. `others`: keys that are read elsewhere.
[[nodiscard]] placement::Choices choices_of(const std::vector<std::string>& settings,
                                            const base::Node* present = nullptr,
                                            std::span<const OtherKey> others = {});

}  // namespace xdnasim::cli
