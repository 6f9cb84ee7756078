#pragma once
// What place and route found, as a file: enough to run it, and to see how it was found; and as a
// picture.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/node.hpp"
#include "workloads/placement/array.hpp"
#include "workloads/placement/exact/oracle.hpp"
#include "workloads/placement/placement.hpp"
#include "workloads/placement/placer.hpp"
#include "workloads/placement/search.hpp"

namespace xdnasim::placement {

/// Of the files.
inline constexpr std::int64_t kSolutionVersion = 1;

/// How a solution was found. Without the time that it took: the same question gives the same file.
struct Finding {
    Method method{};
    StreamMode streams{};
    RouterKind router{};
    std::uint64_t seed = 0;
    std::int64_t max_moves = 0;
    std::int64_t moves = 0;
    Ending ended = Ending::Done;
    /// No legal solution costs less, where a solver knows.
    std::optional<double> bound{};
    SolverCalls calls{};
    std::vector<Progress> history;
};

/// JSON, with the netlist, the tile of each core, the transport, the hops or the buffer of each
/// net, the sets of buffers, the cost by term, and what methods are compared by.
[[nodiscard]] std::string solution_json(const Netlist& netlist, const Array& array,
                                        const Solution& solution, const Finding& finding);

/// The tiles and routes of such a file, or of one that has no more than these, for the netlist that
/// it was found for. Throws InputError with the place of another version, a tile that does not take
/// its core, a buffer that a core does not reach, and a route that does not lead from a net's
/// source to its sinks. Whether it is legal is left to breaches().
[[nodiscard]] Solution read_solution(const base::Node& root, const Netlist& netlist,
                                     const Array& array);

/// JSON of the history alone, for a plot of the cost.
[[nodiscard]] std::string history_json(const Netlist& netlist, const Finding& finding);

/// SVG: the array with north on top, the core on each tile and what its DMA and memory hold; a line
/// for each hop of each stream, coloured by its kind; how many channels of a link are taken, in red
/// where all are; a bar between cores that share buffers, with a knob in the tile where they lie.
/// Viewers show a net's cores when one points at its line.
[[nodiscard]] std::string draw_svg(const Netlist& netlist, const Array& array,
                                   const Solution& solution);

}  // namespace xdnasim::placement
