// Checks of ports to the programmable logic: existence, width and data.

#include <map>

#include "arch/routing_graph.hpp"
#include "workloads/schedule/inspection.hpp"

namespace xdnasim::schedule {

namespace {

using arch::Bytes;
using arch::Port;

/// The shim ports that a PL port occupies, as many as its width needs.
std::vector<Port> ports_taken(const PlPort& port, const arch::PlModel& pl) {
    Port next = port.port;
    ++next.channel;
    return port.width > pl.port_width ? std::vector{port.port, next} : std::vector{port.port};
}

class PlCheck {
 public:
    PlCheck(Inspection& inspection, const arch::PlModel& pl) : inspection_{inspection}, pl_{pl} {}

    void check(const PlPort& port) {
        const Reporter report = inspection_.at(fmt::format("PL port '{}'", port.name));
        check_place(report, port);
        check_data(report, port);
        check_source(report, port);
        const auto flows = inspection_.flows_at(port.port);
        if (flows.size() != 1)
            report("is the end of {} flows; it needs 1", flows.size());
        else if (flows.front().second->mode == FlowMode::Packet)
            report("is the end of packet flow '{}'; allowed are circuit flows",
                   flows.front().second->name);
    }

 private:
    void check_place(const Reporter& report, const PlPort& port) {
        if (port.width != pl_.port_width && port.width != pl_.wide_port())
            report("is {} bytes wide; allowed are {} and {}", port.width.count(),
                   pl_.port_width.count(), pl_.wide_port().count());
        if (port.width > pl_.port_width && port.port.channel % 2 != 0)
            report("is as wide as two ports and begins at {}; allowed are even ones",
                   to_string(port.port));
        if (port.port.bundle != arch::Bundle::Plio) {
            report("is at {}; allowed are ports of {}", to_string(port.port),
                   to_string(arch::Bundle::Plio));
            return;
        }
        for (const Port& taken : ports_taken(port, pl_)) {
            if (!arch::has_port(inspection_.device, taken))
                report("takes {}, which does not exist; {} has {} of these", to_string(taken),
                       inspection_.name(taken.tile),
                       arch::port_count(inspection_.device, taken.tile, taken.side, taken.bundle));
            const auto [user, is_first] = users_.try_emplace(taken, port.name);
            if (!is_first) report("takes {}, as '{}' does", to_string(taken), user->second);
        }
    }

    void check_data(const Reporter& report, const PlPort& port) const {
        if (port.frames < 1) report("moves {} frames; it must be at least 1", port.frames);
        if (port.interval < arch::PlCycles{})
            report("begins a frame every {} cycles; it must not be negative",
                   port.interval.count());
        if (port.frame <= Bytes{}) {
            report("moves frames of {} bytes; it must be positive", port.frame.count());
            return;
        }
        static_cast<void>(report.in_words("frame", port.frame));
        const HostBuffer* const buffer = inspection_.buffer(port.buffer);
        if (buffer == nullptr)
            report("uses host buffer {}, which does not exist", port.buffer.index);
        else if (buffer->size < port.frame || buffer->size % port.frame != Bytes{})
            report("uses frames of {} bytes, which do not divide buffer '{}' ({} bytes) evenly",
                   port.frame.count(), buffer->name, buffer->size.count());
    }

    void check_source(const Reporter& report, const PlPort& port) const {
        if (!port.source) return;
        const PlPort* const source = numbered(inspection_.schedule.pl.ports, *port.source);
        if (source == nullptr || source->port.side != arch::PortSide::Master)
            report("sends the frames of port {}, which is not an output", *port.source);
        else if (port.port.side != arch::PortSide::Slave)
            report("is an output and sends the frames of '{}'; allowed are inputs", source->name);
        else if (source->buffer != port.buffer || source->frame != port.frame ||
                 source->frames != port.frames)
            report("sends the frames of '{}', whose frames differ in buffer, size or number",
                   source->name);
    }

    Inspection& inspection_;
    const arch::PlModel& pl_;
    std::map<Port, std::string> users_;
};

}  // namespace

void check_pl(Inspection& inspection) {
    const ProgrammableLogic& logic = inspection.schedule.pl;
    if (logic.ports.empty()) return;
    const Reporter report = inspection.at("PL");
    if (!inspection.device.pl) {
        report("has {} ports; {} has no programmable logic", logic.ports.size(),
               inspection.device.name);
        return;
    }
    if (logic.clock_ghz && *logic.clock_ghz <= 0)
        report("runs at {} GHz; it must be positive", *logic.clock_ghz);
    PlCheck check{inspection, *inspection.device.pl};
    for (const PlPort& port : logic.ports)
        check.check(port);
}

}  // namespace xdnasim::schedule
