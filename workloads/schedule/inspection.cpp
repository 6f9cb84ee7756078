#include "workloads/schedule/inspection.hpp"

#include <algorithm>

#include "arch/neighbours.hpp"
#include "arch/routing_graph.hpp"
#include "base/saturating.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::schedule {

bool Reporter::in_range(std::string_view name, std::int64_t value, std::int64_t min,
                        std::int64_t max) const {
    if (value >= min && value <= max) return true;
    if (min > max)
        (*this)("{} is {}; the device has room for none", name, value);
    else
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

Reporter Inspection::at(const std::string& where, base::Position origin, BreachKind kind,
                        std::optional<arch::TileId> tile) {
    return {breaches_, where + schedule.place(origin), kind, tile};
}

bool Inspection::is_sound() const {
    return std::ranges::find(breaches_, BreachKind::Hardware, &Breach::kind) == breaches_.end();
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

namespace {

using arch::Device;
using arch::TileId;
using arch::TileKind;

bool is_side_neighbour(const Device& device, TileId tile, TileId other) {
    return device.has(TileKind::MemTile, tile) && device.has(TileKind::MemTile, other) &&
           other.row == tile.row &&
           (other.column + 1 == tile.column || other.column == tile.column + 1);
}

}  // namespace

bool channel_reaches(const Device& device, TileId tile, int channel, TileId other) {
    return other == tile || (is_side_neighbour(device, tile, other) &&
                             channel < device.model(tile).dma.neighbour_channels);
}

bool dma_reaches(const Device& device, TileId tile, TileId other) {
    return channel_reaches(device, tile, 0, other);
}

bool core_reaches(const Device& device, TileId core, TileId other) {
    if (other == core) return true;
    const auto near = arch::memories_in_reach(core);
    return device.has(TileKind::CompTile, other) && std::ranges::find(near, other) != near.end();
}

namespace {

bool check_term(const Reporter& report, std::string_view name, const SemiAffine::Term& term,
                std::size_t loops) {
    bool good = true;
    if (term.loop < 0 || static_cast<std::size_t>(term.loop) >= loops) {
        report("{} follows loop {}; {} loops are around it", name, term.loop, loops);
        good = false;
    }
    if (term.divisor < 1) {
        report("{} divides by {}; it must be positive", name, term.divisor);
        good = false;
    }
    if (term.modulus < 0) {
        report("{} has modulus {}; it must not be negative", name, term.modulus);
        good = false;
    }
    if (term.shift < 0) {
        report("{} shifts a loop's index by {}; it must not be negative", name, term.shift);
        good = false;
    }
    return good;
}

/// The largest absolute value that the term can have in a loop of `count` iterations.
std::int64_t magnitude(const SemiAffine::Term& term, std::int64_t count) {
    const std::int64_t last =
        base::saturating_add(std::max<std::int64_t>(count, 1) - 1, term.shift);
    if (last >= base::kHuge) return base::kHuge;
    std::int64_t quotient = last / term.divisor;
    if (term.modulus > 0) quotient = std::min(quotient, term.modulus - 1);
    return base::saturating_multiply(std::abs(base::saturate(term.stride)), quotient);
}

}  // namespace

bool check_affine(const Reporter& report, std::string_view name, const SemiAffine& value,
                  std::span<const std::int64_t> counts) {
    bool good = true;
    std::int64_t largest = std::abs(base::saturate(value.base));
    for (const SemiAffine::Term& term : value.terms) {
        if (check_term(report, name, term, counts.size())) {
            largest = base::saturating_add(
                largest, magnitude(term, counts[static_cast<std::size_t>(term.loop)]));
        } else {
            good = false;
        }
    }
    if (largest >= base::kHuge) {
        report("{} reaches numbers beyond {}", name, base::kHuge - 1);
        good = false;
    }
    return good;
}

}  // namespace xdnasim::schedule
