#include "workloads/placed/host_tasks.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "workloads/schedule/mapping_error.hpp"

namespace xdnasim::placed {

using arch::Bytes;
using arch::Direction;
using schedule::AwaitToken;
using schedule::Bd;
using schedule::HostBufferRef;

namespace {

constexpr std::int64_t kRoundsUnderWay = 2;

std::int64_t turns_of(const PacketTask& task) {
    return task.objects / task.turn_objects;
}

/// Objects of each net that remain for a last, shorter turn.
std::int64_t rest_of(const PacketTask& task) {
    return task.objects % task.turn_objects;
}

}  // namespace

std::vector<schedule::SequenceOp> HostTasks::sequence() && {
    for (const HostTask& task : at_once_)
        push_at_once(task);
    std::vector<int> first_bds;
    std::int64_t rounds = 0;
    for (const PacketTask& task : in_turns_) {
        first_bds.push_back(take_bds(task.shim, kRoundsUnderWay * task.turn.size()));
        rounds = std::max(rounds, rounds_of(task));
    }
    for (std::int64_t round = 0; round < rounds; ++round)
        for (std::size_t i = 0; i < in_turns_.size(); ++i)
            push_round(in_turns_[i], first_bds[i], round);
    for (const HostTask& task : at_once_)
        if (task.direction == Direction::S2MM)
            sequence_.push_back({AwaitToken{task.shim, task.direction, task.channel}});
    return std::move(sequence_);
}

int HostTasks::take_bds(arch::TileId shim, std::size_t count) {
    const int first = bds_[shim];
    bds_[shim] += static_cast<int>(count);
    if (bds_[shim] > device_.shim_tile.dma.bds)
        throw schedule::MappingError{
            "netlist", fmt::format("shim {}: its packets take {} BDs and more; allowed: up to {}, "
                                   "two for each object of a turn",
                                   to_string(shim), bds_[shim], device_.shim_tile.dma.bds)};
    return first;
}

void HostTasks::push_at_once(const HostTask& task) {
    Bd bd;
    bd.buffer = HostBufferRef{task.buffer};
    bd.length = task.bytes;
    const int id = take_bds(task.shim, 1);
    sequence_.push_back({schedule::WriteBd{task.shim, std::move(bd), {id, {}}, {}}});
    sequence_.push_back({schedule::PushTask{
        task.shim, task.direction, task.channel, {id, {}}, 0, task.direction == Direction::S2MM}});
}

std::int64_t HostTasks::rounds_of(const PacketTask& task) const {
    const std::int64_t most = device_.shim_tile.dma.max_iterations_of_a_task();
    return (turns_of(task) + most - 1) / most + (rest_of(task) > 0 ? 1 : 0);
}

/// The BDs of the round before the last are free after its token.
void HostTasks::push_round(const PacketTask& task, int first_bd, std::int64_t round) {
    if (round >= rounds_of(task)) return;
    if (round >= kRoundsUnderWay)
        sequence_.push_back({AwaitToken{task.shim, Direction::MM2S, task.channel}});
    const std::int64_t most = device_.shim_tile.dma.max_iterations_of_a_task();
    const std::int64_t first = std::min(round * most, turns_of(task));
    const std::int64_t turns = std::min(most, turns_of(task) - first);
    first_bd += static_cast<int>(round % kRoundsUnderWay) * static_cast<int>(task.turn.size());
    push_turns(task, first_bd, first, turns);
}

/// `turns` = 0: the remaining objects.
void HostTasks::push_turns(const PacketTask& task, int first_bd, std::int64_t first,
                           std::int64_t turns) {
    const auto end = turns > 0 ? task.turn.end()
                               : std::ranges::find(task.turn, rest_of(task), &TurnPacket::number);
    int id = first_bd;
    for (auto packet = task.turn.begin(); packet != end; ++packet, ++id) {
        Bd bd;
        bd.buffer = HostBufferRef{packet->buffer};
        bd.length = packet->object;
        bd.packet = packet->header;
        if (turns > 1)
            bd.iteration = schedule::Iteration{static_cast<int>(turns),
                                               packet->object * std::int64_t{task.turn_objects}};
        if (std::next(packet) != end) bd.next = id + 1;
        const std::int64_t object = first * task.turn_objects + packet->number;
        sequence_.push_back({schedule::WriteBd{
            task.shim, std::move(bd), {id, {}}, {(packet->object * object).count(), {}}}});
    }
    const int repeat = static_cast<int>(std::max<std::int64_t>(turns, 1)) - 1;
    sequence_.push_back({schedule::PushTask{
        task.shim, Direction::MM2S, task.channel, {first_bd, {}}, repeat, true}});
}

}  // namespace xdnasim::placed
