#pragma once
// The interface of all routers, which find routes for the streams of a placed netlist.

#include <array>
#include <cstdint>
#include <memory>
#include <set>
#include <string>

#include "base/enumerators.hpp"
#include "workloads/placement/array.hpp"
#include "workloads/placement/placement.hpp"

namespace xdnasim::placement {

/// Which kinds of streams are allowed.
enum class StreamMode : std::uint8_t {
    Mixed,    ///< circuits; packets between cores where channels are scarce
    Circuit,  ///< all circuits
    Packet,   ///< all packets
};
inline constexpr std::array kStreamModes{StreamMode::Mixed, StreamMode::Circuit,
                                         StreamMode::Packet};
static_assert(base::lists_all<kStreamModes>());
[[nodiscard]] std::string to_string(StreamMode mode);  // "mixed"

class Router {
 public:
    virtual ~Router() = default;
    /// Routes for all nets; if resources do not suffice, the routes that exceed them least, so that
    /// breaches() must be checked. Nets between neighbouring cores are shared, unless a stream is
    /// cheaper. Deterministic. `alone`: nets that take a whole channel of each link even as
    /// packets, as far as there are enough channels.
    [[nodiscard]] virtual Routes route(const Netlist& netlist, const Placement& placement,
                                       const std::set<NetId>& alone) = 0;
    [[nodiscard]] Routes route(const Netlist& netlist, const Placement& placement) {
        return route(netlist, placement, {});
    }
    [[nodiscard]] virtual StreamMode streams() const = 0;
};

/// A router by negotiated congestion on the resource graph. Precondition: `array` outlives it.
[[nodiscard]] std::unique_ptr<Router> make_negotiating_router(const Array& array, StreamMode mode);

enum class RouterKind : std::uint8_t {
    Negotiated,  ///< negotiated congestion
    Exact,       ///< an integer program; see make_exact_router()
};
inline constexpr std::array kRouterKinds{RouterKind::Negotiated, RouterKind::Exact};
static_assert(base::lists_all<kRouterKinds>());
[[nodiscard]] std::string to_string(RouterKind kind);  // "negotiated"

}  // namespace xdnasim::placement
