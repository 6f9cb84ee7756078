#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "arch/neighbours.hpp"
#include "workloads/calls/kernel_table.hpp"
#include "workloads/kernels/kernel_program.hpp"
#include "workloads/schedule/operations.hpp"
#include "workloads/schedule/patterns.hpp"

namespace xdnasim::calls {

using arch::Bytes;
using arch::TileId;
using schedule::BufferRef;

namespace {

/// The memories that a call uses, as one: that of its own tile, and behind it its neighbours'.
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
    /// Precondition: the tile's memory is one of them.
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

/// What a channel moves in a tile's memory from one call to the next.
struct Ring {
    std::vector<const schedule::Bd*> bds;  ///< on buffers that the call does not use
    bool writes = false;
    double bytes = 0;  ///< in all
};

/// One of each core that may free buffers of the memories.
using Rounds = std::map<TileId, schedule::CoreRound>;

/// How often the lock is released for each call of the core that does, that of `own` or else
/// another; 0: none does.
double released_per_call(const schedule::LockRef& lock, TileId own, const Rounds& rounds) {
    const auto of = [&](const schedule::CoreRound& round) {
        const auto freed = round.locks.find(lock);
        if (freed == round.locks.end() || freed->second.releases == 0) return 0.0;
        return static_cast<double>(freed->second.released) / static_cast<double>(round.all_calls());
    };
    if (const double by_own = of(rounds.at(own)); by_own != 0) return by_own;
    for (const auto& [tile, round] : rounds)
        if (const double by_other = of(round); tile != own && by_other != 0) return by_other;
    return 0;
}

/// Each buffer of a channel's ring is passed on as often as a program frees it, and not while the
/// call uses it.
Ring ring_of(const schedule::Channel& channel, const schedule::TileProgram& program,
             const schedule::Call& call, TileId own, const Rounds& rounds) {
    Ring ring;
    ring.writes = channel.direction == arch::Direction::S2MM;
    if (channel.tasks.empty()) return ring;
    ring.bds = program.chain(channel.tasks.front().bd).bds;
    if (ring.bds.empty() || !ring.bds.front()->acquire) return {};
    const double per_call = released_per_call(ring.bds.front()->acquire->lock, own, rounds);
    if (per_call == 0) return {};
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
void add_traffic(const Ring& ring, const schedule::TileProgram& program, const Memories& memories,
                 double kernel, double period, double width,
                 std::vector<vliw::DmaTraffic>& traffic) {
    const double moves = ring.bytes / width;
    const double begin = moves + 1 < period ? kernel - period : 0;
    for (const schedule::Bd* bd : ring.bds) {
        const schedule::Buffer& buffer = *program.buffer(std::get<BufferRef>(bd->buffer).index);
        const double share = ring.bytes / static_cast<double>(bd->length.count()) /
                             static_cast<double>(ring.bds.size());
        traffic.push_back({memories.at(program.tile, buffer.address + bd->offset), bd->length,
                           ring.writes, width * std::min(share, 1.0), begin});
    }
}

/// What the channels of all the memories do during a call, of a kernel that takes `kernel` cycles.
std::vector<vliw::DmaTraffic> dma_traffic(const schedule::Call& call, TileId own,
                                          const schedule::Schedule& schedule,
                                          const Memories& memories, const Rounds& rounds,
                                          double kernel, double width) {
    struct RingOfTile {
        const schedule::TileProgram* owner;
        Ring ring;
    };
    std::vector<RingOfTile> rings;
    double period = kernel;
    for (const TileId tile : memories.tiles()) {
        const schedule::TileProgram& owner = *schedule.find(tile);
        for (const schedule::Channel& channel : owner.channels) {
            rings.push_back({&owner, ring_of(channel, owner, call, own, rounds)});
            period = std::max(period, rings.back().ring.bytes / width);
        }
    }
    std::vector<vliw::DmaTraffic> traffic;
    for (const auto& [owner, ring] : rings)
        add_traffic(ring, *owner, memories, kernel, period, width, traffic);
    return traffic;
}

/// What another core does in the memories, in all of its calls.
void add_core(const schedule::TileProgram& other, const schedule::Schedule& schedule,
              const Memories& memories, const KernelTable& kernels, const arch::Device& device,
              std::vector<vliw::CoreTraffic>& traffic) {
    double cycles = 0;
    schedule::for_each_operation<schedule::Call>(other.core, [&](const schedule::Call& call,
                                                                 std::int64_t times) {
        const auto kernel = static_cast<std::size_t>(call.kernel.index);
        cycles += static_cast<double>(times) * static_cast<double>(kernels.cycles[kernel].count());
    });
    const auto add = [&](const schedule::Call& call, std::int64_t times) {
        const auto kernel = static_cast<std::size_t>(call.kernel.index);
        if (!kernels.schedules[kernel]) return;
        const auto accesses = vliw::array_accesses(*kernels.schedules[kernel], device.core.slots);
        const std::vector<std::string> names = kernels::argument_arrays(kernels.kernels[kernel]);
        for (std::size_t i = 0; i < names.size() && i < call.arguments.size(); ++i) {
            const schedule::BufferSlice& slice = call.arguments[i];
            const auto array = accesses.find(names[i]);
            if (!memories.contain(slice.buffer.tile) || array == accesses.end()) continue;
            const Bytes address = memories.at(
                slice.buffer.tile, schedule.buffer(slice.buffer)->address + slice.offset);
            const auto rate = [&](std::int64_t count) {
                return static_cast<double>(count) * static_cast<double>(times) / cycles;
            };
            traffic.push_back({address, slice.length, false, rate(array->second.loads)});
            traffic.push_back({address, slice.length, true, rate(array->second.stores)});
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
                                           const schedule::TileProgram& program) const {
    const auto index = static_cast<std::size_t>(call.kernel.index);
    const Memories memories{call, program.tile, device_};
    Company company{call.kernel.index,
                    static_cast<int>(memories.tiles().size()),
                    device_.core.banks.dma_takes_bank,
                    {},
                    {},
                    {}};
    const std::vector<std::string> names = kernels::argument_arrays(kernels_.kernels[index]);
    for (std::size_t i = 0; i < names.size() && i < call.arguments.size(); ++i) {
        const schedule::BufferSlice& slice = call.arguments[i];
        const Bytes address = schedule_.buffer(slice.buffer)->address + slice.offset;
        company.arrays.push_back({names[i], memories.at(slice.buffer.tile, address), slice.length});
    }
    Rounds rounds;
    for (const auto& [tile, core] : cores_around(memories, schedule_)) {
        rounds[tile] = schedule::count_operations(core->core);
        if (tile != program.tile)
            add_core(*core, schedule_, memories, kernels_, device_, company.cores);
    }
    for (const TileId tile : memories.tiles())
        company.dma_takes_bank = company.dma_takes_bank && schedule_.find(tile)->placement_known;
    company.traffic = dma_traffic(call, program.tile, schedule_, memories, rounds,
                                  static_cast<double>(kernels_.cycles[index].count()),
                                  static_cast<double>(device_.stream_width.count()));
    return company;
}

arch::Cycles BankStalls::of(const schedule::Call& call, const schedule::TileProgram& program) {
    const auto& scheduled = kernels_.schedules[static_cast<std::size_t>(call.kernel.index)];
    if (!scheduled) return arch::Cycles{};
    Company company = company_of(call, program);
    const auto known = std::ranges::find(known_, company, &std::pair<Company, arch::Cycles>::first);
    if (known != known_.end()) return known->second;
    arch::MemoryBanks banks = device_.core.banks;
    banks.count *= company.memories;
    banks.dma_takes_bank = company.dma_takes_bank;
    const arch::Cycles stall{std::lround(vliw::expected_stalls(
        *scheduled, device_.core.slots, banks, company.arrays, company.traffic, company.cores))};
    known_.emplace_back(std::move(company), stall);
    return stall;
}

}  // namespace xdnasim::calls
