#pragma once
// A netlist: logical cores that exchange objects over nets, as place and route gets it. A net is
// one object FIFO. The format is that of Yan et al., "The Optimal, The Fast, and The Hybrid:
// Automatic Placement and Routing for AIE Arrays" (FCCM 2026), with an explicit list of links in
// mem tiles.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arch/tile.hpp"
#include "arch/units.hpp"
#include "base/enumerators.hpp"
#include "base/place.hpp"

namespace xdnasim::netlist {

using CoreId = int;  ///< index in Netlist::cores
using NetId = int;   ///< index in Netlist::nets

/// What nets, buffers and programs take of a tile.
struct RoomUse {
    int mm2s = 0;
    int s2mm = 0;
    int locks = 0;
    int bds = 0;
    arch::Bytes memory{};

    /// `times` of `other` more.
    void add(const RoomUse& other, int times);
};

/// What is to be given a tile of its kind: a core's program, a mem tile or a shim.
struct Core {
    arch::TileKind kind = arch::TileKind::CompTile;
    std::string name;
    base::Place place{};  ///< where the file has it; without a source: in none
    // Of designs alone: files of netlists do not have them.
    RoomUse own{};                            ///< of its tile, beside what its nets take
    std::optional<arch::TileId> kept_tile{};  ///< where it has to lie
};

/// What brings the objects of a net to its sinks.
enum class Carrier : std::uint8_t {
    Any,      ///< a memory that both cores reach, where they have one; else streams
    Circuit,  ///< a circuit; what it takes of the tiles at its ends is in Core::own
    Packet,   ///< packets; the same
};

struct Net {
    CoreId source = 0;
    std::vector<CoreId> sinks;
    std::vector<int> depths;  ///< objects held at the source, then at each sink
    arch::Bytes object{};
    int initial_tokens = 0;          ///< objects that the net holds before the run
    Carrier carrier = Carrier::Any;  ///< of designs alone: files of netlists do not have it
    base::Place place{};             ///< where the file has it; without a source: in none

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
static_assert(base::lists_all<kLinkKinds>());
[[nodiscard]] std::string to_string(LinkKind kind);  // "copy"

/// Nets that pass their objects on in a mem tile, through the same buffers.
struct Link {
    LinkKind kind{};
    CoreId mem = 0;
    std::vector<NetId> in;
    std::vector<NetId> out;

    /// The net of whole objects.
    [[nodiscard]] NetId whole() const;
    /// Those whose objects lie one after the other in one of whole()'s.
    [[nodiscard]] const std::vector<NetId>& parts() const;
};

/// Columns to the east and rows to the north.
struct Offset {
    int columns = 0;
    int rows = 0;
};

/// Two cores whose tiles have to lie beside each other: one uses the other's memory, or sends it
/// words over the cascade. Of designs alone: files of netlists do not have them.
struct Tie {
    CoreId from = 0;
    CoreId to = 0;
    std::vector<Offset> offsets;  ///< of `to` from `from` that are allowed
};

/// How many tiles `to` lies from the nearest place that `tie` allows, `from` being there; 0: it is
/// allowed. Example: one tile to the west is allowed: (2,3) and (1,2) are 1 away.
[[nodiscard]] int away(const Tie& tie, arch::TileId from, arch::TileId to);

struct Netlist {
    std::string name;
    std::string device;  ///< the array that it was made for, as the file has it
    std::vector<Core> cores;
    std::vector<Net> nets;
    std::vector<Link> links;
    std::vector<Tie> ties{};
    base::Place device_place{};  ///< where the file has its device

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

/// What an object of each net takes where it is held: whole words, as a DMA moves them. What a link
/// splits or joins is at least as large as its parts together.
[[nodiscard]] std::vector<arch::Bytes> held_objects(const Netlist& netlist);
/// The same netlist with such objects.
[[nodiscard]] Netlist in_whole_words(Netlist netlist);

/// "COMP", "MEM" or "SHIM": how netlists call kinds of tiles.
[[nodiscard]] std::string_view type_name(arch::TileKind kind);

/// "core 3 'k0_3'", for messages.
[[nodiscard]] std::string core_text(const Netlist& netlist, CoreId core);
/// "net 5 (core 3 'k0_3' to core 4 'k0_4' and 2 more)"
[[nodiscard]] std::string net_text(const Netlist& netlist, NetId net);

}  // namespace xdnasim::netlist
