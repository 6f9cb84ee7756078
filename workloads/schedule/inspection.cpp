#include "workloads/schedule/inspection.hpp"

#include <algorithm>

#include "arch/routing_graph.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::schedule {

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
    for_each_operation<PushTask>(schedule.sequence, [&](const PushTask& push) {
        pushed_.push_back(arch::dma_port(push.tile, push.direction, push.channel));
    });
    std::ranges::sort(pushed_);
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
    return device.has_dma(tile) ? &device.model(tile).dma : nullptr;
}

const TileProgram* Inspection::program(arch::TileId tile) const {
    const auto at = std::ranges::lower_bound(programs_, tile, {}, &TileProgram::tile);
    return at != programs_.end() && (*at)->tile == tile ? *at : nullptr;
}

const Bd* Inspection::bd(arch::TileId tile, int id) const {
    const TileProgram* owner = program(tile);
    return owner != nullptr ? owner->bd(id) : nullptr;
}

const Lock* Inspection::lock(const LockRef& reference) const {
    const TileProgram* owner = program(reference.tile);
    return owner != nullptr ? owner->lock(reference.id) : nullptr;
}

const Buffer* Inspection::buffer(const BufferRef& reference) const {
    const TileProgram* owner = program(reference.tile);
    return owner != nullptr ? owner->buffer(reference.index) : nullptr;
}

const HostBuffer* Inspection::buffer(HostBufferRef reference) const {
    return schedule.host_buffer(reference);
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
