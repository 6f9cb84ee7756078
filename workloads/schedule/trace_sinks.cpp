#include "workloads/schedule/trace_sinks.hpp"

#include <algorithm>
#include <variant>
#include <vector>

namespace xdnasim::schedule {
namespace {

/// The sinks of a trace over streams; an ideal trace uses none.
std::vector<TraceSink> sinks_of(const Schedule& schedule) {
    if (!schedule.trace || schedule.trace->route == TraceRoute::Ideal) return {};
    return schedule.trace->sinks();
}

}  // namespace

bool takes_trace(const Schedule& schedule, arch::TileId shim, int channel) {
    return std::ranges::any_of(sinks_of(schedule), [&](const TraceSink& sink) {
        return sink.shim == shim && sink.channel == channel;
    });
}

bool holds_trace(const Schedule& schedule, const WriteBd& write) {
    const auto* const buffer = std::get_if<HostBufferRef>(&write.bd.buffer);
    if (buffer == nullptr) return false;
    return std::ranges::any_of(sinks_of(schedule), [&](const TraceSink& sink) {
        return sink.shim == write.tile && sink.buffer == *buffer;
    });
}

}  // namespace xdnasim::schedule
