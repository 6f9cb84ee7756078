#include "xdnasim/workloads/schedule/inspection.hpp"

#include <algorithm>

#include "xdnasim/arch/routing_graph.hpp"

namespace xdnasim::schedule {

namespace {

template <class T>
const T* element(const std::vector<T>& list, int index) {
    const auto position = static_cast<std::size_t>(index);
    return index >= 0 && position < list.size() ? &list[position] : nullptr;
}

}  // namespace

bool Reporter::in_range(std::string_view name, std::int64_t value, std::int64_t min,
                        std::int64_t max) const {
    if (value >= min && value <= max) return true;
    (*this)("{} is {}; allowed are {} to {}", name, value, min, max);
    return false;
}

bool Reporter::in_words(std::string_view name, arch::Bytes value) const {
    if (value % arch::kWord == arch::Bytes{}) return true;
    (*this)("{} is {} bytes; it must be a multiple of {}", name, value.count(),
            arch::kWord.count());
    return false;
}

Inspection::Inspection(const Schedule& inspected, const arch::Device& on)
    : schedule{inspected}, device{on} {
    for (const TileProgram& program : schedule.tiles)
        programs_.push_back(&program);
    std::ranges::stable_sort(programs_, {}, &TileProgram::tile);
    for (const Flow& flow : schedule.flows) {
        endpoints_.emplace_back(flow.source, &flow);
        for (const arch::Port& sink : flow.sinks)
            endpoints_.emplace_back(sink, &flow);
    }
    std::ranges::stable_sort(endpoints_, {}, &Endpoint::first);
    note_pushes(schedule.sequence, 0);
    std::ranges::sort(pushed_);
}

void Inspection::note_pushes(const std::vector<SequenceOp>& ops, int depth) {
    for (const SequenceOp& step : ops) {
        if (const auto* push = std::get_if<PushTask>(&step.op)) {
            pushed_.push_back(arch::dma_port(push->tile, push->direction, push->channel));
        } else if (const auto* loop = std::get_if<SequenceLoop>(&step.op)) {
            if (loop->count > 0 && depth < kMaxLoopDepth) note_pushes(loop->body, depth + 1);
        }
    }
}

std::string Inspection::name(arch::TileId tile) const {
    const std::string kind = device.contains(tile) ? to_string(device.kind(tile)) : "tile";
    return kind + " " + to_string(tile);
}

Reporter Inspection::at(std::string where) {
    return {breaches_, std::move(where)};
}

bool Inspection::is(arch::TileKind kind, arch::TileId tile) const {
    return device.contains(tile) && device.kind(tile) == kind;
}

const arch::DmaModel* Inspection::dma(arch::TileId tile) const {
    if (!device.contains(tile)) return nullptr;
    if (device.kind(tile) == arch::TileKind::Shim &&
        !device.shim_has_dma[static_cast<std::size_t>(tile.column)]) {
        return nullptr;
    }
    return &device.model(tile).dma;
}

const TileProgram* Inspection::program(arch::TileId tile) const {
    const auto at = std::ranges::lower_bound(programs_, tile, {}, &TileProgram::tile);
    return at != programs_.end() && (*at)->tile == tile ? *at : nullptr;
}

const Bd* Inspection::bd(arch::TileId tile, int id) const {
    const TileProgram* owner = program(tile);
    if (owner == nullptr) return nullptr;
    const auto at = std::ranges::find(owner->bds, id, &Bd::id);
    return at != owner->bds.end() ? &*at : nullptr;
}

bool Inspection::declares(const LockRef& lock) const {
    const TileProgram* owner = program(lock.tile);
    return owner != nullptr &&
           std::ranges::find(owner->locks, lock.id, &Lock::id) != owner->locks.end();
}

const Buffer* Inspection::buffer(const BufferRef& reference) const {
    const TileProgram* owner = program(reference.tile);
    return owner != nullptr ? element(owner->buffers, reference.index) : nullptr;
}

const HostBuffer* Inspection::buffer(HostBufferRef reference) const {
    return element(schedule.host_buffers, reference.index);
}

const kernels::Kernel* Inspection::kernel(int index) const {
    return element(schedule.kernels, index);
}

std::span<const Inspection::Endpoint> Inspection::flows_at(const arch::Port& port) const {
    const auto begin = std::ranges::lower_bound(endpoints_, port, {}, &Endpoint::first);
    const auto end = std::ranges::upper_bound(endpoints_, port, {}, &Endpoint::first);
    return {begin, end};
}

bool Inspection::is_pushed(const arch::Port& port) const {
    return std::ranges::binary_search(pushed_, port);
}

}  // namespace xdnasim::schedule
