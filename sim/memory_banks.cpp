#include "xdnasim/sim/memory_banks.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "xdnasim/workloads/kernels/kernel_program.hpp"
#include "xdnasim/workloads/kernels/vliw/bank_conflicts.hpp"

namespace xdnasim::sim {

using schedule::BufferRef;

namespace {

/// How often things happen in one round of a core's program.
struct Round {
    double calls = 0;
    std::map<schedule::LockRef, double> releases;

    void add(const schedule::CoreBody& body, double times) {
        for (const schedule::CoreOp& op : body) {
            if (std::holds_alternative<schedule::Call>(op.op)) calls += times;
            if (const auto* release = std::get_if<schedule::Release>(&op.op))
                releases[release->lock] += times * release->value;
            if (const auto* loop = std::get_if<schedule::Loop>(&op.op))
                add(loop->body, times * static_cast<double>(loop->count.value_or(1)));
        }
    }
};

bool is_argument(const BufferRef& buffer, const schedule::Call& call) {
    return std::ranges::any_of(
        call.arguments, [&](const schedule::BufferSlice& slice) { return slice.buffer == buffer; });
}

/// The chain of BDs that a channel starts with.
std::vector<const schedule::Bd*> ring_of(const schedule::Channel& channel,
                                         const schedule::TileProgram& program) {
    std::vector<const schedule::Bd*> ring;
    std::optional<int> id =
        channel.tasks.empty() ? std::nullopt : std::optional{channel.tasks.front().bd};
    while (id && ring.size() < program.bds.size()) {
        const auto bd = std::ranges::find(program.bds, *id, &schedule::Bd::id);
        if (bd == program.bds.end() || std::ranges::find(ring, &*bd) != ring.end()) break;
        ring.push_back(&*bd);
        id = bd->next;
    }
    return ring;
}

/// Traffic of one channel while `call` runs: each buffer of its ring is passed on as often as
/// the program frees it, and not while the call uses it.
void add_traffic(const schedule::Channel& channel, const schedule::TileProgram& program,
                 const schedule::Call& call, const Round& round, double cycles,
                 std::vector<vliw::DmaTraffic>& traffic) {
    std::vector<const schedule::Bd*> ring = ring_of(channel, program);
    if (ring.empty() || !ring.front()->acquire) return;
    const auto freed = round.releases.find(ring.front()->acquire->lock);
    if (freed == round.releases.end()) return;
    const double per_call = freed->second / round.calls;
    const auto used = [&](const schedule::Bd* bd) {
        const auto* buffer = std::get_if<BufferRef>(&bd->buffer);
        return buffer == nullptr || buffer->tile != program.tile || is_argument(*buffer, call);
    };
    ring.erase(std::remove_if(ring.begin(), ring.end(), used), ring.end());
    for (const schedule::Bd* bd : ring) {
        const auto& buffer =
            program.buffers[static_cast<std::size_t>(std::get<BufferRef>(bd->buffer).index)];
        traffic.push_back({buffer.address + bd->offset, bd->length,
                           channel.direction == arch::Direction::S2MM,
                           per_call * static_cast<double>(bd->length.count()) / cycles /
                               static_cast<double>(ring.size())});
    }
}

}  // namespace

arch::Cycles memory_stall(const schedule::Call& call, const schedule::TileProgram& program,
                          const KernelTable& kernels, const arch::Device& device) {
    const auto index = static_cast<std::size_t>(call.kernel);
    const auto& schedule = kernels.schedules[index];
    if (!schedule) return arch::Cycles{};
    const std::vector<std::string> names = kernels::argument_arrays(kernels.kernels[index]);
    std::vector<vliw::ArrayPlacement> arrays;
    for (std::size_t i = 0; i < names.size() && i < call.arguments.size(); ++i) {
        const schedule::BufferSlice& slice = call.arguments[i];
        if (slice.buffer.tile != program.tile) continue;  // a neighbour's banks
        arrays.push_back(
            {names[i],
             program.buffers[static_cast<std::size_t>(slice.buffer.index)].address + slice.offset,
             slice.length});
    }
    Round round;
    round.add(program.core, 1);
    std::vector<vliw::DmaTraffic> traffic;
    for (const schedule::Channel& channel : program.channels)
        add_traffic(channel, program, call, round,
                    static_cast<double>(kernels.cycles[index].count()), traffic);
    return arch::Cycles{std::lround(
        vliw::expected_stalls(*schedule, device.core.slots, device.core.banks, arrays, traffic))};
}

}  // namespace xdnasim::sim
