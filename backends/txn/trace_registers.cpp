#include "backends/txn/trace_registers.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::txn {
namespace {

using enum arch::Bundle;

/// Order of the bundles in the port list of every switch. Bundles that a switch does not have take
/// no numbers.
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

std::uint32_t broadcast_register(int number) {
    return kEventBroadcast + kWordBytes * static_cast<std::uint32_t>(number);
}

/// Whether `at` is a register by which a stream configures `unit`.
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

std::uint32_t timer_reset_by(std::uint32_t event) {
    constexpr int kResetEventShift = 8;
    return event << kResetEventShift;
}

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

std::vector<Write> configuration_of(const schedule::Schedule& schedule,
                                    const arch::Device& device) {
    if (schedule.trace->route == schedule::TraceRoute::Ideal)
        throw base::InputError{
            "trace: hardware does not have the ideal route, so it can only be simulated; allowed: "
            "streams"};
    std::optional<arch::TileId> signals;
    schedule::for_each_operation<schedule::SignalTrace>(
        schedule.sequence, [&](const schedule::SignalTrace& signal) {
            if (!signals && signal.signal == TraceSignal::Start) signals = signal.shim;
        });
    std::vector<Write> all;
    for (const schedule::TraceUnit& unit : schedule.trace->units) {
        const std::vector<Write> writes = configuration_of(unit, device, signals);
        all.insert(all.end(), writes.begin(), writes.end());
    }
    return all;
}

bool TraceRegisters::take(const Write& write, std::size_t word) {
    const arch::TileId tile = write.at.tile;
    if (take_signal_register(write)) return true;
    for (const Module module : words::kModules) {
        if (words::tile_kind(module) != device_.kind(tile)) continue;
        const words::Unit unit{module, tile};
        if (!configures(write.at, unit)) continue;
        if (!written_.contains(in_unit(unit, kTraceControl0)) &&
            write.at == in_unit(unit, kTraceControl0))
            units_.push_back(unit);
        written_[write.at] = write.value;
        words_[write.at] = word;
        const bool at_once = write.at == in_unit(unit, kTraceControl0) &&
                             trace_control(write.value).start == kTrueEvent;
        if (at_once) start(unit, device_.shim_at(tile.column));
        return true;
    }
    return false;
}

TraceControl TraceRegisters::control_of(const words::Unit& unit) const {
    return trace_control(written_.at(in_unit(unit, kTraceControl0)));
}

/// Starts a unit at once. Only the first such start gives a signal, since one signal starts all
/// simulated units.
void TraceRegisters::start(const words::Unit& unit, arch::TileId shim) {
    if (started_.empty()) signal_ = {shim, TraceSignal::Start};
    started_.insert(unit);
}

bool TraceRegisters::raise(arch::TileId shim, std::uint32_t event) {
    const words::Unit of_shim{Module::Shim, shim};
    const auto broadcast = [&](int number) {
        const auto at = written_.find(in_unit(of_shim, broadcast_register(number)));
        return at != written_.end() && at->second == event;
    };
    const auto follows = [&](const words::Unit& unit, std::uint32_t by) {
        const auto number = TraceControl::broadcast(unit.module, by);
        return number ? broadcast(*number) : unit == of_shim && by == event;
    };
    bool known = false;
    for (int number = 0; number < kBroadcasts; ++number)
        known = known || broadcast(number);
    bool stops = false;
    bool starts = false;
    for (const words::Unit& unit : units_) {
        if (follows(unit, control_of(unit).start)) {
            starts = true;
            started_.insert(unit);
        }
        stops = stops || follows(unit, control_of(unit).stop);
    }
    if (starts)
        signal_ = {shim, TraceSignal::Start};
    else if (stops)
        signal_ = {shim, TraceSignal::Stop};
    return known || starts || stops;
}

bool TraceRegisters::take_signal_register(const Write& write) {
    const words::Unit shim{Module::Shim, write.at.tile};
    if (device_.kind(shim.tile) != arch::TileKind::Shim) return false;
    const auto is = [&](std::uint32_t offset) { return write.at == in_unit(shim, offset); };
    for (int number = 0; number < kBroadcasts; ++number)
        if (is(broadcast_register(number))) {
            written_[write.at] = write.value;
            return true;
        }
    // The timer of the shim that broadcasts is reset by its own event, in place of the broadcast.
    if (is(kTimerControl) &&
        (write.value == timer_reset_by(kStartEvent) || write.value == timer_reset_by(kStopEvent)))
        return true;
    return is(kEventGenerate) && raise(shim.tile, write.value);
}

std::optional<schedule::SignalTrace> TraceRegisters::take_signal() {
    return std::exchange(signal_, std::nullopt);
}

std::vector<schedule::TraceUnit> TraceRegisters::units() const {
    std::vector<schedule::TraceUnit> units;
    std::optional<std::pair<words::Unit, int>> first;
    for (const words::Unit& unit : units_) {
        schedule::TraceUnit read = unit_from(unit, written_, device_);
        if (!started_.contains(unit)) continue;
        units.push_back(std::move(read));
        const auto number = TraceControl::broadcast(unit.module, control_of(unit).start);
        if (!number) continue;
        if (!first) first.emplace(unit, *number);
        if (first->second != *number)
            throw base::InputError{fmt::format(
                "instruction stream: trace unit of {} starts by broadcast {}, that of {} by {}; "
                "allowed: one broadcast that starts all",
                words::to_string(first->first), first->second, words::to_string(unit), *number)};
    }
    return units;
}

std::vector<Omission> TraceRegisters::omissions() const {
    std::vector<Omission> all;
    for (const words::Unit& unit : started_) {
        const std::uint32_t start = control_of(unit).start;
        const auto timer = written_.find(in_unit(unit, kTimerControl));
        if (!TraceControl::broadcast(unit.module, start) || timer == written_.end()) continue;
        if (timer->second == timer_reset_by(start)) continue;
        all.push_back(
            {words_.at(timer->first),
             fmt::format("the timer of the trace unit of {}, which the unit's start does not reset "
                         "(0x{:08X} instead of 0x{:08X}): in the simulation it does",
                         words::to_string(unit), timer->second, timer_reset_by(start))});
    }
    return all;
}

}  // namespace xdnasim::txn
