// What the future of locks, DMAs, the command processor and the DRAM depends on. What a schedule
// sets for good is left out, as is what only a run with data or a trace has: such runs are
// simulated in full.

#include <algorithm>
#include <iterator>
#include <type_traits>

#include "sim/buffer_descriptors.hpp"
#include "sim/command_processor.hpp"
#include "sim/dma_channel.hpp"
#include "sim/dram.hpp"
#include "sim/lock_bank.hpp"
#include "sim/mixed_bits.hpp"
#include "sim/tile_dma.hpp"

namespace xdnasim::sim {

using arch::Cycles;

/// Units that were taken long ago have no say in the future; how many there were has none, once
/// those of the start are gone.
void LockUnits::visit_state(StateVisitor& visitor) {
    std::size_t left = put_ - taken_;
    std::size_t taken = std::min(taken_, initial_ + more_ + 1);
    const std::size_t back = std::min(taken_, more_ + 1);
    const std::size_t held = std::min(put_, ring_.size());
    std::size_t shown = put_ - std::min(put_, std::max({initial_, taken_ - back, put_ - held}));
    visitor.value(left);
    visitor.value(taken);
    visitor.value(shown);
    if (visitor.loads()) {
        taken_ = taken;
        put_ = taken + left;
    }
    for (std::size_t unit = put_ - shown; unit < put_; ++unit)
        visitor.moment(at(unit));
}

void LockBank::visit_state(StateVisitor& visitor, Change& change) {
    visitor.value(change.value);
    visitor.value(change.origin.line);
    visitor.value(change.origin.column);
    visitor.time(change.cycle);
    visitor.leads(change.leads);
}

void LockBank::visit_state(StateVisitor& visitor) {
    for (State& lock : locks_) {
        if (!lock.declared) continue;
        // What is due changes nothing for those who do not look.
        if (!visitor.loads() && lock.waiting.empty()) apply_due_changes(lock);
        visitor.value(lock.value);
        visitor.size(lock.waiting);
        for (Pending& waiting : lock.waiting) {
            waiting.request.lock = {tile_, static_cast<int>(&lock - locks_.data())};
            visitor.value(waiting.client);
            visitor.value(waiting.request.value);
            visitor.value(waiting.request.condition);
        }
        visitor.size(lock.changes);
        for (Change& change : lock.changes)
            visit_state(visitor, change);
        lock.units.visit_state(visitor);
    }
    visitor.size(waited_for_);
    for (int& lock : waited_for_)
        visitor.value(lock);
}

void BdTable::visit_state(StateVisitor& visitor) {
    if (numbered_anew_) return;
    for (Entry& entry : entries_)
        if (entry.bd && entry.bd->iteration) visitor.value(entry.iteration);
}

std::optional<std::size_t> DmaChannel::back_of(int bd) const {
    const auto found = std::find(pushed_.rbegin(), pushed_.rend(), bd);
    if (found == pushed_.rend()) return std::nullopt;
    return static_cast<std::size_t>(found - pushed_.rbegin());
}

void DmaChannel::log_start() {
    const std::size_t back = bds_.numbered_anew() ? back_of(running_->bd).value_or(0) : 0;
    environment_.outside->steps.emplace_back(BdStarted{this, running_->bd, back});
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

/// First BDs of tasks that have been pushed, each as often as its task is repeated.
std::int64_t DmaChannel::executions_left() const {
    std::int64_t left = (task_ ? task_->repeat : 0) + (next_ ? 1 : 0) + (running_ ? 1 : 0);
    for (const Queued& queued : queue_)
        left += 1 + queued.task.repeat;
    return left;
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

/// A BD is in use from the push of its task to the task's end, and while it is looked at or runs.
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

bool SequencePosition::is_like(SequencePosition other) {
    return current() == other.current() && stack_ == other.stack_;
}

void SequencePosition::visit_state(StateVisitor& visitor) {
    static_cast<void>(current());
    visitor.alike(stack_.size());
    for (const Level& level : stack_) {
        visitor.alike(level.body);
        visitor.alike(level.next);
    }
}

std::uint64_t SequencePosition::signature() const {
    std::uint64_t sum = 0;
    for (const Level& level : stack_)
        sum = combined(sum, reinterpret_cast<std::uintptr_t>(level.body) + level.next);
    return sum;
}

void CommandProcessor::visit_state(StateVisitor& visitor) {
    visitor.fixed(tokens_.size());
    visitor.fixed(finished_);
    position_.visit_state(visitor);
    bool awaits = false;
    for (auto& [key, arrivals] : tokens_) {
        bool is_awaited = awaited_ == key;
        visitor.value(is_awaited);
        if (visitor.loads() && is_awaited) awaited_ = key;
        awaits = awaits || is_awaited;
        visitor.progress(std::ssize(arrivals));
        visitor.size(arrivals);
        for (Moment& arrival : arrivals)
            visitor.moment(arrival);
    }
    visitor.alike(awaited_.has_value());
    if (visitor.loads() && !awaits) awaited_.reset();
    bool finds_full = full_.has_value();
    visitor.value(finds_full);
    if (visitor.loads()) full_ = finds_full ? channel_pushed_to() : std::nullopt;
    visitor.moment(ready_);
}

void Dram::visit_state(StateVisitor& visitor) {
    visitor.value(patterns_changed_);
    for (const auto& channel : channels_)
        channel->visit_state(visitor);
    visitor.value(load_.memory);
    for (double& load : load_.directions)
        visitor.value(load);
    visitor.value(limited_);
    visitor.elapsed(unchanged_);
    const auto visit_costs = [&](Sharing& sharing) {
        visitor.size(sharing.costs);
        for (memory::AccessCost& cost : sharing.costs) {
            visitor.value(cost.channel);
            visitor.value(cost.memory);
            visitor.value(cost.port);
        }
    };
    visit_costs(sharing_);
    for (Sharing& relaxed : relaxed_)
        visit_costs(relaxed);
}

void Dram::visit_totals(TotalsVisitor& visitor) {
    visitor.visit(used_.memory);
    for (double& used : used_.directions)
        visitor.visit(used);
}

}  // namespace xdnasim::sim
