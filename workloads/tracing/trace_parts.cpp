#include "workloads/tracing/trace_parts.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "workloads/schedule/mapping_error.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::tracing {

PacketIds::PacketIds(const schedule::Schedule& schedule) {
    for (const schedule::Flow& flow : schedule.flows)
        if (flow.mode == schedule::FlowMode::Packet)
            taken_.set(static_cast<std::size_t>(flow.packet_id));
}

int PacketIds::take() {
    for (std::size_t id = 1; id < taken_.size(); ++id) {
        if (taken_.test(id)) continue;
        taken_.set(id);
        return static_cast<int>(id);
    }
    throw schedule::MappingError{
        "trace.units",
        fmt::format("the packets of the traced units need more ids than there are. Use at most {} "
                    "units and shared streams together, or route: ideal",
                    arch::kMaxPacketId)};
}

using schedule::SemiAffine;

namespace {

struct Range {
    std::int64_t min = 0;
    std::int64_t max = 0;
};

/// Range of a term's value while its loop runs `count` times.
Range range_of(const SemiAffine::Term& term, std::int64_t count) {
    std::int64_t first = term.shift / term.divisor;
    std::int64_t last = (count - 1 + term.shift) / term.divisor;
    if (term.modulus > 0 && last - first + 1 >= term.modulus) {
        first = 0;
        last = term.modulus - 1;
    } else if (term.modulus > 0) {
        first %= term.modulus;
        last %= term.modulus;
        if (first > last) {
            first = 0;
            last = term.modulus - 1;
        }
    }
    const auto [min, max] = std::minmax({term.stride * first, term.stride * last});
    return {min, max};
}

class Used {
 public:
    Used(arch::TileId shim, int bds) : shim_{shim}, used_(static_cast<std::size_t>(bds)) {}

    /// Marks the BDs that `write` may write. `counts`: iteration counts of the loops around it.
    void add(const schedule::WriteBd& write, std::span<const std::int64_t> counts) {
        if (write.tile != shim_) return;
        Range range{write.id.base, write.id.base};
        for (const SemiAffine::Term& term : write.id.terms) {
            const auto [min, max] = range_of(term, counts[static_cast<std::size_t>(term.loop)]);
            range.min += min;
            range.max += max;
        }
        const auto last = static_cast<std::int64_t>(used_.size()) - 1;
        for (std::int64_t bd = std::max<std::int64_t>(range.min, 0);
             bd <= std::min(range.max, last); ++bd)
            used_[static_cast<std::size_t>(bd)] = true;
    }
    [[nodiscard]] std::optional<int> highest_free() const {
        for (std::size_t bd = used_.size(); bd-- > 0;)
            if (!used_[bd]) return static_cast<int>(bd);
        return std::nullopt;
    }

 private:
    arch::TileId shim_;
    std::vector<bool> used_;
};

}  // namespace

std::optional<int> free_bd(const schedule::Schedule& schedule, arch::TileId shim,
                           const arch::Device& device) {
    Used used{shim, device.shim_tile.dma.bds};
    schedule::for_each_operation<schedule::WriteBd>(
        schedule.sequence, [&](const schedule::WriteBd& write,
                               std::span<const std::int64_t> counts) { used.add(write, counts); });
    return used.highest_free();
}

using schedule::Flow;

namespace {

/// Adds a header to all BDs that channel `source` runs.
void add_headers(schedule::TileProgram& program, const arch::Port& source, int id) {
    const auto channel =
        std::ranges::find_if(program.channels, [&](const schedule::Channel& candidate) {
            return arch::dma_port(program.tile, candidate.direction, candidate.channel) == source;
        });
    if (channel == program.channels.end()) return;
    for (const schedule::Task& task : channel->tasks) {
        const schedule::BdChain chain = program.chain(task.bd);
        for (const schedule::Bd* bd : chain.bds)
            program.bd(bd->id)->packet = schedule::PacketHeader{id, 0};
    }
}

}  // namespace

void send_as_packets(schedule::Schedule& schedule, const std::set<arch::TileId>& tiles,
                     PacketIds& ids) {
    for (Flow& flow : schedule.flows) {
        const bool shared = flow.mode == schedule::FlowMode::Circuit &&
                            flow.source.bundle == arch::Bundle::Dma &&
                            tiles.contains(flow.source.tile);
        if (!shared) continue;
        flow.mode = schedule::FlowMode::Packet;
        flow.packet_id = ids.take();
        add_headers(*schedule.find(flow.source.tile), flow.source, flow.packet_id);
    }
}

}  // namespace xdnasim::tracing
