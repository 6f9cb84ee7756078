#include "sim/core_probe.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace xdnasim::sim {

using arch::Cycles;
using events::CoreAction;
using events::CoreState;
using names::Signal;

namespace {

/// A signal that is asserted when some of the core's slots issue an instruction.
struct IssueSignal {
    Signal signal;
    std::vector<int> arch::SlotModel::*slots;
};
constexpr std::array kIssueSignals{IssueSignal{Signal::Vector, &arch::SlotModel::vector_slots},
                                   IssueSignal{Signal::Load, &arch::SlotModel::load_slots},
                                   IssueSignal{Signal::Store, &arch::SlotModel::store_slots}};

/// A kernel, or a part of one, with the memory stalls that delay its cycles. They are spread evenly
/// over it: each cycle comes behind the stalls before it.
class Stretch {
 public:
    Stretch(Cycles length, Cycles stalls) : length_{length.count()}, stalls_{stalls.count()} {}

    [[nodiscard]] std::int64_t stalls() const { return stalls_; }
    /// The cycle of the kernel before which stall `number` lies.
    [[nodiscard]] std::int64_t place(std::int64_t number) const {
        return (number + 1) * length_ / (stalls_ + 1);
    }

 private:
    std::int64_t length_;
    std::int64_t stalls_;
};

}  // namespace

CoreProbe::CoreProbe(TraceSlots slots, const VliwCore& core, const calls::KernelTable& kernels,
                     const arch::Device& device)
    : slots_{std::move(slots)},
      core_{core},
      kernels_tell_{!core.tells_events()},
      kernels_{kernels},
      device_{device},
      patterns_(kernels.kernels.size()) {}

void CoreProbe::on(const events::CoreInterval& interval) {
    if (interval.state == CoreState::Busy) return see_action(interval);
    if (interval.state == CoreState::MemoryStall) return;  // marked with its kernel
    if (interval.state != CoreState::LockStall)
        return see_stall(interval.state, interval.begin, interval.end);
    see_lock(Signal::LockAcquire, interval.begin, interval.end);
    stall_end_ = interval.end;
}

void CoreProbe::on(const events::CoreEvent& told) {
    slots_.pulse(told.event == 0 ? Signal::KernelBegins : Signal::KernelEnds, told.at);
}

void CoreProbe::see_action(const events::CoreInterval& interval) {
    switch (interval.action) {
        case CoreAction::Kernel:
            see_kernel(interval);
            break;
        case CoreAction::Return:
            break;
        case CoreAction::LockAcquire:
            // An acquire that waited was marked as a lock stall.
            if (interval.begin != stall_end_)
                see_lock(Signal::LockAcquire, interval.begin, interval.begin);
            break;
        case CoreAction::LockRelease:
            see_lock(Signal::LockRelease, interval.begin, interval.begin);
            break;
        case CoreAction::CascadeGet:
            slots_.pulse(Signal::CascadeGet, interval.begin);
            break;
        case CoreAction::CascadePut:
            slots_.pulse(Signal::CascadePut, interval.begin);
            break;
    }
}

void CoreProbe::look(Cycles now) {
    if (const auto since = core_.stalled_since()) see_lock(Signal::LockAcquire, *since, now);
    if (const auto since = core_.cascade_stalled_since())
        see_stall(CoreState::CascadeStall, *since, now);
    if (const auto running = core_.present(now)) see_kernel(*running);
}

/// Every lock operation stalls the core for at least one cycle, as recordings show.
void CoreProbe::see_lock(Signal request, Cycles asked, Cycles goes_on) {
    slots_.pulse(request, asked);
    const Cycles begin = asked + device_.trace.lock_stall;
    see_stall(CoreState::LockStall, begin, std::max(goes_on, begin + Cycles{1}));
}

void CoreProbe::see_stall(CoreState stall, Cycles begin, Cycles end) {
    slots_.hold(names::stall_signal(stall), begin, end);
    slots_.hold(Signal::AnyStall, begin, end);
}

void CoreProbe::see_kernel(const events::CoreInterval& interval) {
    see_issues(interval);
    see_words(interval);
    // An inlined kernel is not a function, and reports no events of its own.
    if (kernels_.kernels[static_cast<std::size_t>(interval.object)].inlined) return;
    if (!interval.resumes) {
        slots_.pulse(Signal::Call, interval.begin);
        if (kernels_tell_) slots_.pulse(Signal::KernelBegins, interval.begin + interval.call);
    }
    if (interval.pauses) return;
    const Cycles end = interval.end + interval.memory_stall;
    if (kernels_tell_) slots_.pulse(Signal::KernelEnds, end);
    slots_.pulse(Signal::Return, end);
}

void CoreProbe::see_issues(const events::CoreInterval& interval) {
    const Cycles begin = interval.begin + interval.call;
    const Stretch stretch{interval.end - begin, interval.memory_stall};
    for (std::int64_t i = 0; i < stretch.stalls(); ++i) {
        const Cycles at = begin + Cycles{stretch.place(i) + i};
        see_stall(CoreState::MemoryStall, at, at + Cycles{1});
    }
    for (const auto& [signal, runs] : patterns(interval.object)) {
        std::int64_t stall = 0;
        for (vliw::IssueRun run : runs) {
            // If the kernel runs in parts, only the issues of this part.
            run.begin = std::max<std::int64_t>(run.begin - interval.done.count(), 0);
            run.end -= interval.done.count();
            if (interval.pauses) run.end = std::min(run.end, (interval.end - begin).count());
            if (run.begin >= run.end) continue;
            std::int64_t from = run.begin;
            while (stall < stretch.stalls() && stretch.place(stall) < run.end) {
                const std::int64_t to = std::max(stretch.place(stall), from);
                slots_.hold(signal, begin + Cycles{from + stall}, begin + Cycles{to + stall});
                from = to;
                ++stall;
            }
            slots_.hold(signal, begin + Cycles{from + stall}, begin + Cycles{run.end + stall});
        }
    }
}

/// Marks the words of this part of a kernel when they move. A word that waits moves when its stall
/// ends, which is where the next part begins. Memory stalls, which the run counts at a kernel's
/// end, do not delay words here, since the neighbour gets them without that delay.
void CoreProbe::see_words(const events::CoreInterval& interval) {
    if (!slots_.watches(Signal::CascadeGet) && !slots_.watches(Signal::CascadePut)) return;
    const auto& accesses = kernels_.cascade_accesses[static_cast<std::size_t>(interval.object)];
    const Cycles begin = interval.begin + interval.call;
    auto access =
        std::ranges::lower_bound(accesses, interval.done, {}, &vliw::CascadeAccess::cycle);
    for (; access != accesses.end(); ++access) {
        const Cycles at = begin + access->cycle - interval.done;
        if (interval.pauses && at >= interval.end) return;
        slots_.pulse(access->use == arch::CascadeUse::Get ? Signal::CascadeGet : Signal::CascadePut,
                     at);
    }
}

const std::vector<CoreProbe::Pattern>& CoreProbe::patterns(int kernel) {
    const auto number = static_cast<std::size_t>(kernel);
    auto& known = patterns_[number];
    if (known) return *known;
    known.emplace();
    const auto& schedule = kernels_.schedules[number];
    for (const IssueSignal& issue : kIssueSignals)
        if (schedule && slots_.watches(issue.signal))
            known->push_back(
                {issue.signal, vliw::issue_runs(*schedule, device_.core.slots.*issue.slots)});
    return *known;
}

}  // namespace xdnasim::sim
