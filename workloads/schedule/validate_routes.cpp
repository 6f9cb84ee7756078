// Checks of the routes of flows, and of the ports that they share.

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "arch/routing_graph.hpp"
#include "arch/tile.hpp"
#include "workloads/schedule/arbiters.hpp"
#include "workloads/schedule/inspection.hpp"
#include "workloads/schedule/match_slots.hpp"

namespace xdnasim::schedule {

namespace {

using arch::Port;
using arch::PortSide;

/// Checks one route, whose connections are listed in the order in which data passes them.
class RouteCheck {
 public:
    RouteCheck(Inspection& inspection, const Flow& flow, const Route& route)
        : inspection_{inspection}, device_{inspection.device}, flow_{flow}, route_{route} {}

    void run() {
        fed_[arch::switch_port(device_, flow_.source)] = 0;
        for (const Connection& connection : route_.connections)
            follow(connection);
        check_sinks();
        for (const auto& [slave, hops] : fed_) {
            if (!used_.contains(slave)) {
                inspection_.at(flow_at(flow_, slave),
                               flow_.origin)("goes no further: no connection leads on");
            }
        }
        for (const auto& [master, hops] : ends_) {
            if (!sinks_.contains(master)) {
                inspection_.at(flow_at(flow_, master),
                               flow_.origin)("ends here, which is not a sink of the flow");
            }
        }
    }

 private:
    /// Continues after a breach, so that one wrong connection does not make the rest of the route
    /// wrong.
    void follow(const Connection& connection) {
        const auto& [slave, master] = connection;
        const Reporter report = inspection_.at(flow_at(flow_, slave), flow_.origin);
        const bool known = is_known(slave.bundle) && is_known(master.bundle);
        if (!known || !arch::can_connect(device_, slave, master)) {
            report("is connected to {}, which this switch cannot do", to_string(master));
        }
        if (!known) return;
        const auto feed = fed_.find(slave);
        if (feed == fed_.end()) report("is not fed by the source or a connection before it");
        used_.insert(slave);
        if (!driven_.insert(master).second) {
            inspection_.at(flow_at(flow_, master), flow_.origin)("is driven more than once");
            return;
        }
        const bool counted = feed != fed_.end() && feed->second != kUnknown;
        const auto next = arch::wired_to(device_, master);
        (next ? fed_ : ends_).emplace(next ? *next : master, counted ? feed->second + 1 : kUnknown);
    }

    void check_sinks() {
        for (std::size_t i = 0; i < flow_.sinks.size(); ++i) {
            const Reporter report = inspection_.at(flow_at(flow_, flow_.sinks[i]), flow_.origin);
            const Port sink = arch::switch_port(device_, flow_.sinks[i]);
            sinks_.insert(sink);
            // A sink may also lie at the end of a wire that is not part of the route.
            const auto next = arch::wired_to(device_, sink);
            const auto& reached = next ? fed_ : ends_;
            const auto at = reached.find(next ? *next : sink);
            if (at == reached.end() || !driven_.contains(sink)) {
                report("is not reached by the route");
            } else if (i < route_.hops.size() && at->second != kUnknown &&
                       route_.hops[i] != at->second) {
                report("is said to be {} hops away; the route passes {} switches", route_.hops[i],
                       at->second);
            }
            if (next) used_.insert(*next);
        }
    }

    static constexpr int kUnknown = -1;

    Inspection& inspection_;
    const arch::Device& device_;
    const Flow& flow_;
    const Route& route_;
    /// Slaves that data reaches, with the number of switches passed before them.
    std::map<Port, int> fed_;
    /// Masters that lead to no other switch, with the number of switches passed.
    std::map<Port, int> ends_;
    std::set<Port> used_;    ///< slaves that a connection starts from
    std::set<Port> driven_;  ///< masters that a connection drives
    std::set<Port> sinks_;
};

bool has_sound_endpoints(const arch::Device& device, const Flow& flow) {
    const auto sound = [&](const Port& port, PortSide side) {
        return port.side == side && port_exists(device, port);
    };
    return sound(flow.source, PortSide::Slave) &&
           std::ranges::all_of(flow.sinks,
                               [&](const Port& sink) { return sound(sink, PortSide::Master); });
}

/// Records which flows use each switch port, and checks that they may share it.
class PortUse {
 public:
    explicit PortUse(Inspection& inspection) : inspection_{inspection} {}

    void add(const Flow& flow, const Connection& connection) {
        add(flow, connection.slave);
        add(flow, connection.master);
        ways_[{&flow, connection.slave}].insert(connection.master);
    }

    void add(const Flow& flow, const Port& port) {
        if (!port_exists(inspection_.device, port)) return;
        auto& users = users_[arch::switch_port(inspection_.device, port)];
        if (std::ranges::find(users, &flow) == users.end()) users.push_back(&flow);
    }

    void check() {
        for (const auto& [port, users] : users_) {
            check_sharing(port, users);
            check_slots(port, users);
        }
        check_arbiters();
    }

