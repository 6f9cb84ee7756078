#include "workloads/design/moved_data.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <variant>

#include "workloads/design/estimate.hpp"
#include "workloads/schedule/trace_sinks.hpp"

namespace xdnasim::design {

using schedule::BufferRole;
using schedule::Schedule;
using schedule::WriteBd;

namespace {

/// Returns whether the task writes words of trace units to the host.
bool takes_trace(const schedule::PushTask& push, const Schedule& schedule) {
    return push.direction == arch::Direction::S2MM &&
           schedule::takes_trace(schedule, push.tile, push.channel);
}

}  // namespace

std::vector<BufferRole> roles_of(const Schedule& schedule) {
    std::vector<BufferRole> roles(schedule.host_buffers.size(), BufferRole::Input);
    if (schedule.trace)
        for (const schedule::TraceSink& sink : schedule.trace->sinks())
            roles[static_cast<std::size_t>(sink.buffer.index)] = BufferRole::Trace;
    std::map<std::pair<arch::TileId, std::int64_t>, schedule::HostBufferRef> written;
    for (const schedule::SequenceOp& operation : schedule.sequence) {
        if (const auto* write = std::get_if<WriteBd>(&operation.op))
            if (const auto* host = std::get_if<schedule::HostBufferRef>(&write->bd.buffer))
                written[{write->tile, write->id.base}] = *host;
        const auto* push = std::get_if<schedule::PushTask>(&operation.op);
        if (push == nullptr || push->direction == arch::Direction::MM2S ||
            takes_trace(*push, schedule))
            continue;
        if (const auto at = written.find({push->tile, push->bd.base}); at != written.end())
            roles[static_cast<std::size_t>(at->second.index)] = BufferRole::Output;
    }
    for (const schedule::PlPort& port : schedule.pl.ports)
        if (port.port.side == arch::PortSide::Master)
            roles[static_cast<std::size_t>(port.buffer.index)] = BufferRole::Output;
    return roles;
}

std::vector<BytesOfArgument> traced_bytes(const Schedule& schedule,
                                          const std::vector<BufferRole>& roles) {
    std::vector<BytesOfArgument> traced;
    if (!schedule.trace) return traced;
    for (const schedule::TraceSink& sink : schedule.trace->sinks()) {
        if (roles[static_cast<std::size_t>(sink.buffer.index)] != BufferRole::Output) continue;
        const arch::Bytes end = schedule.host_buffer(sink.buffer)->size;
        const arch::Bytes begin = std::min(sink.offset, end);
        traced.push_back(
            {sink.buffer.index, begin, std::min(begin + sink.size.value_or(end), end)});
    }
    return traced;
}

arch::Bytes moved_bytes(const Schedule& schedule) {
    arch::Bytes moved{};
    for_each_pushed_bd(schedule, [&](const schedule::PushTask& push, const schedule::Bd& bd) {
        if (std::holds_alternative<schedule::HostBufferRef>(bd.buffer) &&
            !takes_trace(push, schedule))
            moved += bd.length * (std::int64_t{push.repeat} + 1);
    });
    for (const schedule::PlPort& port : schedule.pl.ports)
        moved += port.total();
    return moved;
}

}  // namespace xdnasim::design
