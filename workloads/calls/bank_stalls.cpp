#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "arch/neighbours.hpp"
#include "workloads/calls/kernel_table.hpp"
#include "workloads/kernels/kernel_program.hpp"
#include "workloads/schedule/operations.hpp"
#include "workloads/schedule/patterns.hpp"

namespace xdnasim::calls {

using arch::Bytes;
using arch::Cycles;
using arch::TileId;
using schedule::BufferRef;

namespace {

/// The memories that a call uses, as one address range: that of its own tile, and behind it those
/// of its neighbours.
class Memories {
 public:
    Memories(const schedule::Call& call, TileId own, const arch::Device& device)
        : tiles_{own}, size_{device.comp_tile.memory} {
        for (const schedule::BufferSlice& slice : call.arguments)
            if (std::ranges::find(tiles_, slice.buffer.tile) == tiles_.end())
                tiles_.push_back(slice.buffer.tile);
    }

    [[nodiscard]] const std::vector<TileId>& tiles() const { return tiles_; }
    [[nodiscard]] bool contain(TileId tile) const {
        return std::ranges::find(tiles_, tile) != tiles_.end();
    }
    /// Address in the range. Precondition: the tile's memory is in the range.
    [[nodiscard]] Bytes at(TileId tile, Bytes address) const {
        return size_ * (std::ranges::find(tiles_, tile) - tiles_.begin()) + address;
    }

