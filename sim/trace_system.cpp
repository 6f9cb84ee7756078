#include "sim/trace_system.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <limits>

#include "sim/port_delays.hpp"

namespace xdnasim::sim {

using arch::Cycles;
using names::EventMeaning;
using words::Module;

namespace {

/// The time between two looks at the array: far less than what fills a packet while little happens.
constexpr Cycles kLookInterval{256};

/// Cycles that the broadcast from `shim` takes to the unit.
Cycles skew(const words::Unit& unit, arch::TileId shim, const arch::TraceModel& model) {
    const Cycles to_memory = unit.module == Module::Memory ? model.memory_module : Cycles{0};
    return model.horizontal_hop * std::int64_t{std::abs(unit.tile.column - shim.column)} +
           model.vertical_hop * std::int64_t{std::abs(unit.tile.row - shim.row)} + to_memory;
}

/// The number of the DMA channel whose events a slot watches; the units of MemTiles select
/// channels.
int channel_of(const EventMeaning& meaning, const schedule::TraceUnit& unit) {
    if (unit.unit.module != Module::MemTile) return meaning.channel;
    const schedule::SelectedChannels& selected =
        meaning.direction == arch::Direction::S2MM ? unit.s2mm : unit.mm2s;
    return selected[static_cast<std::size_t>(meaning.channel)];
}

/// The slots of a unit, by what they watch.
struct SlotGroups {
    TraceSlots core;
    std::map<int, TraceSlots> ports;
    std::map<std::pair<arch::Direction, int>, TraceSlots> channels;
};

SlotGroups group_slots(const schedule::TraceUnit& unit, const names::EventNames& event_names,
                       TraceLevels& levels) {
    SlotGroups groups{TraceSlots{levels}, {}, {}};
    for (int slot = 0; slot < words::kSlots; ++slot) {
        const int id = unit.events[static_cast<std::size_t>(slot)];
        const auto name = event_names.name(unit.unit.module, id);
        const auto meaning = name ? names::meaning(unit.unit.module, *name) : std::nullopt;
        if (!meaning) continue;
        const auto [signal, number, direction, channel] = *meaning;
        if (signal == names::Signal::Always)
            levels.hold(slot, Cycles{0}, Cycles{std::numeric_limits<std::int64_t>::max()});
        else if (names::is_of_core(signal))
            groups.core.watch(signal, slot);
        else if (names::is_of_port(signal))
            groups.ports.try_emplace(number, levels).first->second.watch(signal, slot);
        else if (names::is_of_dma(signal))
            groups.channels.try_emplace({direction, channel_of(*meaning, unit)}, levels)
                .first->second.watch(signal, slot);
    }
    return groups;
}

}  // namespace

TraceSystem::TraceSystem(const sc_core::sc_module_name& name, Environment& environment,
                         const schedule::Schedule& schedule)
    : sc_module{name},
      environment_{environment},
      schedule_{schedule},
      event_names_{environment.device.generation} {
    for (const schedule::TraceSink& sink : schedule.trace->sinks())
        buffers_.emplace_back(sink.size.value_or(schedule.host_buffer(sink.buffer)->size));
    for (const schedule::TraceUnit& unit : schedule.trace->units)
        units_.push_back(std::make_unique<TraceUnit>(unit, environment.device.trace.fifo_packets,
                                                     buffers_[unit.sink], environment.events));
    SC_METHOD(look);
    sensitive << look_event_;
    dont_initialize();
}

TraceUnit& TraceSystem::unit_at(const arch::Port& port) {
    return **std::ranges::find_if(units_, [&](const std::unique_ptr<TraceUnit>& unit) {
        return schedule::trace_port(unit->unit()) == port;
    });
}

void TraceSystem::watch(const Array& array) {
    for (const auto& stream : array.streams)
        streams_.emplace_back(*stream, environment_.device.stream_width);
    for (std::size_t i = 0; i < units_.size(); ++i)
        watch(schedule_.trace->units[i], *units_[i], array);
}

void TraceSystem::watch(const schedule::TraceUnit& configured, TraceUnit& unit,
                        const Array& array) {
    const arch::TileId tile = configured.unit.tile;
    SlotGroups groups = group_slots(configured, event_names_, unit.levels());
    const auto at = array.tiles.find(tile);
    if (at == array.tiles.end()) return;
    if (configured.unit.module == Module::Core)
        cores_.emplace(tile, CoreProbe{groups.core, dynamic_cast<CompTile&>(*at->second).core(),
                                       array.kernels, environment_.device});
    for (const auto& [number, slots] : groups.ports) {
        const auto index = static_cast<std::size_t>(number);
        if (index < configured.ports.size())
            watch_port(configured.ports[index], slots, array, nullptr);
    }
    for (const auto& [key, slots] : groups.channels) {
        const auto& [direction, number] = key;
        const DmaChannel* const channel = at->second->dma().channel(direction, number);
        if (channel == nullptr) continue;
        channels_.emplace(arch::DmaChannelId{tile, direction, number}, DmaProbe{slots, *channel});
        watch_port(arch::dma_port(tile, direction, number), slots, array,
                   direction == arch::Direction::S2MM ? channel : nullptr);
    }
}

void TraceSystem::watch_port(const arch::Port& port, TraceSlots slots, const Array& array,
                             const DmaChannel* sink) {
    if (!slots.watches_any(names::is_of_stream)) return;
    for (std::size_t stream = 0; stream < streams_.size(); ++stream) {
        StreamView view{slots, {}, Cycles{0}, sink};
        const std::vector<std::size_t>& flows = array.flows_of_stream[stream];
        for (std::size_t i = 0; i < flows.size(); ++i) {
            const auto delays = port_delays(schedule_.flows[flows[i]], schedule_.routes[flows[i]],
                                            environment_.device);
            const auto passed = delays.find(port);
            if (passed == delays.end()) continue;
            view.flows.push_back(static_cast<int>(i));
            view.delay = passed->second;
            const auto& sinks = schedule_.flows[flows[i]].sinks;
            const auto own = std::ranges::find(sinks, port);
            const bool alone = view.flows.size() == 1 && sinks.size() > 1 && own != sinks.end();
            view.receiver =
                alone ? std::optional{static_cast<std::size_t>(own - sinks.begin())} : std::nullopt;
        }
        if (!view.flows.empty()) streams_[stream].add(std::move(view));
    }
}

void TraceSystem::signal(const schedule::SignalTrace& signal) {
    const Cycles now = environment_.clock.now();
    running_ = signal.signal == schedule::TraceSignal::Start;
    for (const auto& unit : units_) {
        const Cycles arrival = now + skew(unit->unit(), signal.shim, environment_.device.trace);
        running_ ? unit->start(arrival) : unit->stop(arrival);
        if (!running_) last_stop_ = std::max(last_stop_, arrival);
    }
    if (running_) environment_.calendar.notify_at(look_event_, now + kLookInterval);
}

void TraceSystem::look() {
    const Cycles now = environment_.clock.now();
    look_and_advance(now);
    // Looks must not keep a deadlocked array running.
    if (running_ && sc_core::sc_pending_activity())
        environment_.calendar.notify_at(look_event_, now + kLookInterval);
}

void TraceSystem::look_and_advance(Cycles now) {
    for (auto& [tile, probe] : cores_)
        probe.look(now);
    for (auto& [key, probe] : channels_)
        probe.look(now);
    for (StreamProbe& probe : streams_)
        if (probe.watched()) probe.look(now);
    for (const auto& unit : units_)
        unit->advance(now);
    if (schedule_.trace->route == schedule::TraceRoute::Ideal) deliver_waiting();
}

/// Writes the waiting packets to their buffers, in the order in which the units completed them.
void TraceSystem::deliver_waiting() {
    for (std::size_t sink = 0; sink < buffers_.size(); ++sink) {
        std::vector<words::Packet> packets;
        for (std::size_t i = 0; i < units_.size(); ++i)
            if (schedule_.trace->units[i].sink == sink)
                std::ranges::move(units_[i]->take_waiting(), std::back_inserter(packets));
        std::ranges::stable_sort(packets, {}, &words::Packet::cycle);
        for (const words::Packet& packet : packets)
            buffers_[sink].append(packet.words);
    }
}

events::TraceWords TraceSystem::finish() {
    // The array stands still after the end of the run, while the stop signal is on its way.
    look_and_advance(std::max(environment_.clock.now(), last_stop_));
    deliver_waiting();
    events::TraceWords result;
    for (const TraceBuffer& buffer : buffers_) {
        std::ranges::copy(buffer.words(), std::back_inserter(result.words));
        result.buffer_full = result.buffer_full || buffer.overflowed();
    }
    for (const auto& unit : units_)
        if (unit->lost() > Cycles{0}) result.overruns.push_back({unit->unit(), unit->lost()});
    return result;
}

void TraceSystem::on(const events::CoreInterval& interval) {
    const auto [begin, end] = cores_.equal_range(interval.tile);
    for (auto probe = begin; probe != end; ++probe)
        probe->second.on(interval);
}

void TraceSystem::on(const events::CoreEvent& told) {
    const auto [begin, end] = cores_.equal_range(told.tile);
    for (auto probe = begin; probe != end; ++probe)
        probe->second.on(told);
}

void TraceSystem::on(const events::StreamSegment& segment) {
    streams_[static_cast<std::size_t>(segment.stream)].on(segment);
}

void TraceSystem::on(const events::StreamStall& stall) {
    streams_[static_cast<std::size_t>(stall.stream)].on(stall);
}

void TraceSystem::on(const events::BdInterval& interval) {
    const auto [begin, end] =
        channels_.equal_range({interval.tile, interval.direction, interval.channel});
    for (auto probe = begin; probe != end; ++probe)
        probe->second.on(interval);
}

void TraceSystem::on(const events::DmaLockStall& stall) {
    const auto [begin, end] = channels_.equal_range({stall.tile, stall.direction, stall.channel});
    for (auto probe = begin; probe != end; ++probe)
        probe->second.on(stall);
}

}  // namespace xdnasim::sim