 private:
    [[nodiscard]] bool can_share(const Flow& a, const Flow& b, const Port& port) const {
        return differ_in_id(a, b) || (are_joint(a, b) && way(a, port) == way(b, port));
    }

    void check_sharing(const Port& port, const std::vector<const Flow*>& users) {
        for (auto user = users.begin(); user != users.end(); ++user) {
            const auto clash = std::find_if(users.begin(), user, [&](const Flow* before) {
                return !can_share(*before, **user, port);
            });
            if (clash != user) report_clash(port, **clash, **user);
        }
    }

    [[nodiscard]] std::set<Port> way(const Flow& flow, const Port& slave) const {
        const auto found = ways_.find({&flow, slave});
        return found == ways_.end() ? std::set<Port>{} : found->second;
    }

    void report_clash(const Port& port, const Flow& first, const Flow& other) {
        inspection_.at(flow_at(other, port), other.origin)(
            "shares the port with flow '{}'; a port takes one circuit flow, or packet flows of "
            "different ids",
            first.name);
    }

    void check_slots(const Port& port, const std::vector<const Flow*>& users) {
        if (port.side == PortSide::Master || users.front()->mode == FlowMode::Circuit) return;
        const int slots = inspection_.device.model(port.tile).stream_switch.packet_slots;
        std::map<std::set<Port>, std::set<int>> ids;  // by way
        for (const Flow* user : users)
            if (user->packet_id >= 0 && user->packet_id <= arch::kMaxPacketId)
                ids[way(*user, port)].insert(user->packet_id);
        std::vector<std::set<int>> ways;
        for (const auto& [masters, taken] : ids)
            ways.push_back(taken);
        if (const std::size_t needed = match_slots(ways).size(); std::cmp_greater(needed, slots))
            inspection_.at(flow_at(*users.back(), port), users.back()->origin)(
                "is one of the packet flows of a port that need {} match slots; it has {}", needed,
                slots);
    }

    void check_arbiters() {
        std::map<arch::TileId, std::set<Masters>> masters;
        std::map<arch::TileId, const Flow*> last;
        for (const auto& [passing, way] : ways_) {
            const auto& [flow, slave] = passing;
            if (flow->mode == FlowMode::Circuit) continue;
            masters[slave.tile].insert(way);
            last[slave.tile] = flow;
        }
        for (const auto& [tile, all] : masters) {
            if (!inspection_.device.contains(tile)) continue;
            const arch::SwitchModel& model = inspection_.device.model(tile).stream_switch;
            const std::vector<Arbiter> arbiters = arbiters_for(all, model);
            const auto report = inspection_.at(fmt::format("the switch of {}", to_string(tile)),
                                               last.at(tile)->origin);
            if (std::cmp_greater(arbiters.size(), model.arbiters))
                report("needs {} arbiters for the packet flows that pass it; it has {}",
                       arbiters.size(), model.arbiters);
            for (const Arbiter& group : arbiters)
                if (std::cmp_greater(group.size(), model.msels))
                    report(
                        "needs {} selects of one arbiter for the packet flows that pass it; "
                        "an arbiter has {}",
                        group.size(), model.msels);
        }
    }

    Inspection& inspection_;
    std::map<Port, std::vector<const Flow*>> users_;
    /// Masters to which each flow continues from each slave port that it passes.
    std::map<std::pair<const Flow*, Port>, std::set<Port>> ways_;
};

void check_port_use(Inspection& inspection) {
    PortUse use{inspection};
    const std::vector<Flow>& flows = inspection.schedule.flows;
    const std::vector<Route>& routes = inspection.schedule.routes;
    for (std::size_t i = 0; i < flows.size(); ++i) {
        use.add(flows[i], flows[i].source);
        for (const Port& sink : flows[i].sinks)
            use.add(flows[i], sink);
        if (i >= routes.size()) continue;
        for (const Connection& connection : routes[i].connections) {
            use.add(flows[i], connection);
        }
    }
    use.check();
}

}  // namespace

void check_routes(Inspection& inspection) {
    const std::vector<Flow>& flows = inspection.schedule.flows;
    const std::vector<Route>& routes = inspection.schedule.routes;
    for (std::size_t i = 0; i < flows.size(); ++i) {
        const Reporter report =
            inspection.at(fmt::format("flow '{}'", flows[i].name), flows[i].origin);
        if (i >= routes.size() || routes[i].connections.empty()) {
            report("has no route");
            continue;
        }
        if (routes[i].hops.size() != flows[i].sinks.size()) {
            report("has hop counts of {} sinks; it has {} sinks", routes[i].hops.size(),
                   flows[i].sinks.size());
        }
        if (has_sound_endpoints(inspection.device, flows[i])) {
            RouteCheck{inspection, flows[i], routes[i]}.run();
        }
    }
    if (routes.size() > flows.size()) {
        inspection.at("routes")("are {}; there are {} flows", routes.size(), flows.size());
    }
    check_port_use(inspection);
}

}  // namespace xdnasim::schedule
