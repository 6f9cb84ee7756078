#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "arch/routing_graph.hpp"
#include "arch/tile.hpp"
#include "base/error.hpp"
#include "workloads/routing/router.hpp"

namespace xdnasim::routing {

namespace {

using arch::PortSide;
using base::InputError;
using schedule::Flow;
using schedule::FlowMode;

void check_port(const Flow& flow, const arch::Port& port, PortSide side,
                const arch::Device& device) {
    const bool source = side == PortSide::Slave;
    const auto fail = [&](const std::string& reason) {
        throw InputError{fmt::format("flow '{}': {} {} {}", flow.name, source ? "source" : "sink",
                                     to_string(port), reason)};
    };
    if (port.side != side) {
        fail(source ? "is a master port; a flow starts at a slave port"
                    : "is a slave port; a flow ends at master ports");
    }
    if (!device.contains(port.tile)) {
        fail(fmt::format("is outside the array; {} has columns 0 to {} and rows 0 to {}",
                         device.name, device.columns - 1, device.rows() - 1));
    }
    if (!arch::has_port(device, port)) {
        fail(fmt::format("does not exist; the {} has {} of these ports", device.name_of(port.tile),
                         arch::port_count(device, port.tile, port.side, port.bundle)));
    }
}

/// "'in' (14:5)"; without a position if the flow was not read from a text.
std::string named(const Flow& flow) {
    if (flow.origin.line == 0) return fmt::format("'{}'", flow.name);
    return fmt::format("'{}' ({}:{})", flow.name, flow.origin.line, flow.origin.column);
}

bool can_share(const Flow& a, const Flow& b) {
    return schedule::differ_in_id(a, b) || go_jointly(a, b);
}

/// Flows by the switch port at which they start or end. A DMA channel of a shim and the South port
/// behind it count as one port.
class EndpointUsers {
 public:
    explicit EndpointUsers(const arch::Device& device) : device_{device} {}

    void add(const Flow& flow, const arch::Port& endpoint) {
        auto& users = users_[arch::switch_port(device_, endpoint)];
        for (const Flow* user : users) {
            if (user == &flow) {
                throw InputError{fmt::format("flow '{}' names its sink {} twice", flow.name,
                                             to_string(endpoint))};
            }
            if (!can_share(*user, flow)) {
                throw InputError{fmt::format(
                    "flows {} and {} both use {}; a port takes one circuit flow, or packet "
                    "flows of different ids, or of one id to one sink",
                    named(*user), named(flow), to_string(endpoint))};
            }
        }
        users.push_back(&flow);
    }

 private:
    const arch::Device& device_;
    std::map<arch::Port, std::vector<const Flow*>> users_;
};

}  // namespace

void check_endpoints(std::span<const Flow> flows, const arch::Device& device) {
    EndpointUsers users{device};
    for (const Flow& flow : flows) {
        if (flow.sinks.empty()) {
            throw InputError{fmt::format("flow '{}' has no sink; it needs at least 1", flow.name)};
        }
        if (flow.mode == FlowMode::Packet &&
            (flow.packet_id < 0 || flow.packet_id > arch::kMaxPacketId)) {
            throw InputError{fmt::format("flow '{}': the packet id is {}; allowed: 0 to {}",
                                         flow.name, flow.packet_id, arch::kMaxPacketId)};
        }
        check_port(flow, flow.source, PortSide::Slave, device);
        users.add(flow, flow.source);
        for (const arch::Port& sink : flow.sinks) {
            check_port(flow, sink, PortSide::Master, device);
            users.add(flow, sink);
        }
    }
}

}  // namespace xdnasim::routing
