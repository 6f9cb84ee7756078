#include "workloads/placed/host_tasks.hpp"

#include <algorithm>
#include <utility>

namespace xdnasim::placed {

using arch::Bytes;
using arch::Direction;
using schedule::AwaitToken;
using schedule::Bd;
using schedule::HostBufferRef;

namespace {

constexpr std::int64_t kRoundsUnderWay = 2;

}  // namespace

std::vector<schedule::SequenceOp> HostTasks::sequence() && {
    for (const HostTask& task : at_once_)
        push_at_once(task);
    std::int64_t rounds = 0;
    for (const HostTask& task : by_object_) {
        first_bd_[task.buffer] = take_bd(task.shim);
        static_cast<void>(take_bd(task.shim));
        rounds = std::max(rounds, (task.objects + objects_of_round() - 1) / objects_of_round());
    }
    for (std::int64_t round = 0; round < rounds; ++round)
        for (const HostTask& task : by_object_)
            push_round(task, round);
    for (const HostTask& task : at_once_)
        if (task.direction == Direction::S2MM)
            sequence_.push_back({AwaitToken{task.shim, task.direction, task.channel}});
    return std::move(sequence_);
}

void HostTasks::push_at_once(const HostTask& task) {
    Bd bd;
    bd.buffer = HostBufferRef{task.buffer};
    bd.length = task.object * task.objects;
    const int id = take_bd(task.shim);
    sequence_.push_back({schedule::WriteBd{task.shim, std::move(bd), {id, {}}, {}}});
    sequence_.push_back({schedule::PushTask{
        task.shim, task.direction, task.channel, {id, {}}, 0, task.direction == Direction::S2MM}});
}

std::int64_t HostTasks::objects_of_round() const {
    return device_.shim_tile.dma.max_iterations_of_a_task();
}

/// The BDs of the round before the last are free when its token has come.
void HostTasks::push_round(const HostTask& task, std::int64_t round) {
    const std::int64_t first = round * objects_of_round();
    const std::int64_t objects = std::min(objects_of_round(), task.objects - first);
    if (objects <= 0) return;
    if (round >= kRoundsUnderWay)
        sequence_.push_back({AwaitToken{task.shim, task.direction, task.channel}});
    Bd bd;
    bd.buffer = HostBufferRef{task.buffer};
    bd.length = task.object;
    bd.packet = schedule::PacketHeader{.id = *task.packet_id};
    if (objects > 1) bd.iteration = schedule::Iteration{static_cast<int>(objects), task.object};
    const int id = first_bd_.at(task.buffer) + static_cast<int>(round % kRoundsUnderWay);
    sequence_.push_back({schedule::WriteBd{
        task.shim, std::move(bd), {id, {}}, {(task.object * first).count(), {}}}});
    sequence_.push_back({schedule::PushTask{
        task.shim, task.direction, task.channel, {id, {}}, static_cast<int>(objects) - 1, true}});
}

}  // namespace xdnasim::placed
