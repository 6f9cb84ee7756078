#pragma once
// A netlist: logical cores that exchange objects over nets, as place and route gets it. A net is
// one object FIFO. The format is that of Yan et al., "The Optimal, The Fast, and The Hybrid:
// Automatic Placement and Routing for AIE Arrays" (FCCM 2026), with an explicit list of links in
// mem tiles.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "arch/tile.hpp"
#include "arch/units.hpp"

namespace xdnasim::netlist {

using CoreId = int;  ///< index in Netlist::cores
using NetId = int;   ///< index in Netlist::nets

/// What is to be given a tile of its kind: a core's program, a mem tile or a shim.
struct Core {
    arch::TileKind kind = arch::TileKind::CompTile;
    std::string name;
};

struct Net {
    CoreId source = 0;
    std::vector<CoreId> sinks;
    std::vector<int> depths;  ///< objects held at the source, then at each sink
    arch::Bytes object{};
    int initial_tokens = 0;  ///< objects that the net holds before the run

    [[nodiscard]] bool is_multicast() const { return sinks.size() > 1; }
    [[nodiscard]] int max_depth() const;
    /// Objects held at sink number `index`.
    [[nodiscard]] int sink_depth(std::size_t index) const { return depths[index + 1]; }
};

enum class LinkKind : std::uint8_t {
    Copy,        ///< one net in, one out, which may be multicast
    Distribute,  ///< one in, several out: each takes its part of the object, in order
    Join,        ///< several in, one out: the parts lie one after the other
};
inline constexpr std::array kLinkKinds{LinkKind::Copy, LinkKind::Distribute, LinkKind::Join};
[[nodiscard]] std::string to_string(LinkKind kind);  // "copy"

/// Nets that pass their objects on in a mem tile, through the same buffers.
struct Link {
    LinkKind kind{};
    CoreId mem = 0;
    std::vector<NetId> in;
    std::vector<NetId> out;
};

struct Netlist {
    std::string name;
    std::string device;  ///< the array that it was made for, as the file has it
    std::vector<Core> cores;
    std::vector<Net> nets;
    std::vector<Link> links;

    [[nodiscard]] const Core& core(CoreId id) const { return cores[static_cast<std::size_t>(id)]; }
    [[nodiscard]] const Net& net(NetId id) const { return nets[static_cast<std::size_t>(id)]; }
    [[nodiscard]] arch::TileKind kind(CoreId id) const { return core(id).kind; }
    /// Cores of a kind.
    [[nodiscard]] int count(arch::TileKind kind) const;
    [[nodiscard]] int core_count() const { return static_cast<int>(cores.size()); }
    [[nodiscard]] int net_count() const { return static_cast<int>(nets.size()); }

    /// Buffers of a mem tile that the link's nets pass through: the most that any of them asks for.
    [[nodiscard]] int link_depth(const Link& link) const;

    /// May both ends use one buffer in a memory that both reach? Only a net from one core to one
    /// other can.
    [[nodiscard]] bool is_shareable(NetId id) const;
};

/// "COMP", "MEM" or "SHIM": how netlists call kinds of tiles.
[[nodiscard]] std::string type_name(arch::TileKind kind);

/// "core 3 'k0_3'", "net 5", for messages.
[[nodiscard]] std::string core_text(const Netlist& netlist, CoreId core);
/// "net 5 (core 3 'k0_3' to core 4 'k0_4' and 2 more)"
[[nodiscard]] std::string net_text(const Netlist& netlist, NetId net);

}  // namespace xdnasim::netlist
