// What the future of a tile's DMA depends on.

#include <algorithm>
#include <type_traits>

#include "sim/tile_dma.hpp"

namespace xdnasim::sim {

void BdTable::visit_state(StateVisitor& visitor) {
    if (numbered_anew_) return;
    for (Entry& entry : entries_)
        if (entry.bd && entry.bd->iteration) visitor.value(entry.iteration);
}

void DmaChannel::visit_bd(StateVisitor& visitor, int& bd) const {
    if (!bds_.numbered_anew()) {
        bd = bds_.alike(bd);
        return visitor.value(bd);
    }
    std::size_t back = 0;
    if (!visitor.loads()) {
        const std::optional<std::size_t> found = back_of(bd);
        if (!found) return visitor.refuse();
        back = *found;
    }
    visitor.value(back);
    if (visitor.loads()) bd = pushed(back);
    visitor.alike(bds_.form(bd));
    visitor.alike(bds_.iteration(bd));
}

void DmaChannel::visit_task(StateVisitor& visitor, schedule::Task& task) const {
    visit_bd(visitor, task.bd);
    visitor.value(task.repeat);
    visitor.value(task.token);
}

void DmaChannel::visit_execution(StateVisitor& visitor, Execution& execution) const {
    visit_bd(visitor, execution.bd);
    visit_bd(visitor, execution.task_bd);
    visitor.value(execution.starts_task);
    visitor.value(execution.ends_task);
    visitor.value(execution.token);
}

void DmaChannel::visit_state(StateVisitor& visitor) {
    const auto has = [&](auto& optional) {
        bool is_there = optional.has_value();
        visitor.value(is_there);
        if (visitor.loads() && !is_there) optional.reset();
        using Value = typename std::remove_cvref_t<decltype(optional)>::value_type;
        if (visitor.loads() && is_there && !optional) optional = Value{};
        return is_there;
    };
    if (dram_ != nullptr) visitor.progress(executions_left());
    visitor.size(queue_);
    for (Queued& queued : queue_) {
        visit_task(visitor, queued.task);
        visitor.moment(queued.pushed);
    }
    if (has(task_)) visit_task(visitor, *task_);
    visitor.moment(task_pushed_);
    if (has(next_bd_)) visit_bd(visitor, *next_bd_);
    if (has(next_)) {
        visit_execution(visitor, next_->execution);
        visitor.moment(next_->asked);
        if (has(next_->granted)) visitor.moment(*next_->granted, start_latency_);
    }
    if (has(running_)) visit_execution(visitor, *running_);
    visitor.moment(last_end_, environment_.device.timing.bd_switch);
    if (!running_ && next_ && next_->granted) visitor.moment(start_);
}

/// A BD is in use from the push of a task that it begins to the task's end, and from being fetched
/// to the end of its execution.
void DmaChannel::count_uses() {
    std::vector<int> tasks;
    for (const Queued& queued : queue_)
        tasks.push_back(queued.task.bd);
    for (const Execution* of :
         {next_ ? &next_->execution : nullptr, running_ ? &*running_ : nullptr}) {
        if (of == nullptr) continue;
        bds_.begin_use(of->bd);
        if (std::ranges::find(tasks, of->task_bd) == tasks.end()) tasks.push_back(of->task_bd);
    }
    for (const int bd : tasks)
        bds_.begin_use(bd);
}

void TileDma::visit_state(StateVisitor& visitor) {
    bds_.visit_state(visitor);
    for (const auto& [key, channel] : channels_)
        channel->visit_state(visitor);
    if (!visitor.loads() || !bds_.numbered_anew()) return;
    bds_.clear_uses();
    for (const auto& [key, channel] : channels_)
        channel->count_uses();
}

}  // namespace xdnasim::sim
