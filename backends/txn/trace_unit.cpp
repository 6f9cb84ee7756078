#include <algorithm>

#include <fmt/format.h>

#include "arch/routing_graph.hpp"
#include "arch/tile.hpp"
#include "backends/txn/trace_registers.hpp"
#include "base/error.hpp"

namespace xdnasim::txn {
namespace {

using arch::kBitsPerByte;
using schedule::TraceUnit;
using words::Module;

constexpr std::uint32_t kByteMask = 0xFF;
constexpr int kHalfBits = 16;
constexpr std::size_t kBytes = 4;  ///< bytes of a register: each holds an event or a port

constexpr std::uint32_t kMaster = 0x20;     ///< bit of a watched port's byte: it is a master
constexpr std::uint32_t kPortIndex = 0x1F;  ///< bits of a watched port's byte: its index
constexpr int kPortEvents = 4;              ///< events per port: idle, running, stalled, TLAST

constexpr std::uint32_t kPacketIdMask = arch::kMaxPacketId;
constexpr std::uint32_t kPacketTypeMask = arch::kMaxPacketType;

std::uint32_t event_of_broadcast(Module module, int number) {
    return layout_of(module).broadcast + static_cast<std::uint32_t>(number);
}

std::uint32_t byte_of(std::uint32_t word, std::size_t number) {
    return word >> kBitsPerByte * static_cast<int>(number) & kByteMask;
}

std::uint32_t in_byte(std::uint32_t value, std::size_t number) {
    return value << kBitsPerByte * static_cast<int>(number);
}

std::uint32_t start_alone(Module module) {
    return event_of_broadcast(module, kStartBroadcast) << kHalfBits;
}

std::uint32_t start_and_stop(Module module) {
    return event_of_broadcast(module, kStopBroadcast) << 3 * kBitsPerByte | start_alone(module);
}

/// Trace_Control0 of the shim that raises the events: its unit starts and stops by the events.
constexpr std::uint32_t kOwnStartAndStop = kStopEvent << 3 * kBitsPerByte | kStartEvent
                                                                                << kHalfBits;

bool is_own_event(Module module, std::uint32_t event) {
    return module == Module::Shim && (event == kStartEvent || event == kStopEvent);
}

std::uint32_t events_from(const TraceUnit& unit, std::size_t first) {
    std::uint32_t word = 0;
    for (std::size_t i = 0; i < kBytes; ++i)
        word |= in_byte(static_cast<std::uint32_t>(unit.events[first + i]), i);
    return word;
}

std::uint32_t byte_of_port(const arch::Port& port, const arch::Device& device) {
    // A shim's DMA has no port of its own at the switch: the mux connects it to a south port.
    const auto index = port_index(device, switch_port(device, port));
    if (!index)
        throw base::InputError{fmt::format(
            "port {} has no number by which its events could be selected", to_string(port))};
    return static_cast<std::uint32_t>(*index) | (port.side == arch::PortSide::Master ? kMaster : 0);
}

void add_ports(std::vector<Write>& writes, const TraceUnit& unit, const arch::Device& device) {
    const auto selection = layout_of(unit.unit.module).port_selection;
    if (!unit.ports.empty() && (!selection || unit.ports.size() > schedule::kMaxWatchedPorts))
        throw base::InputError{fmt::format("trace unit of {}: {} watched ports; allowed: {}",
                                           words::to_string(unit.unit), unit.ports.size(),
                                           selection ? schedule::kMaxWatchedPorts : 0)};
    for (std::size_t first = 0; first < unit.ports.size(); first += kBytes) {
        std::uint32_t word = 0;
        for (std::size_t i = first; i < std::min(first + kBytes, unit.ports.size()); ++i)
            word |= in_byte(byte_of_port(unit.ports[i], device), i - first);
        writes.push_back({{unit.unit.tile, *selection + static_cast<std::uint32_t>(first)}, word});
    }
}

std::uint32_t selected_channels(const TraceUnit& unit) {
    std::uint32_t word = 0;
    for (std::size_t i = 0; i < unit.s2mm.size(); ++i) {
        word |= in_byte(static_cast<std::uint32_t>(unit.s2mm[i]), i);
        word |= in_byte(static_cast<std::uint32_t>(unit.mm2s[i]), i + unit.s2mm.size());
    }
    return word;
}

/// Returns the port of the DMA channel that the mux connects to a port of a shim's switch; other
/// ports are returned unchanged.
arch::Port behind_mux(const arch::Port& port, const arch::Device& device) {
    const bool master = port.side == arch::PortSide::Master;
    const arch::Direction direction = arch::direction_of(port.side);
    const auto& channels = master ? device.shim_mux.south_to_s2mm : device.shim_mux.mm2s_to_south;
    for (int channel = 0; channel < static_cast<int>(channels.size()); ++channel) {
        const arch::Port dma = arch::dma_port(port.tile, direction, channel);
        if (switch_port(device, dma) == port) return dma;
    }
    return port;
}

/// Returns the number of watched ports: 1 + the highest port that an event of the unit refers to.
std::size_t watched_ports(const TraceUnit& unit) {
    const int first = layout_of(unit.unit.module).first_port_event;
    std::size_t ports = 0;
    for (const int event : unit.events) {
        if (first == 0 || event < first) continue;
        const auto port = static_cast<std::size_t>((event - first) / kPortEvents);
        if (port < schedule::kMaxWatchedPorts) ports = std::max(ports, port + 1);
    }
    return ports;
}

/// Reads one unit from written registers.
class UnitReader {
 public:
    UnitReader(const words::Unit& unit, const RegisterValues& written, const arch::Device& device)
        : unit_{unit}, layout_{layout_of(unit.module)}, written_{written}, device_{device} {}

