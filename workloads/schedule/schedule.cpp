#include "workloads/schedule/schedule.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::schedule {

namespace {

bool are_packets(const Flow& a, const Flow& b) {
    return a.mode == FlowMode::Packet && b.mode == FlowMode::Packet;
}

}  // namespace

bool differ_in_id(const Flow& a, const Flow& b) {
    return are_packets(a, b) && a.packet_id != b.packet_id;
}

bool are_joint(const Flow& a, const Flow& b) {
    return are_packets(a, b) && a.packet_id == b.packet_id && a.source != b.source &&
           a.sinks == b.sinks;
}

arch::Port trace_port(const words::Unit& unit) {
    const int channel = unit.module == words::Module::Memory ? 1 : 0;
    return {unit.tile, arch::PortSide::Slave, arch::Bundle::Trace, channel};
}

std::vector<TraceSink> Trace::sinks() const {
    std::vector<TraceSink> all{{shim, channel, buffer, size, offset}};
    all.insert(all.end(), others.begin(), others.end());
    return all;
}

bool Schedule::headers_are_data(const Flow& flow) const {
    return flow.keep_header && std::ranges::all_of(flow.sinks, [&](const arch::Port& sink) {
               const TileProgram* const program = find(sink.tile);
               return sink.bundle == arch::Bundle::Dma &&
                      (program == nullptr || !program->takes_out_of_order(sink));
           });
}

std::string Schedule::location(base::Position origin) const {
    if (origin.word >= 0)
        return fmt::format("{}: word {} (byte {})", instructions, origin.word,
                           origin.word * arch::kWord.count());
    if (origin.line == 0) return {};
    return fmt::format("{}:{}:{}", source, origin.line, origin.column);
}

std::string Schedule::place(base::Position origin) const {
    const std::string at = location(origin);
    return at.empty() ? at : " at " + at;
}

const TileProgram* Schedule::find(arch::TileId tile) const {
    const auto at = std::ranges::lower_bound(tiles, tile, {}, &TileProgram::tile);
    return at != tiles.end() && at->tile == tile ? &*at : nullptr;
}

TileProgram* Schedule::find(arch::TileId tile) {
    return const_cast<TileProgram*>(std::as_const(*this).find(tile));
}

const Buffer* Schedule::buffer(const BufferRef& reference) const {
    const TileProgram* owner = find(reference.tile);
    return owner != nullptr ? owner->buffer(reference.index) : nullptr;
}

const HostBuffer* Schedule::host_buffer(HostBufferRef reference) const {
    return numbered(host_buffers, reference.index);
}

const Lock* Schedule::lock(const LockRef& reference) const {
    const TileProgram* owner = find(reference.tile);
    return owner != nullptr ? owner->lock(reference.id) : nullptr;
}

const kernels::Kernel* Schedule::kernel(KernelRef reference) const {
    return numbered(kernels, reference.index);
}

}  // namespace xdnasim::schedule
