#include "sim/vliw_core.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "sim/memory_map.hpp"
#include "workloads/calls/kernel_table.hpp"
#include "workloads/kernels/execute.hpp"

namespace xdnasim::sim {

using arch::Cycles;
using events::CoreAction;
using events::CoreState;

VliwCore::VliwCore(const sc_core::sc_module_name& name, Environment& environment,
                   const schedule::TileProgram& program, const calls::KernelTable& kernels,
                   calls::BankStalls& stalls, const LockBanks& locks,
                   const std::set<schedule::LockRef>& shared_locks)
    : sc_module{name},
      environment_{environment},
      tile_{program.tile},
      kernels_{kernels},
      locks_{locks},
      code_{flatten(program.core, shared_locks)},
      memory_stalls_(code_.size()),
      loop_ranges_(code_.size()),
      saved_(code_.size()) {
    for (std::size_t pc = 0; pc < code_.size(); ++pc)
        if (const auto* call = std::get_if<schedule::Call>(&code_[pc].instruction)) {
            const auto kernel = static_cast<std::size_t>(call->kernel.index);
            memory_stalls_[pc] = stalls.of(*call, program);
            saved_[pc] = SavedOfCall{kernels.cycles[kernel], memory_stalls_[pc],
                                     kernels.kernels[kernel].inlined, environment.saved};
        }
    if (environment.memory != nullptr && program.code != nullptr)
        data_ = program.code->begin([&environment](const schedule::BufferRef& buffer) {
            return environment.memory->bytes(buffer);
        });
    SC_METHOD(step);
    sensitive << wake_;
}

void VliwCore::emit(CoreState state, CoreAction action, const schedule::LockRef& lock, Cycles begin,
                    Cycles end) const {
    environment_.events.emit(
        events::CoreInterval{tile_, state, action, lock.id, lock.tile, begin, end});
}

void VliwCore::wake_at(Cycles cycle) {
    environment_.calendar.notify_at(wake_, cycle);
}

void VliwCore::step() {
    Cycles cycle = environment_.clock.now();
    if (parts_) return go_on();
    if (in_call_ != nullptr) {
        finish_call(*in_call_);
        cycle = finish_return(*in_call_, cycle);
        in_call_ = nullptr;
    }
    while (pc_ < code_.size() && execute(cycle)) {
    }
    if (!is_at_end()) return;
    compute_code(true);
    if (!ended_) return;
    if (cycle > environment_.clock.now()) return wake_at(cycle);
    std::exchange(ended_, nullptr)({cycle, leads_});
}

bool VliwCore::execute(Cycles& cycle) {
    return std::visit([&](const auto& instruction) { return run(instruction, cycle); },
                      code_[pc_].instruction);
}

bool VliwCore::run(const CoreAcquire& acquire, Cycles& cycle) {
    compute_code();
    const schedule::Acquire& request = acquire.request;
    LockBank& bank = *locks_.at(request.lock.tile);
    if (cycle > environment_.clock.now()) {
        // Before its time, the core may look only at a lock that no other program can take.
        if (!acquire.alone || request.condition != schedule::LockCondition::GreaterEqual ||
            !bank.try_acquire(request)) {
            wake_at(cycle);
            return false;
        }
    } else if (!bank.acquire(request, *this)) {
        waiting_for_ = &request;
        stalled_since_ = cycle;
        return false;
    }
    const Moment& released = bank.granted_by();
    leads_.follow(released.leads, static_cast<double>((cycle - released.cycle).count()));
    leads_ += environment_.saved.core_lock_op;
    const Cycles end = restored(cycle + environment_.device.timing.core_lock_op);
    emit(CoreState::Busy, CoreAction::LockAcquire, request.lock, cycle, end);
    cycle = end;
    ++passed_;
    ++pc_;
    return true;
}

void VliwCore::lock_granted() {
    const arch::Timing& timing = environment_.device.timing;
    const Cycles go_on = environment_.clock.now() + timing.core_acquire;
    const schedule::LockRef& lock = waiting_for_->lock;
    waiting_for_ = nullptr;
    Moment ready{stalled_since_, leads_};
    ready.wait_until(environment_.clock.now());
    ready.follow(locks_.at(lock.tile)->granted_by());
    leads_ = ready.leads + environment_.saved.core_acquire + environment_.saved.core_lock_op;
    // A lock operation that does not wait shows a stall of one cycle, and the rest of its time
    // follows the stall; the same holds for one that waits (traces of a Phoenix, mlir-aie's
    // test/parse-trace: 14 cycles from an operation to the next, 10 from the end of a stall).
    const Cycles shown = environment_.device.trace.lock_stall + Cycles{1};
    const Cycles stalled = std::max(go_on, stalled_since_ + shown);
    const Cycles end = restored(stalled + std::max(timing.core_lock_op - shown, Cycles{0}));
    emit(CoreState::LockStall, CoreAction::LockAcquire, lock, stalled_since_, stalled);
    emit(CoreState::Busy, CoreAction::LockAcquire, lock, stalled, end);
    ++passed_;
    ++pc_;
    wake_at(end);
}

bool VliwCore::run(const schedule::Release& request, Cycles& cycle) {
    compute_code();
    const arch::Timing& timing = environment_.device.timing;
    locks_.at(request.lock.tile)
        ->release_at(request, cycle + timing.core_release, leads_ + environment_.saved.core_release,
                     code_[pc_].origin);
    leads_ += environment_.saved.core_lock_op;
    const Cycles end = restored(cycle + timing.core_lock_op);
    emit(CoreState::Busy, CoreAction::LockRelease, request.lock, cycle, end);
    cycle = end;
    ++passed_;
    ++pc_;
    return true;
}

bool VliwCore::run(const schedule::Call& call, Cycles& cycle) {
    if (!count_round()) return false;
    calls_of_round_ = std::exchange(last_call_of_round_, false) ? 1 : calls_of_round_ + 1;
    const auto kernel = static_cast<std::size_t>(call.kernel.index);
    if (!kernels_.cascade_accesses[kernel].empty()) {
        begin_parts(call, cycle);
        return false;
    }
    const Cycles overhead = overhead_of(call);
    const Cycles computed = cycle + overhead + kernels_.cycles[kernel];
    // Memory stalls are spread over the call in the hardware, and counted at its end here.
    const Cycles end = computed + memory_stalls_[pc_];
    environment_.events.emit(events::CoreInterval{.tile = tile_,
                                                  .state = CoreState::Busy,
                                                  .action = CoreAction::Kernel,
                                                  .object = call.kernel.index,
                                                  .begin = cycle,
                                                  .end = computed,
                                                  .call = overhead,
                                                  .memory_stall = memory_stalls_[pc_]});
    emit_memory_stall(call.kernel, computed, end);
    leads_ += saved_[pc_].all;
    in_call_ = &call;
    ++pc_;
    wake_at(end);
    return false;
}

bool VliwCore::run(const schedule::TellEvent& told, Cycles& cycle) {
    environment_.events.emit(events::CoreEvent{tile_, told.event, cycle});
    ++pc_;
    return true;
}

bool VliwCore::tells_events() const {
    return std::ranges::any_of(code_, [](const CodeLine& line) {
        return std::holds_alternative<schedule::TellEvent>(line.instruction);
    });
}

bool VliwCore::is_inlined(const schedule::Call& call) const {
    return kernels_.kernels[static_cast<std::size_t>(call.kernel.index)].inlined;
}

Cycles VliwCore::overhead_of(const schedule::Call& call) {
    return restored(is_inlined(call) ? Cycles{0} : environment_.device.timing.core_call);
}

void VliwCore::emit_memory_stall(const schedule::KernelRef& kernel, Cycles begin,
                                 Cycles end) const {
    if (end <= begin) return;
    environment_.events.emit(events::CoreInterval{.tile = tile_,
                                                  .state = CoreState::MemoryStall,
                                                  .action = CoreAction::Kernel,
                                                  .object = kernel.index,
                                                  .begin = begin,
                                                  .end = end});
}

Cycles VliwCore::restored(Cycles time) {
    if (to_restore_ == Cycles{0}) return time;
    leads_ += environment_.saved.core_restore;
    return time + std::exchange(to_restore_, Cycles{0});
}

Cycles VliwCore::finish_return(const schedule::Call& call, Cycles ended) {
    if (is_inlined(call)) return ended;
    const arch::Timing& timing = environment_.device.timing;
    to_restore_ = timing.core_restore;
    const Cycles end = ended + timing.core_return;
    if (end > ended)
        environment_.events.emit(events::CoreInterval{.tile = tile_,
                                                      .state = CoreState::Busy,
                                                      .action = CoreAction::Return,
                                                      .object = call.kernel.index,
                                                      .begin = ended,
                                                      .end = end});
    return end;
}

void VliwCore::compute_code(bool to_end) {
    if (data_ == nullptr) return;
    try {
        if (to_end)
            data_->finish(passed_);
        else
            data_->advance(passed_);
    } catch (const base::InputError&) {
        give_up_code();
    }
}

void VliwCore::give_up_code() {
    data_.reset();
    environment_.fault.raise(std::current_exception());
}

void VliwCore::finish_call(const schedule::Call& call) {
    const auto kernel = static_cast<std::size_t>(call.kernel.index);
    const kernels::Kernel& called = kernels_.kernels[kernel];
    const bool is_code = called.inlined && std::holds_alternative<kernels::External>(called.work);
    if (environment_.memory == nullptr || is_code) return;
    compute_code();
    ++passed_;
    // A call that uses the cascade has moved its data already.
    if (!kernels_.cascade_accesses[kernel].empty()) return tell_of_call();
    const auto* somebody = std::get_if<kernels::External>(&called.work);
    if (somebody != nullptr && somebody->in_library) return;  // the core's code calls it itself
    take_arguments(call);
    kernels::execute(kernels_.kernels[kernel], arguments_);
    tell_of_call();
}

void VliwCore::take_arguments(const schedule::Call& call) {
    arguments_.clear();
    for (const schedule::BufferSlice& slice : call.arguments)
        arguments_.push_back(bytes_of(slice));
}

void VliwCore::tell_of_call() {
    if (environment_.calls != nullptr) environment_.calls->on({tile_, arguments_, put_});
    put_.clear();
}

std::span<std::byte> VliwCore::bytes_of(const schedule::BufferSlice& slice) const {
    return environment_.memory->bytes(slice.buffer)
        .subspan(static_cast<std::size_t>(slice.offset.count()),
                 static_cast<std::size_t>(slice.length.count()));
}

std::optional<Waiting> VliwCore::waiting() const {
    const std::string who = fmt::format("core {}", to_string(tile_));
    if (held_up_) {
        // pc_ is already behind the instruction of a call.
        const base::Position origin = code_[parts_ ? pc_ - 1 : pc_].origin;
        const bool gets = held_up_->use == arch::CascadeUse::Get;
        Waiting waiting = gets ? describe_wait_for_word(who, *cascades_.in)
                               : describe_wait_for_room(who, *cascades_.out);
        waiting.origin = origin;
        return waiting;
    }
    if (waiting_for_ == nullptr) return std::nullopt;
    const LockBank& bank = *locks_.at(waiting_for_->lock.tile);
    Waiting waiting = describe_wait(who, *waiting_for_, bank);
    waiting.origin = code_[pc_].origin;
    return waiting;
}

}  // namespace xdnasim::sim
