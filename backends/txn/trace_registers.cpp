#include "backends/txn/trace_registers.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace xdnasim::txn {
namespace {

using enum arch::Bundle;

/// How bundles follow each other in the list of every switch. Those that it does not have take no
/// numbers.
constexpr std::array<arch::Bundle, arch::kSwitchBundles> kOrder{
    Core, Dma, TileControl, Fifo, South, West, North, East, Trace};

int ports_of(const arch::SwitchModel& model, arch::Bundle bundle, arch::PortSide side) {
    const arch::PortCount count = model.count(bundle);
    return side == arch::PortSide::Master ? count.masters : count.slaves;
}

}  // namespace

std::optional<int> port_index(const arch::Device& device, const arch::Port& port) {
    const arch::SwitchModel& model = device.model(port.tile).stream_switch;
    int first = 0;
    for (const arch::Bundle bundle : kOrder) {
        const int ports = ports_of(model, bundle, port.side);
        if (bundle == port.bundle && port.channel >= 0 && port.channel < ports)
            return first + port.channel;
        first += ports;
    }
    return std::nullopt;
}

std::optional<arch::Port> port_at(const arch::Device& device, arch::TileId tile,
                                  arch::PortSide side, int index) {
    const arch::SwitchModel& model = device.model(tile).stream_switch;
    int first = 0;
    for (const arch::Bundle bundle : kOrder) {
        const int ports = ports_of(model, bundle, side);
        if (index < first + ports) return arch::Port{tile, side, bundle, index - first};
        first += ports;
    }
    return std::nullopt;
}

namespace {

using schedule::TraceSignal;
using words::Module;

constexpr std::array kModules{Module::Core, Module::Memory, Module::Shim, Module::MemTile};

std::uint32_t broadcast_register(int number) {
    return kEventBroadcast + kWordBytes * static_cast<std::uint32_t>(number);
}

/// Event `event` in the field of Timer_Control that resets the timer.
std::uint32_t timer_reset_by(std::uint32_t event) {
    constexpr int kResetEventShift = 8;
    return event << kResetEventShift;
}

/// Is `at` a register by which a stream configures `unit`?
bool configures(const Register& at, const words::Unit& unit) {
    const TraceLayout layout = layout_of(unit.module);
    const std::array own{kTimerControl, kTraceControl0, kTraceControl1, kTraceEvent0, kTraceEvent1};
    const auto is_own = [&](std::uint32_t offset) { return at == in_unit(unit, offset); };
    if (std::any_of(own.begin(), own.end(), is_own)) return true;
    if (layout.dma_selection && at.offset == *layout.dma_selection) return true;
    return layout.port_selection && (at.offset == *layout.port_selection ||
                                     at.offset == *layout.port_selection + kWordBytes);
}

}  // namespace

std::vector<Write> signal_of(const schedule::SignalTrace& signal) {
    const words::Unit shim{Module::Shim, signal.shim};
    const bool start = signal.signal == TraceSignal::Start;
    const std::uint32_t event = start ? kStartEvent : kStopEvent;
    const int broadcast = start ? kStartBroadcast : kStopBroadcast;
    std::vector<Write> writes{{in_unit(shim, broadcast_register(broadcast)), event}};
    if (start) writes.push_back({in_unit(shim, kTimerControl), timer_reset_by(event)});
    writes.push_back({in_unit(shim, kEventGenerate), event});
    return writes;
}

bool TraceRegisters::take(const Write& write) {
    const arch::TileId tile = write.at.tile;
    if (take_signal_register(write)) return true;
    for (const Module module : kModules) {
        if (words::tile_kind(module) != device_.kind(tile)) continue;
        const words::Unit unit{module, tile};
        if (!configures(write.at, unit)) continue;
        if (!written_.contains(in_unit(unit, kTraceControl0)) &&
            write.at == in_unit(unit, kTraceControl0))
            units_.push_back(unit);
        written_[write.at] = write.value;
        return true;
    }
    return false;
}

bool TraceRegisters::take_signal_register(const Write& write) {
    const words::Unit shim{Module::Shim, write.at.tile};
    if (device_.kind(shim.tile) != arch::TileKind::Shim) return false;
    const auto is = [&](std::uint32_t offset) { return write.at == in_unit(shim, offset); };
    const auto broadcasts = [&](int number, std::uint32_t event) {
        const auto at = written_.find(in_unit(shim, broadcast_register(number)));
        return write.value == event && at != written_.end() && at->second == event;
    };
    if (is(broadcast_register(kStartBroadcast)) || is(broadcast_register(kStopBroadcast))) {
        written_[write.at] = write.value;
        return true;
    }
    // The timer of the shim that broadcasts starts by its own event, in place of the broadcast.
    if (is(kTimerControl) && write.value == timer_reset_by(kStartEvent)) return true;
    if (!is(kEventGenerate)) return false;
    if (broadcasts(kStartBroadcast, kStartEvent))
        signal_ = {shim.tile, TraceSignal::Start};
    else if (broadcasts(kStopBroadcast, kStopEvent))
        signal_ = {shim.tile, TraceSignal::Stop};
    return signal_.has_value();
}

std::optional<schedule::SignalTrace> TraceRegisters::take_signal() {
    return std::exchange(signal_, std::nullopt);
}

std::vector<schedule::TraceUnit> TraceRegisters::units() const {
    std::vector<schedule::TraceUnit> units;
    for (const words::Unit& unit : units_)
        units.push_back(unit_from(unit, written_, device_));
    return units;
}

}  // namespace xdnasim::txn
