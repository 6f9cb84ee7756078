#include <algorithm>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "traces/timeline/timeline.hpp"

namespace xdnasim::timeline {
namespace {

using events::CoreAction;

/// Order in which mlir-aie numbers ports by default: those into the tile's DMA before those out of
/// it.
bool is_numbered_before(const arch::Port& a, const arch::Port& b) {
    const auto key = [](const arch::Port& port) {
        return std::tuple{port.tile, port.side == arch::PortSide::Slave, port.bundle, port.channel};
    };
    return key(a) < key(b);
}

std::vector<arch::Port> ports_of(const events::StreamFlow& flow) {
    std::vector<arch::Port> ports{flow.source};
    for (const events::StreamSink& sink : flow.sinks)
        ports.push_back(sink.port);
    return ports;
}

bool is_lock_operation(CoreAction action) {
    return action == CoreAction::LockAcquire || action == CoreAction::LockRelease;
}

/// Is the interval left out of the timeline? It is for returns and words on the cascade, for which
/// recordings have no event of the hardware that lasts.
bool is_left_blank(const events::CoreInterval& interval) {
    const bool without_event = interval.action == CoreAction::Return ||
                               interval.action == CoreAction::CascadeGet ||
                               interval.action == CoreAction::CascadePut;
    return without_event && interval.state == events::CoreState::Busy;
}

Span core_span(const events::CoreInterval& interval) {
    if (const auto& stall = events::entry(interval.state).stall)
        return {.activity = stall_activity(interval.state), .name = stall->event};
    switch (interval.action) {
        case CoreAction::Kernel:
            return {
                .activity = Activity::Kernel, .begins = "INSTR_EVENT_0", .ends = "INSTR_EVENT_1"};
        case CoreAction::Return:
        case CoreAction::CascadeGet:
        case CoreAction::CascadePut:
            break;
        case CoreAction::LockAcquire:
            return {.activity = Activity::LockOperation, .name = "INSTR_LOCK_ACQUIRE_REQ"};
        case CoreAction::LockRelease:
            return {.activity = Activity::LockOperation, .name = "INSTR_LOCK_RELEASE_REQ"};
    }
    return {};
}

}  // namespace

SpanReader::SpanReader(const arch::Device& device, Window window, Painter& painter)
    : device_{device}, window_{window}, painter_{painter} {}

void SpanReader::on(const events::Legend& legend) {
    legend_ = legend;
    number_ports();
    for (const auto& flows : legend_.streams)
        streams_.push_back(stream_of(flows));
}

void SpanReader::number_ports() {
    std::vector<arch::Port> ports;
    for (const auto& flows : legend_.streams)
        for (const events::StreamFlow& flow : flows)
            for (const arch::Port& port : ports_of(flow))
                ports.push_back(port);
    std::sort(ports.begin(), ports.end(), is_numbered_before);
    ports.erase(std::unique(ports.begin(), ports.end()), ports.end());

    std::map<arch::TileId, int> next;
    for (const arch::Port& port : ports) {
        const int number = next[port.tile]++;
        ports_[port] = {new_track(Lane::Port, port.tile,
                                  fmt::format("PORT_{} {}", number, arch::name_in_tile(port))),
                        fmt::format("PORT_RUNNING_{}", number),
                        fmt::format("PORT_STALLED_{}", number),
                        fmt::format("PORT_IDLE_{}", number)};
    }
}

/// Flows of different lengths that end in the same port all get the longest delay, so that they
/// pass the port in the order in which they pass the stream.
SpanReader::Stream SpanReader::stream_of(const std::vector<events::StreamFlow>& flows) const {
    std::map<arch::Port, arch::Cycles> delays;
    for (const events::StreamFlow& flow : flows)
        for (const events::StreamSink& sink : flow.sinks)
            delays[sink.port] = std::max(delays[sink.port], sink.delay);
    Stream stream;
    const auto add = [&](const arch::Port& port) {
        const PortOfStream added{&ports_.at(port), delays[port]};
        stream.flows.back().push_back(added);
        const auto known = std::ranges::find(stream.ports, added.port, &PortOfStream::port);
        if (known == stream.ports.end()) stream.ports.push_back(added);
    };
    for (const events::StreamFlow& flow : flows) {
        stream.flows.emplace_back();
        add(flow.source);
        for (const events::StreamSink& sink : flow.sinks)
            add(sink.port);
    }
    return stream;
}

Track SpanReader::new_track(Lane lane, std::optional<arch::TileId> tile, std::string name) {
    const int tiles = device_.rows() * device_.columns;
    const int place = tile ? tile->row * device_.columns + tile->column : tiles;
    const std::string owner =
        tile ? fmt::format("{} {}", to_string(device_.kind(*tile)), to_string(*tile)) : "DRAM";
    return {++tracks_, lane, tile, 1 + place, owner, std::move(name)};
}

const Track& SpanReader::core(arch::TileId tile) {
    const auto known = cores_.find(tile);
    if (known != cores_.end()) return known->second;
    return cores_[tile] = new_track(Lane::Core, tile, "core");
}

const SpanReader::Channel& SpanReader::channel(const events::BdInterval& interval) {
    const arch::DmaChannelId id{interval.tile, interval.direction, interval.channel};
    const auto known = channels_.find(id);
    if (known != channels_.end()) return known->second;
    const std::string name =
        fmt::format("DMA_{}_{}", to_string(interval.direction), interval.channel);
    const std::string finished_bd = name + "_FINISHED_BD";
    return channels_[id] = {new_track(Lane::Dma, interval.tile, name),
                            name + "_START_TASK",
                            {finished_bd, fmt::format("{} {}_FINISHED_TASK", finished_bd, name)}};
}

std::string_view SpanReader::lock_name(const events::CoreInterval& interval) const {
    const auto lock = legend_.locks.find({interval.tile, interval.object});
    const bool own = interval.lock_tile == interval.tile && lock != legend_.locks.end();
    return own ? std::string_view{lock->second} : "a neighbour's";
}

void SpanReader::paint(const Span& span, const Track& track) {
    if (window_.overlaps(span)) painter_.paint(span, track);
}

void SpanReader::on(const events::CoreInterval& interval) {
    if (is_left_blank(interval)) return;
    Span span = core_span(interval);
    span.begin = interval.begin;
    span.end = interval.end;
    if (span.activity == Activity::Kernel) {
        span.name = legend_.kernels[static_cast<std::size_t>(interval.object)];
        if (interval.resumes) span.begins = {};
        if (interval.pauses) span.ends = {};
    }
    if (is_lock_operation(interval.action)) span.lock = lock_name(interval);
    paint(span, core(interval.tile));
}

void SpanReader::on(const events::StreamSegment& segment) {
    const Stream& stream = streams_[static_cast<std::size_t>(segment.stream)];
    for (const auto& [port, delay] : stream.flows[static_cast<std::size_t>(segment.flow)])
        paint({.activity = Activity::Running,
               .name = port->running,
               .begin = segment.begin + delay,
               .end = segment.end + delay,
               .bytes = segment.bytes},
              port->track);
}

void SpanReader::on(const events::StreamStall& stall) {
    const Stream& stream = streams_[static_cast<std::size_t>(stall.stream)];
    const bool idle = stall.cause == events::StreamStallCause::Starved;
    const auto& ports =
        stall.flow ? stream.flows[static_cast<std::size_t>(*stall.flow)] : stream.ports;
    for (const auto& [port, delay] : ports)
        paint({.activity = idle ? Activity::Idle : Activity::Stalled,
               .name = idle ? port->idle : port->stalled,
               .begin = stall.begin + delay,
               .end = stall.end + delay},
              port->track);
}

void SpanReader::on(const events::BdInterval& interval) {
    const Channel& executed = channel(interval);
    bd_name_ = fmt::format("BD {}", interval.bd);
    paint({.activity = Activity::Transfer,
           .name = bd_name_,
           .begin = interval.begin,
           .end = interval.end,
           .begins = interval.starts_task ? std::string_view{executed.start_task} : "",
           .ends = executed.finished[interval.ends_task ? 1 : 0],
           .bytes = interval.bytes},
          executed.track);
}

void SpanReader::on(const events::DramInterval& interval) {
    if (!dram_) dram_ = new_track(Lane::Dram, std::nullopt, "limit");
    paint({.activity = Activity::Running,
           .name = "at its limit",
           .begin = interval.begin,
           .end = interval.end},
          *dram_);
}

}  // namespace xdnasim::timeline