    [[nodiscard]] TraceUnit read() const {
        check_control();
        TraceUnit read;
        read.unit = unit_;
        read.packet_id = packet_id();
        for (std::size_t i = 0; i < read.events.size(); ++i) {
            const Register at = in_unit(unit_, i < kBytes ? kTraceEvent0 : kTraceEvent1);
            read.events[i] = static_cast<int>(byte_of(value(at), i % kBytes));
        }
        for (std::size_t i = 0; i < watched_ports(read); ++i)
            read.ports.push_back(port(i));
        if (layout_.dma_selection) select_channels(read);
        return read;
    }

 private:
    [[noreturn]] void refuse(const std::string& what) const {
        throw base::InputError{
            fmt::format("instruction stream: trace unit of {} {}", words::to_string(unit_), what)};
    }

    [[nodiscard]] std::uint32_t value(const Register& at) const {
        const auto found = written_.find(at);
        if (found == written_.end())
            refuse(fmt::format("is only partly configured; register {} is not written",
                               to_string(at)));
        return found->second;
    }

    /// Checks that the unit starts and stops by supported events. The shim that broadcasts may use
    /// its own events, as mlir-aie's tools do. A unit without a stop event records to the end of
    /// the run.
    void check_control() const {
        const Register at = in_unit(unit_, kTraceControl0);
        const TraceControl control = trace_control(value(at));
        const auto is_signal = [&](std::uint32_t event) {
            return TraceControl::broadcast(unit_.module, event) ||
                   is_own_event(unit_.module, event);
        };
        const bool starts = is_signal(control.start) || control.start == kTrueEvent;
        const bool stops = is_signal(control.stop) || control.stop == 0;
        if (!starts || !stops || control.mode != 0)
            refuse(
                fmt::format("has 0x{:08X} in register {}; allowed: a start by a broadcast or "
                            "at once (event {}), a stop by a broadcast or none, and mode 0, "
                            "such as 0x{:08X}",
                            value(at), to_string(at), kTrueEvent, start_and_stop(unit_.module)));
        if (TraceControl::broadcast(unit_.module, control.start))
            static_cast<void>(value(in_unit(unit_, kTimerControl)));
    }

