#pragma once
// The result of place and route as a file, with enough information to run it and to see how it was
// found, and as a picture.

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

/// Version of the file format.
inline constexpr std::int64_t kSolutionVersion = 1;

/// How a solution was found. The time that it took is left out, so that the same question gives the
/// same file.
struct Finding {
    Method method{};
    StreamMode streams{};
    RouterKind router{};
    std::uint64_t seed = 0;
    std::int64_t max_moves = 0;
    std::int64_t moves = 0;
    Ending ended = Ending::Done;
    /// Lower bound of the cost of legal solutions, if a solver has found one.
    std::optional<double> bound{};
    SolverCalls calls{};
    std::vector<Progress> history;
};

/// JSON with the netlist, the tile of each core, the transport and the hops or the buffer of each
/// net, the sets of buffers, the cost by term, and the measures by which methods are compared.
[[nodiscard]] std::string solution_json(const Netlist& netlist, const Array& array,
                                        const Solution& solution, const Finding& finding);

/// Reads tiles and routes from such a file, or from one that contains only these, for the netlist
/// that it was found for. Throws InputError with the position for another version, a tile that
/// cannot take its core, a buffer that a core does not reach, and a route that does not lead from a
/// net's source to its sinks. Legality is left to breaches().
[[nodiscard]] Solution read_solution(const base::Node& root, const Netlist& netlist,
                                     const Array& array);

/// JSON of the history alone, for plots of the cost.
[[nodiscard]] std::string history_json(const Netlist& netlist, const Finding& finding);

/// SVG picture: the array with north at the top, with the core on each tile and the use of its DMA
/// and memory; a line for each hop of each stream, coloured by its kind; the number of used
/// channels of each link, in red if all are used; a bar between cores that share buffers, with a
/// knob in the tile where these lie. Viewers show a net's cores as the tooltip of its line.
[[nodiscard]] std::string draw_svg(const Netlist& netlist, const Array& array,
                                   const Solution& solution);

}  // namespace xdnasim::placement
