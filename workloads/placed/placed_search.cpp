// The search for a placement of the problem's netlist, and the check that it can run.

#include <fmt/format.h>

#include "base/error.hpp"
#include "workloads/placed/packet_waits.hpp"
#include "workloads/placed/placed_parts.hpp"
#include "workloads/placement/legality.hpp"
#include "workloads/placement/search.hpp"

namespace xdnasim::placed {
namespace {

[[noreturn]] void refuse_placement(const PlacedDesign& design, const arch::Device& device,
                                   const std::string& why) {
    throw schedule::MappingError{"netlist", fmt::format("{} finds no legal placement of {} on {}{}",
                                                        to_string(design.question.placer),
                                                        design.netlist.name, device.name, why)};
}

/// The cycle in which packets of `solution` can wait for each other; nullopt if there is none.
/// Throws InputError if there is no program for the solution.
std::optional<std::string> packet_cycle(const Netlist& netlist, const placement::Solution& solution,
                                        const arch::Device& device) {
    const auto workload = workload_of(netlist, solution, 1);
    const schedule::Schedule schedule = program_of(workload->design(), device);
    const auto cycle = find_packet_cycle(workload->design(), schedule, device);
    return cycle ? std::optional{cycle->text} : std::nullopt;
}

}  // namespace

void find_place(PlacedDesign& design, const arch::Device& device) {
    const placement::Array array{device};
    try {
        placement::require_placeable(design.netlist, array, design.question.streams);
    } catch (const base::InputError& error) {
        throw schedule::MappingError{"netlist", error.what()};
    }
    // The netlist is placed with its own object sizes, and runs with those of the problem.
    const Netlist as_run = with_objects(design.netlist, design.object);
    const auto router = placement::make_negotiating_router(array, design.question.streams);
    placement::Search search{design.netlist,
                             array,
                             *router,
                             {.seed = static_cast<std::uint64_t>(design.question.seed),
                              .max_moves = design.question.moves,
                              .doubts = doubts_about_runs(as_run, device)}};
    placement::make_placer(design.question.placer)->place(search);
    if (search.best()) {
        design.solution = *search.best();
        return;
    }
    if (search.doubtful().empty())
        refuse_placement(design, device, ". Try another placer or seed, or more moves");
    // The cheapest solution that may get stuck or, if there is none, the cheapest without a
    // program.
    design.solution = search.doubtful().front();
    try {
        design.packet_cycle = packet_cycle(as_run, design.solution, device);
    } catch (const base::InputError& error) {
        refuse_placement(design, device,
                         fmt::format(" that can be run. Try another placer or seed, or more moves. "
                                     "The cheapest one fails: {}",
                                     error.what()));
    }
}

}  // namespace xdnasim::placed