    [[nodiscard]] int packet_id() const {
        const std::uint32_t packet = value(in_unit(unit_, kTraceControl1));
        const std::uint32_t type = packet >> arch::kPacketTypeShift & kPacketTypeMask;
        if (type != static_cast<std::uint32_t>(unit_.module))
            refuse(fmt::format("has packet type {}; allowed: {}, its module's", type,
                               static_cast<int>(unit_.module)));
        return static_cast<int>(packet & kPacketIdMask);
    }

    [[nodiscard]] arch::Port port(std::size_t number) const {
        const std::uint32_t offset = layout_.port_selection.value() +
                                     kWordBytes * static_cast<std::uint32_t>(number / kBytes);
        const std::uint32_t byte = byte_of(value({unit_.tile, offset}), number % kBytes);
        const auto side = (byte & kMaster) != 0 ? arch::PortSide::Master : arch::PortSide::Slave;
        const auto index = static_cast<int>(byte & kPortIndex);
        const auto port = port_at(device_, unit_.tile, side, index);
        if (!port)
            refuse(fmt::format("watches {} port {}, which its switch does not have",
                               side == arch::PortSide::Master ? "master" : "slave", index));
        return behind_mux(*port, device_);
    }

    /// Sets the selected DMA channels. A stream need not write the register: after a reset it
    /// selects channel 0 everywhere.
    void select_channels(TraceUnit& unit) const {
        const auto written = written_.find({unit_.tile, *layout_.dma_selection});
        const std::uint32_t word = written == written_.end() ? 0 : written->second;
        for (std::size_t i = 0; i < unit.s2mm.size(); ++i) {
            unit.s2mm[i] = static_cast<int>(byte_of(word, i));
            unit.mm2s[i] = static_cast<int>(byte_of(word, i + unit.s2mm.size()));
        }
    }

    words::Unit unit_;
    TraceLayout layout_;
    const RegisterValues& written_;
    const arch::Device& device_;
};

}  // namespace

std::optional<int> TraceControl::broadcast(Module module, std::uint32_t event) {
    const std::uint32_t first = layout_of(module).broadcast;
    if (event < first || event >= first + kBroadcasts) return std::nullopt;
    return static_cast<int>(event - first);
}

TraceControl trace_control(std::uint32_t word) {
    constexpr std::uint32_t kModeMask = 0xFFFF;
    return {word >> kHalfBits & kByteMask, word >> 3 * kBitsPerByte, word & kModeMask};
}

std::vector<Write> configuration_of(const TraceUnit& unit, const arch::Device& device,
                                    std::optional<arch::TileId> signals) {
    const Module module = unit.unit.module;
    const bool is_own = module == Module::Shim && unit.unit.tile == signals;
    std::vector<Write> writes{
        {in_unit(unit.unit, kTimerControl),
         timer_reset_by(event_of_broadcast(module, kStartBroadcast))},
        {in_unit(unit.unit, kTraceControl0), is_own ? kOwnStartAndStop : start_and_stop(module)},
        {in_unit(unit.unit, kTraceControl1), static_cast<std::uint32_t>(module)
                                                     << arch::kPacketTypeShift |
                                                 static_cast<std::uint32_t>(unit.packet_id)},
        {in_unit(unit.unit, kTraceEvent0), events_from(unit, 0)},
        {in_unit(unit.unit, kTraceEvent1), events_from(unit, kBytes)},
    };
    add_ports(writes, unit, device);
    if (const auto selection = layout_of(module).dma_selection)
        writes.push_back({{unit.unit.tile, *selection}, selected_channels(unit)});
    return writes;
}

TraceUnit unit_from(const words::Unit& unit, const RegisterValues& written,
                    const arch::Device& device) {
    return UnitReader{unit, written, device}.read();
}

}  // namespace xdnasim::txn