 private:
    std::vector<TileId> tiles_;
    Bytes size_;
};

bool is_argument(const BufferRef& buffer, const schedule::Call& call) {
    return std::ranges::any_of(
        call.arguments, [&](const schedule::BufferSlice& slice) { return slice.buffer == buffer; });
}

/// Data that a channel moves in a tile's memory from one call of a kernel to the next.
struct Ring {
    std::vector<const schedule::Bd*> bds;  ///< BDs on buffers that the call does not use
    bool writes = false;
    /// The call uses one of the ring's buffers, for which it may have waited.
    bool of_call = false;
    /// BDs per call, at most 1: further ones have moved before the call before this one.
    double per_call = 0;
    double cycles = 0;  ///< cycles of a BD
};

/// The round of each core that may free buffers of the memories.
using Rounds = std::map<TileId, schedule::CoreRound>;

/// Number of releases of the lock for each call of the kernel by `own`. If `own` does not release
/// it: for each call of another core that does; 0: none does.
double released_per_call(const schedule::LockRef& lock, schedule::KernelRef kernel, TileId own,
                         const Rounds& rounds) {
    const auto released = [&](const schedule::CoreRound& round) {
        const auto freed = round.locks.find(lock);
        return freed == round.locks.end() || freed->second.releases == 0
                   ? 0.0
                   : static_cast<double>(freed->second.released);
    };
    const schedule::CoreRound& round = rounds.at(own);
    if (const double by_own = released(round); by_own != 0)
        return by_own / static_cast<double>(round.calls.at(kernel));
    for (const auto& [tile, other] : rounds)
        if (const double by_other = released(other); tile != own && by_other != 0)
            return by_other / static_cast<double>(other.all_calls());
    return 0;
}

/// Ring of the channel. Each of its buffers is passed on as often as a program frees it, and not
/// while the call uses it.
Ring ring_of(const schedule::Channel& channel, const schedule::TileProgram& program,
             const schedule::Call& call, TileId own, const Rounds& rounds, double width) {
    Ring ring;
    ring.writes = channel.direction == arch::Direction::S2MM;
    if (channel.tasks.empty()) return ring;
    ring.bds = program.chain(channel.tasks.front().bd).bds;
    if (ring.bds.empty() || !ring.bds.front()->acquire) return {};
    const schedule::Bd& first = *ring.bds.front();
    const double released = released_per_call(first.acquire->lock, call.kernel, own, rounds);
    if (released == 0) return {};
    ring.per_call = std::min(released, 1.0);
    ring.cycles = static_cast<double>(first.length.count()) / width;
    const auto used = [&](const schedule::Bd* bd) {
        const auto* buffer = std::get_if<BufferRef>(&bd->buffer);
        return buffer == nullptr || buffer->tile != program.tile || is_argument(*buffer, call);
    };
    const auto unused = std::remove_if(ring.bds.begin(), ring.bds.end(), used);
    ring.of_call = unused != ring.bds.end();
    ring.bds.erase(unused, ring.bds.end());
    return ring;
}

/// The time from a call's beginning to that of the next call.
struct Period {
    double cycles = 0;
    double call = 0;  ///< cycles of the call itself
    /// Cycles from a call's end to the first word into or out of a buffer that it freed.
    double restart = 0;
};

/// Adds the traffic of a ring. A stream moves at full width from the time at which the last call
/// freed a buffer; a transfer that takes longer than a period is spread over it. The stream that
/// the calls wait for has no pause and begins with them, as do all streams where calls follow each
/// other directly. If several buffers are free, each has its share of the transfers.
void add_traffic(const Ring& ring, const schedule::TileProgram& program, const Memories& memories,
                 const Period& period, double width, std::vector<vliw::DmaTraffic>& traffic) {
    const double moves = ring.per_call * ring.cycles;
    const bool waits = period.cycles > period.call && moves + 1 < period.cycles;
    const double begin = waits ? period.call - period.cycles + period.restart : 0;
    const bool in_one = ring.cycles <= period.cycles;
    const double rate = in_one ? width : width * ring.per_call;
    const double share = (in_one ? ring.per_call : 1.0) /
                         static_cast<double>(std::max<std::size_t>(ring.bds.size(), 1));
    for (const schedule::Bd* bd : ring.bds) {
        const schedule::Buffer& buffer = *program.buffer(std::get<BufferRef>(bd->buffer).index);
        traffic.push_back({memories.at(program.tile, buffer.address + bd->offset), bd->length,
                           ring.writes, rate, begin, share});
    }
}

/// Traffic of the channels of all memories during a call that takes `cycles`.
std::vector<vliw::DmaTraffic> dma_traffic(const schedule::Call& call, TileId own,
                                          const schedule::Schedule& schedule,
                                          const Memories& memories, const Rounds& rounds,
                                          const arch::Device& device, double cycles) {
    struct RingOfTile {
        const schedule::TileProgram* owner;
        Ring ring;
    };
    const auto width = static_cast<double>(device.stream_width.count());
    const arch::Timing& timing = device.timing;
    const Cycles restart = timing.core_return + timing.core_release + timing.s2mm_start;
    std::vector<RingOfTile> rings;
    Period period{cycles, cycles, static_cast<double>(restart.count())};
    for (const TileId tile : memories.tiles()) {
        const schedule::TileProgram& owner = *schedule.find(tile);
        for (const schedule::Channel& channel : owner.channels) {
            rings.push_back({&owner, ring_of(channel, owner, call, own, rounds, width)});
            const Ring& ring = rings.back().ring;
            if (ring.of_call) period.cycles = std::max(period.cycles, ring.per_call * ring.cycles);
        }
    }
    std::vector<vliw::DmaTraffic> traffic;
    for (const auto& [owner, ring] : rings)
        add_traffic(ring, *owner, memories, period, width, traffic);
    return traffic;
}

/// Adds the accesses of another core to the memories, averaged over all of its calls.
void add_core(const schedule::TileProgram& other, const schedule::Schedule& schedule,
              const Memories& memories, const KernelTable& kernels,
              std::vector<vliw::CoreTraffic>& traffic) {
    double cycles = 0;
    schedule::for_each_operation<schedule::Call>(other.core, [&](const schedule::Call& call,
                                                                 std::int64_t times) {
        const auto kernel = static_cast<std::size_t>(call.kernel.index);
        cycles += static_cast<double>(times) * static_cast<double>(kernels.cycles[kernel].count());
    });
    const auto add = [&](const schedule::Call& call, std::int64_t times) {
        const auto& uses = kernels.arguments[static_cast<std::size_t>(call.kernel.index)];
        for (std::size_t i = 0; i < uses.size() && i < call.arguments.size(); ++i) {
            const schedule::BufferSlice& slice = call.arguments[i];
            const vliw::ArrayAccesses& accesses = uses[i].accesses;
            if (!memories.contain(slice.buffer.tile) || accesses == vliw::ArrayAccesses{}) continue;
            const Bytes address = memories.at(
                slice.buffer.tile, schedule.buffer(slice.buffer)->address + slice.offset);
            const auto rate = [&](std::int64_t count) {
                return static_cast<double>(count) * static_cast<double>(times) / cycles;
            };
            traffic.push_back({address, slice.length, false, rate(accesses.loads)});
            traffic.push_back({address, slice.length, true, rate(accesses.stores)});
        }
    };
    schedule::for_each_operation<schedule::Call>(other.core, add);
}

std::map<TileId, const schedule::TileProgram*> cores_around(const Memories& memories,
                                                            const schedule::Schedule& schedule) {
    std::map<TileId, const schedule::TileProgram*> cores;
    for (const TileId memory : memories.tiles())
        for (const TileId tile : arch::cores_in_reach(memory))
            if (const schedule::TileProgram* program = schedule.find(tile))
                if (!program->core.empty()) cores[tile] = program;
    return cores;
}

}  // namespace

BankStalls::Company BankStalls::company_of(const schedule::Call& call,
                                           const schedule::TileProgram& program,
                                           double cycles) const {
    const auto index = static_cast<std::size_t>(call.kernel.index);
    const Memories memories{call, program.tile, device_};
    Company company{call.kernel.index,
                    static_cast<int>(memories.tiles().size()),
                    device_.core.banks.dma_takes_bank,
                    {},
                    {},
                    {}};
    const std::vector<ArgumentUse>& uses = kernels_.arguments[index];
    for (std::size_t i = 0; i < uses.size() && i < call.arguments.size(); ++i) {
        const schedule::BufferSlice& slice = call.arguments[i];
        const Bytes address = schedule_.buffer(slice.buffer)->address + slice.offset;
        company.arrays.push_back(
            {uses[i].array, memories.at(slice.buffer.tile, address), slice.length});
    }
    Rounds rounds;
    for (const auto& [tile, core] : cores_around(memories, schedule_)) {
        rounds[tile] = schedule::count_operations(core->core);
        if (tile != program.tile) add_core(*core, schedule_, memories, kernels_, company.cores);
    }
    for (const TileId tile : memories.tiles())
        company.dma_takes_bank = company.dma_takes_bank && schedule_.find(tile)->placement_known;
    company.traffic = dma_traffic(call, program.tile, schedule_, memories, rounds, device_, cycles);
    return company;
}

double BankStalls::expected(const Company& company) const {
    arch::MemoryBanks banks = device_.core.banks;
    banks.count *= company.memories;
    banks.dma_takes_bank = company.dma_takes_bank;
    return vliw::expected_stalls(*kernels_.schedules[static_cast<std::size_t>(company.kernel)],
                                 device_.core.slots, banks, company.arrays, company.traffic,
                                 company.cores);
}

Cycles BankStalls::of(const schedule::Call& call, const schedule::TileProgram& program) {
    const auto kernel = static_cast<std::size_t>(call.kernel.index);
    if (!kernels_.schedules[kernel]) return Cycles{};
    const auto cycles = static_cast<double>(kernels_.cycles[kernel].count());
    Company company = company_of(call, program, cycles);
    const auto known = std::ranges::find(known_, company, &std::pair<Company, Cycles>::first);
    if (known != known_.end()) return known->second;
    // A call that stalls ends later, and leaves the streams less time before the next one.
    const Company stalled = company_of(call, program, cycles + expected(company));
    const Cycles stall{std::lround(expected(stalled))};
    known_.emplace_back(std::move(company), stall);
    return stall;
}

}  // namespace xdnasim::calls
