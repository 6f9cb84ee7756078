#pragma once
// The stream switches as a design fixes them: which master ports each slave port feeds, as a
// circuit or by packet id, and the streams that follow.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "workloads/design/draft.hpp"

namespace xdnasim::design {

/// Position of a connection in a flow, as xdnasim's export notes it: loc("A0 L2-L1":1:0), or, for a
/// rule that takes several flows, loc(fused<[5, 7]>["A0":1:0, "A1":2:0]) with their packet ids.
struct RoutePlace {
    std::string flow;
    int number = 0;
    int position = 0;
    std::optional<int> packet_id{};

    [[nodiscard]] bool may_be_of(std::optional<int> id) const {
        return !packet_id || packet_id == id;
    }
};

struct FixedConnection {
    schedule::Connection connection;
    base::Position at;
    std::vector<RoutePlace> places{};
    bool keeps_header = false;
    // For packets: accepts ids that equal `value` under `mask`.
    bool is_packet = false;
    int mask = 0;
    int value = 0;

    [[nodiscard]] bool takes(std::optional<int> packet_id) const {
        return !is_packet || (packet_id && (*packet_id & mask) == value);
    }
};

class Switches {
 public:
    explicit Switches(Draft& draft) : draft_{draft} {}

    void read_switchbox(const ir::Operation& operation);
    void note_turns(const ir::Operation& amsel);
    void read_shim_mux(const ir::Operation& operation);

    [[nodiscard]] const std::multimap<arch::Port, FixedConnection>& connections() const {
        return connections_;
    }
    /// The DMA channel or the port to the programmable logic that a shim's mux connects to a South
    /// port of its switch. If the design has no mux for the shim, as in routed designs for shims
    /// without a DMA, it is the connection of the hardware. nullopt if nothing is connected.
    [[nodiscard]] std::optional<arch::Port> behind_mux(const arch::Port& south) const;

 private:
    struct MasterSet {
        arch::Port master;
        bool keeps_header = false;
        std::vector<std::string_view> amsels;
    };

    [[nodiscard]] std::optional<arch::Port> port(const ir::Fields& fields, arch::TileId tile,
                                                 arch::PortSide side, std::string_view bundle,
                                                 std::string_view channel);
    void read_circuit(const ir::Operation& operation, arch::TileId tile);
    void read_rules(const ir::Operation& operation, arch::TileId tile,
                    const std::vector<MasterSet>& masters);

    [[nodiscard]] std::optional<arch::Port> end_at_mux(const ir::Fields& fields, arch::TileId tile,
                                                       arch::PortSide side, std::string_view bundle,
                                                       std::string_view channel) const;

    Draft& draft_;
    std::set<arch::TileId> muxes_;
    std::map<arch::Port, arch::Port> joined_;  ///< ends at the mux, by South port of the switch
    std::multimap<arch::Port, FixedConnection> connections_;  ///< by slave port
};

/// The bundle that a design calls `name`; nullopt if it is not simulated.
[[nodiscard]] std::optional<arch::Bundle> bundle_of(std::string_view name);

/// Name of a shim's channel, or of the first buffer that a channel moves.
[[nodiscard]] std::string name_of_end(const Draft& draft, const arch::Port& port);

/// Packet ids that the BDs of a channel, or a trace unit, send; empty if it sends no packets.
[[nodiscard]] std::set<int> packet_ids(const Draft& draft, const arch::Port& source);

/// The id of a packet flow. A flow with a mask claims all ids that equal its own under the mask: if
/// its sources send one of them, it is that one; nullopt if they send several, or if their ids are
/// not known.
[[nodiscard]] std::optional<int> packet_id_of(const Draft& draft, const ir::Operation& flow);

/// Notes flows that have nothing to move, and reports channels with tasks that no flow reaches.
/// Precondition: the sequence and the flows have been read.
void note_loose_ends(Draft& draft);

/// Error message for a port to the programmable logic that the device does not have.
[[nodiscard]] std::string no_such_plio(const arch::Device& device, const arch::Port& port);

struct RoutedFlow {
    schedule::Flow flow;
    schedule::Route route;
    int number = -1;  ///< the flow's number in the design; -1: none
};

/// Follows connections from a source to its sinks.
class RouteTracer {
 public:
    RouteTracer(const Draft& draft, const Switches& switches)
        : draft_{draft}, device_{draft.device}, switches_{switches} {}

    /// The stream from `source`, as packets with `packet_id` or, without one, as a circuit. nullopt
    /// if it reaches no sink.
    std::optional<RoutedFlow> trace(const arch::Port& source, std::optional<int> packet_id);

    [[nodiscard]] bool used(const FixedConnection& fixed) const { return used_.contains(&fixed); }
    [[nodiscard]] const std::vector<const FixedConnection*>& dead_ends() const {
        return dead_ends_;
    }

 private:
    using Connections = std::vector<const FixedConnection*>;

    Connections follow(RoutedFlow& routed, std::optional<int> packet_id);
    [[nodiscard]] std::optional<arch::Port> sink_at(const arch::Port& master) const;

    const Draft& draft_;
    const arch::Device& device_;
    const Switches& switches_;
    std::set<const FixedConnection*> used_;
    Connections dead_ends_;
};

}  // namespace xdnasim::design
