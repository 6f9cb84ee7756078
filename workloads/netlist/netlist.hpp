#pragma once
// A netlist, the input of place and route: logical cores that exchange objects over nets. A net is
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

/// Resources of a tile that nets, buffers and programs use.
struct RoomUse {
    int mm2s = 0;
    int s2mm = 0;
    int locks = 0;
    int bds = 0;
    arch::Bytes memory{};

    /// Adds `other` `times` times.
    void add(const RoomUse& other, int times);
};

/// Something that needs a tile of its kind: the program of a core, a mem tile or a shim.
struct Core {
    arch::TileKind kind = arch::TileKind::CompTile;
    std::string name;
    base::Place place{};  ///< position in the file; empty if the netlist does not come from a file
    // For designs only; files of netlists do not have these.
    RoomUse own{};  ///< resources of its tile beyond those of its nets
    /// Tile where it must lie; nullopt: any tile of its kind.
    std::optional<arch::TileId> kept_tile{};
};

/// How the objects of a net reach its sinks.
enum class Carrier : std::uint8_t {
    Any,      ///< through a memory that both cores reach, if there is one; otherwise over streams
    Circuit,  ///< over a circuit; the resources at its ends are in Core::own
    Packet,   ///< in packets; the resources at its ends are in Core::own
};

struct Net {
    CoreId source = 0;
    std::vector<CoreId> sinks;
    std::vector<int> depths;  ///< number of buffered objects at the source, then at each sink
    arch::Bytes object{};
    int initial_tokens = 0;          ///< number of objects in the net before the run
    Carrier carrier = Carrier::Any;  ///< for designs only; files of netlists do not have it
    /// Position in the file; empty if the netlist does not come from a file.
    base::Place place{};

    [[nodiscard]] bool is_multicast() const { return sinks.size() > 1; }
    [[nodiscard]] int max_depth() const;
    /// Number of buffered objects at sink number `index`.
    [[nodiscard]] int sink_depth(std::size_t index) const { return depths[index + 1]; }
};

enum class LinkKind : std::uint8_t {
    Copy,        ///< one net in, and one out, which may be multicast
    Distribute,  ///< one net in, several out: each takes its part of the object, in order
    /// Several nets in, one out: their objects follow each other as parts of its object.
    Join,
};
inline constexpr std::array kLinkKinds{LinkKind::Copy, LinkKind::Distribute, LinkKind::Join};
static_assert(base::lists_all<kLinkKinds>());
[[nodiscard]] std::string to_string(LinkKind kind);  // "copy"

/// Nets that are connected in a mem tile, where they use the same buffers.
struct Link {
    LinkKind kind{};
    CoreId mem = 0;
    std::vector<NetId> in;
    std::vector<NetId> out;

    /// The single net on one side, which has whole objects.
    [[nodiscard]] NetId whole() const;
    /// The nets on the other side, whose objects follow each other as parts of an object of
    /// whole().
    [[nodiscard]] const std::vector<NetId>& parts() const;
};

/// Columns to the east and rows to the north.
struct Offset {
    int columns = 0;
    int rows = 0;
};

/// Two cores whose tiles must lie beside each other, because one uses the other's memory or sends
/// it words over the cascade. For designs only; files of netlists do not have ties.
struct Tie {
    CoreId from = 0;
    CoreId to = 0;
    std::vector<Offset> offsets;  ///< allowed offsets of `to` from `from`
};

/// Distance in tiles of `to` from the nearest place that `tie` allows, with `from` where it is; 0:
/// the places are allowed. Example: if one tile to the west is allowed, (2,3) and (1,2) are 1 away.
[[nodiscard]] int away(const Tie& tie, arch::TileId from, arch::TileId to);

struct Netlist {
    std::string name;
    std::string device;  ///< name of the array that the netlist was made for, as in the file
    std::vector<Core> cores;
    std::vector<Net> nets;
    std::vector<Link> links;
    std::vector<Tie> ties{};
    base::Place device_place{};  ///< position of `device` in the file

    [[nodiscard]] const Core& core(CoreId id) const { return cores[static_cast<std::size_t>(id)]; }
    [[nodiscard]] const Net& net(NetId id) const { return nets[static_cast<std::size_t>(id)]; }
    [[nodiscard]] arch::TileKind kind(CoreId id) const { return core(id).kind; }
    /// Number of cores of a kind.
    [[nodiscard]] int count(arch::TileKind kind) const;
    [[nodiscard]] int core_count() const { return static_cast<int>(cores.size()); }
    [[nodiscard]] int net_count() const { return static_cast<int>(nets.size()); }

    /// Number of buffers of the link in its mem tile: the largest depth that any of its nets asks
    /// for.
    [[nodiscard]] int link_depth(const Link& link) const;

    /// Can both ends use the same buffers in a memory that both reach? Only a net from one core to
    /// one other core can.
    [[nodiscard]] bool is_shareable(NetId id) const;
};

/// Bytes that an object of each net takes in a buffer: whole words, as a DMA moves them. The whole
/// object of a link is at least as large as its parts together.
[[nodiscard]] std::vector<arch::Bytes> held_objects(const Netlist& netlist);
/// The same netlist with the object sizes of held_objects().
[[nodiscard]] Netlist in_whole_words(Netlist netlist);

/// "COMP", "MEM" or "SHIM": the name of a tile kind in netlists.
[[nodiscard]] std::string_view type_name(arch::TileKind kind);

/// "core 3 'k0_3'", for messages.
[[nodiscard]] std::string core_text(const Netlist& netlist, CoreId core);
/// "net 5 (core 3 'k0_3' to core 4 'k0_4' and 2 more)"
[[nodiscard]] std::string net_text(const Netlist& netlist, NetId net);

}  // namespace xdnasim::netlist
