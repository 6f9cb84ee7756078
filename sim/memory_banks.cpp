#include "sim/memory_banks.hpp"

#include <algorithm>
#include <cmath>

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

/// Traffic of one channel while `call` runs: each buffer of its ring is passed on as often as
/// the program frees it, and not while the call uses it.
void add_traffic(const schedule::Channel& channel, const schedule::TileProgram& program,
                 const schedule::Call& call, const schedule::CoreRound& round, double cycles,
                 std::vector<vliw::DmaTraffic>& traffic) {
    if (channel.tasks.empty()) return;
    std::vector<const schedule::Bd*> ring = program.chain(channel.tasks.front().bd).bds;
    if (ring.empty() || !ring.front()->acquire) return;
    const auto freed = round.locks.find(ring.front()->acquire->lock);
    if (freed == round.locks.end() || freed->second.releases == 0) return;
    const double per_call =
        static_cast<double>(freed->second.released) / static_cast<double>(round.all_calls());
    const auto used = [&](const schedule::Bd* bd) {
        const auto* buffer = std::get_if<BufferRef>(&bd->buffer);
        return buffer == nullptr || buffer->tile != program.tile || is_argument(*buffer, call);
    };
    ring.erase(std::remove_if(ring.begin(), ring.end(), used), ring.end());
    for (const schedule::Bd* bd : ring) {
        const schedule::Buffer& buffer = *program.buffer(std::get<BufferRef>(bd->buffer).index);
        traffic.push_back({buffer.address + bd->offset, bd->length,
                           channel.direction == arch::Direction::S2MM,
                           per_call * static_cast<double>(bd->length.count()) / cycles /
                               static_cast<double>(ring.size())});
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
    std::vector<vliw::DmaTraffic> traffic;
    for (const schedule::Channel& channel : program.channels)
        add_traffic(channel, program, call, round,
                    static_cast<double>(kernels.cycles[index].count()), traffic);
    return arch::Cycles{std::lround(
        vliw::expected_stalls(*schedule, device.core.slots, device.core.banks, arrays, traffic))};
}

}  // namespace xdnasim::sim
