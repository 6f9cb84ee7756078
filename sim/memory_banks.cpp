#include <algorithm>
#include <cmath>

#include "sim/kernel_table.hpp"
#include "workloads/kernels/kernel_program.hpp"
#include "workloads/kernels/vliw/bank_conflicts.hpp"
#include "workloads/schedule/patterns.hpp"

namespace xdnasim::sim {

using schedule::BufferRef;

namespace {

bool is_argument(const BufferRef& buffer, const schedule::Call& call) {
    return std::ranges::any_of(
        call.arguments, [&](const schedule::BufferSlice& slice) { return slice.buffer == buffer; });
}

/// What a channel moves in a tile's memory from one call to the next.
struct Ring {
    std::vector<const schedule::Bd*> bds;  ///< on buffers that the call does not use
    bool writes = false;
    double bytes = 0;  ///< in all
};

/// Each buffer of a channel's ring is passed on as often as the program frees it, and not while the
/// call uses it.
Ring ring_of(const schedule::Channel& channel, const schedule::TileProgram& program,
             const schedule::Call& call, const schedule::CoreRound& round) {
    Ring ring;
    ring.writes = channel.direction == arch::Direction::S2MM;
    if (channel.tasks.empty()) return ring;
    ring.bds = program.chain(channel.tasks.front().bd).bds;
    if (ring.bds.empty() || !ring.bds.front()->acquire) return {};
    const auto freed = round.locks.find(ring.bds.front()->acquire->lock);
    if (freed == round.locks.end() || freed->second.releases == 0) return {};
    const double per_call =
        static_cast<double>(freed->second.released) / static_cast<double>(round.all_calls());
    ring.bytes = per_call * static_cast<double>(ring.bds.front()->length.count());
    const auto used = [&](const schedule::Bd* bd) {
        const auto* buffer = std::get_if<BufferRef>(&bd->buffer);
        return buffer == nullptr || buffer->tile != program.tile || is_argument(*buffer, call);
    };
    ring.bds.erase(std::remove_if(ring.bds.begin(), ring.bds.end(), used), ring.bds.end());
    return ring;
}

/// A stream moves from the time on at which the last call freed a buffer, and a call is as far from
/// the next one as its kernel or the longest of the streams takes. Where several buffers are free,
/// each has its share of the accesses.
void add_traffic(const Ring& ring, const schedule::TileProgram& program, double kernel,
                 double period, double width, std::vector<vliw::DmaTraffic>& traffic) {
    const double moves = ring.bytes / width;
    const double begin = moves + 1 < period ? kernel - period : 0;
    for (const schedule::Bd* bd : ring.bds) {
        const schedule::Buffer& buffer = *program.buffer(std::get<BufferRef>(bd->buffer).index);
        const double share = ring.bytes / static_cast<double>(bd->length.count()) /
                             static_cast<double>(ring.bds.size());
        traffic.push_back({buffer.address + bd->offset, bd->length, ring.writes,
                           width * std::min(share, 1.0), begin});
    }
}

}  // namespace

arch::Cycles memory_stall(const schedule::Call& call, const schedule::TileProgram& program,
                          const KernelTable& kernels, const arch::Device& device) {
    const auto index = static_cast<std::size_t>(call.kernel.index);
    const auto& schedule = kernels.schedules[index];
    if (!schedule) return arch::Cycles{};
    const std::vector<std::string> names = kernels::argument_arrays(kernels.kernels[index]);
    std::vector<vliw::ArrayPlacement> arrays;
    for (std::size_t i = 0; i < names.size() && i < call.arguments.size(); ++i) {
        const schedule::BufferSlice& slice = call.arguments[i];
        if (slice.buffer.tile != program.tile) continue;  // a neighbour's banks
        arrays.push_back(
            {names[i], program.buffer(slice.buffer.index)->address + slice.offset, slice.length});
    }
    const schedule::CoreRound round = schedule::count_operations(program.core);
    std::vector<Ring> rings;
    const auto width = static_cast<double>(device.stream_width.count());
    const auto kernel = static_cast<double>(kernels.cycles[index].count());
    double period = kernel;
    for (const schedule::Channel& channel : program.channels) {
        rings.push_back(ring_of(channel, program, call, round));
        period = std::max(period, rings.back().bytes / width);
    }
    std::vector<vliw::DmaTraffic> traffic;
    for (const Ring& ring : rings)
        add_traffic(ring, program, kernel, period, width, traffic);
    arch::MemoryBanks banks = device.core.banks;
    banks.dma_takes_bank = banks.dma_takes_bank && program.placement_known;
    return arch::Cycles{
        std::lround(vliw::expected_stalls(*schedule, device.core.slots, banks, arrays, traffic))};
}

}  // namespace xdnasim::sim
