#pragma once
// How the streams of a placed netlist find their ways: one interface for all routers.

#include <array>
#include <cstdint>
#include <memory>
#include <set>
#include <string>

#include "base/enumerators.hpp"
#include "workloads/placement/array.hpp"
#include "workloads/placement/placement.hpp"

namespace xdnasim::placement {

/// What streams may be.
enum class StreamMode : std::uint8_t {
    Mixed,    ///< circuits; packets between cores where channels are short
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
    /// Ways for all nets, and for those that need too much the least bad: breaches() tells whether
    /// they are legal. Nets whose cores are neighbours are shared, where not doing so is not
    /// cheaper. Deterministic. `alone`: nets that take a whole channel of each link even in
    /// packets, where there are enough.
    [[nodiscard]] virtual Routes route(const Netlist& netlist, const Placement& placement,
                                       const std::set<NetId>& alone) = 0;
    [[nodiscard]] Routes route(const Netlist& netlist, const Placement& placement) {
        return route(netlist, placement, {});
    }
    [[nodiscard]] virtual StreamMode streams() const = 0;
};

/// Negotiated congestion on the resource graph. `array` outlives the router.
[[nodiscard]] std::unique_ptr<Router> make_negotiating_router(const Array& array, StreamMode mode);

enum class RouterKind : std::uint8_t {
    Negotiated,  ///< negotiated congestion
    Exact,       ///< an integer program; see make_exact_router()
};
inline constexpr std::array kRouterKinds{RouterKind::Negotiated, RouterKind::Exact};
static_assert(base::lists_all<kRouterKinds>());
[[nodiscard]] std::string to_string(RouterKind kind);  // "negotiated"

}  // namespace xdnasim::placement
