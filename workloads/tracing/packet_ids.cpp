#include "workloads/tracing/packet_ids.hpp"

#include <fmt/format.h>

#include "workloads/schedule/mapping_error.hpp"

namespace xdnasim::tracing {

PacketIds::PacketIds(const schedule::Schedule& schedule) {
    for (const schedule::Flow& flow : schedule.flows)
        if (flow.mode == schedule::FlowMode::Packet)
            taken_.set(static_cast<std::size_t>(flow.packet_id));
}

int PacketIds::take() {
    for (std::size_t id = 1; id < taken_.size(); ++id) {
        if (taken_.test(id)) continue;
        taken_.set(id);
        return static_cast<int>(id);
    }
    throw schedule::MappingError{
        "trace.units", fmt::format("the packets of the traced units need more ids than there are; "
                                   "allowed: {} units and shared streams together, or route: ideal",
                                   arch::kMaxPacketId)};
}

}  // namespace xdnasim::tracing
