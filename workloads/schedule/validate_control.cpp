// Checks of control ports and the packets that arrive at them.

#include <set>

#include "workloads/schedule/inspection.hpp"

namespace xdnasim::schedule {
namespace {

using arch::Bundle;
using arch::Port;
using arch::PortSide;

/// Maximum size of a control packet's data after its header: 4 words (AM020, Control Packets).
constexpr arch::Bytes kMaxPacketData = arch::kWord * 4;

class PacketCheck {
 public:
    PacketCheck(const Inspection& inspection, const Reporter& report, arch::TileId tile)
        : inspection_{inspection}, report_{report}, tile_{tile} {}

    void operator()(const WriteMemory& write) const {
        if (write.words.empty()) report_("writes no words");
        check_slice({write.buffer, write.offset,
                     arch::kWord * static_cast<std::int64_t>(write.words.size())});
    }
    void operator()(const SetLock& set) const {
        if (inspection_.lock(set.lock) == nullptr || set.lock.tile != tile_)
            report_("sets lock {} of {}, which does not exist", set.lock.id,
                    inspection_.name(set.lock.tile));
        report_.check_range("lock value", set.value, 0,
                            inspection_.device.model(tile_).max_lock_value);
    }
    void operator()(const ReadMemory& read) const {
        report_.check_range("length of an answer", read.from.length.count(), arch::kWord.count(),
                            kMaxPacketData.count());
        check_slice(read.from);
        const Port response{tile_, PortSide::Slave, Bundle::TileControl, 0};
        for (const auto& [port, flow] : inspection_.flows_at(response))
            if (flow->packet_id == read.packet_id) return;
        report_("answers with packet id {}, but no flow with it begins at the port",
                read.packet_id);
    }

 private:
    void check_slice(const BufferSlice& slice) const {
        const Buffer* const buffer = inspection_.buffer(slice.buffer);
        if (buffer == nullptr || slice.buffer.tile != tile_ || slice.offset < arch::Bytes{} ||
            slice.offset + slice.length > buffer->size)
            report_("reaches beyond the buffers of its tile");
        else
            static_cast<void>(report_.in_words("offset in the buffer", slice.offset));
    }

    const Inspection& inspection_;
    const Reporter& report_;
    arch::TileId tile_;
};

}  // namespace

void check_control_ports(Inspection& inspection) {
    std::set<arch::TileId> seen;
    for (const ControlPort& port : inspection.schedule.control_ports) {
        const std::string where = "control port of " + to_string(port.tile);
        if (inspection.program(port.tile) == nullptr) {
            inspection.at(where)("is of a tile that is not in the array or has no program");
            continue;
        }
        if (!seen.insert(port.tile).second) inspection.at(where)("is there more than once");
        const Port end{port.tile, PortSide::Master, Bundle::TileControl, 0};
        if (inspection.flows_at(end).size() > 1)
            inspection.at(where)(
                "takes packets of {} flows; allowed: one, so that their order is "
                "known",
                inspection.flows_at(end).size());
        for (const ControlPacket& packet : port.packets) {
            const Reporter report = inspection.at(where, packet.origin);
            report.check_range("length of a packet", packet.length.count(), arch::kWord.count(),
                               (kMaxPacketData + arch::kWord).count());
            std::visit(PacketCheck{inspection, report, port.tile}, packet.op);
        }
    }
}

}  // namespace xdnasim::schedule
