#include "workloads/design/moved_data.hpp"

#include <cstdint>
#include <map>
#include <utility>
#include <variant>

#include "workloads/design/estimate.hpp"

namespace xdnasim::design {

using schedule::BufferRole;
using schedule::Schedule;
using schedule::WriteBd;

std::vector<BufferRole> roles_of(const Schedule& schedule) {
    std::vector<BufferRole> roles(schedule.host_buffers.size(), BufferRole::Input);
    std::map<std::pair<arch::TileId, std::int64_t>, schedule::HostBufferRef> written;
    for (const schedule::SequenceOp& operation : schedule.sequence) {
        if (const auto* write = std::get_if<WriteBd>(&operation.op))
            if (const auto* host = std::get_if<schedule::HostBufferRef>(&write->bd.buffer))
                written[{write->tile, write->id.base}] = *host;
        const auto* push = std::get_if<schedule::PushTask>(&operation.op);
        if (push == nullptr || push->direction == arch::Direction::MM2S) continue;
        if (const auto at = written.find({push->tile, push->bd.base}); at != written.end())
            roles[static_cast<std::size_t>(at->second.index)] = BufferRole::Output;
    }
    for (const schedule::PlPort& port : schedule.pl.ports)
        if (port.port.side == arch::PortSide::Master)
            roles[static_cast<std::size_t>(port.buffer.index)] = BufferRole::Output;
    if (schedule.trace)
        for (const schedule::TraceSink& sink : schedule.trace->sinks())
            roles[static_cast<std::size_t>(sink.buffer.index)] = BufferRole::Trace;
    return roles;
}

namespace {

/// Does the sequence move bytes of the host's between it and the array with this BD, those of a
/// trace apart?
bool moves_data(const schedule::Bd& bd, const std::vector<BufferRole>& roles) {
    const auto* host = std::get_if<schedule::HostBufferRef>(&bd.buffer);
    return host != nullptr && roles[static_cast<std::size_t>(host->index)] != BufferRole::Trace;
}

}  // namespace

arch::Bytes moved_bytes(const Schedule& schedule, const std::vector<BufferRole>& roles) {
    arch::Bytes moved{};
    for_each_pushed_bd(schedule, [&](const schedule::PushTask& push, const schedule::Bd& bd) {
        if (moves_data(bd, roles)) moved += bd.length * (std::int64_t{push.repeat} + 1);
    });
    for (const schedule::PlPort& port : schedule.pl.ports)
        moved += port.total();
    return moved;
}

}  // namespace xdnasim::design
