// What a core does with its cascades: steps of its own program, and calls of kernels that get and
// put words while they run. The core stalls while a word cannot move.

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include "base/error.hpp"
#include "sim/vliw_core.hpp"

namespace xdnasim::sim {

using arch::CascadeUse;
using arch::Cycles;
using events::CoreAction;
using events::CoreState;

namespace {

/// Cycles of a move over the cascade: one issue of the slot for moves.
constexpr Cycles kMove{1};

CoreAction action_of(CascadeUse use) {
    return use == CascadeUse::Get ? CoreAction::CascadeGet : CoreAction::CascadePut;
}

}  // namespace

bool VliwCore::run(const CascadeStep& step, Cycles& cycle) {
    if (cycle > environment_.clock.now()) {
        wake_at(cycle);
        return false;
    }
    const Cycles due = held_up_ ? held_up_->since : cycle;
    compute_code();
    if (!move_word(step.use, due)) return false;
    ++passed_;
    const Cycles end = restored(cycle + kMove);
    environment_.events.emit(events::CoreInterval{.tile = tile_,
                                                  .state = CoreState::Busy,
                                                  .action = action_of(step.use),
                                                  .begin = cycle,
                                                  .end = end});
    cycle = end;
    ++pc_;
    return true;
}

void VliwCore::move_register(CascadeUse use) {
    const bool gets = use == CascadeUse::Get;
    if (data_ == nullptr) {
        const auto& memory = std::get<CascadeStep>(code_[pc_].instruction).memory;
        if (environment_.memory == nullptr || !memory) return;
        const std::span<std::byte> word = bytes_of(*memory);
        if (gets)
            std::ranges::copy(register_, word.begin());
        else
            std::ranges::copy(word, register_.begin());
        return;
    }
    try {
        if (gets)
            data_->get(register_);
        else
            register_ = data_->put();
    } catch (const base::InputError&) {
        give_up_code();
    }
}

bool VliwCore::move_word(CascadeUse use, Cycles due) {
    const bool gets = use == CascadeUse::Get;
    const Moment* const ready = gets ? cascades_.in->word() : cascades_.out->room();
    if (ready == nullptr || ready->cycle > environment_.clock.now()) {
        hold_up(use, due, ready);
        return false;
    }
    Moment moved{due, leads_};
    moved.follow(*ready);
    leads_ = moved.leads;
    environment_.progress.cascade_moved();
    if (held_up_) resume();
    if (gets) {
        register_ = cascades_.in->get(moved);
        if (!parts_) move_register(use);
        if (parts_ && parts_->data) parts_->data->get(register_);
    } else {
        if (!parts_) move_register(use);
        if (parts_ && parts_->data) register_ = parts_->data->put();
        if (parts_ && environment_.calls != nullptr) put_.push_back(register_);
        cascades_.out->put(register_, moved);
    }
    return true;
}

void VliwCore::hold_up(CascadeUse use, Cycles due, const Moment* until) {
    if (!held_up_ && parts_) {
        events::CoreInterval before = part(due);
        before.pauses = true;
        environment_.events.emit(before);
    }
    if (!held_up_) held_up_ = HeldUp{use, due};
    if (until != nullptr)
        wake_at(until->cycle);
    else if (use == CascadeUse::Get)
        cascades_.in->wait_for_word(*this);
    else
        cascades_.out->wait_for_room(*this);
}

void VliwCore::cascade_moved() {
    const bool gets = held_up_->use == CascadeUse::Get;
    wake_at((gets ? cascades_.in->word() : cascades_.out->room())->cycle);
}

void VliwCore::resume() {
    const Cycles now = environment_.clock.now();
    const HeldUp held_up = *std::exchange(held_up_, std::nullopt);
    environment_.events.emit(
        events::CoreInterval{.tile = tile_,
                             .state = CoreState::CascadeStall,
                             .action = parts_ ? CoreAction::Kernel : action_of(held_up.use),
                             .object = parts_ ? parts_->call->kernel.index : 0,
                             .begin = held_up.since,
                             .end = now});
    if (!parts_) return;
    parts_->done += held_up.since - parts_->begin - parts_->overhead;
    parts_->begin = now;
    parts_->overhead = Cycles{0};
    parts_->resumes = true;
}

void VliwCore::begin_parts(const schedule::Call& call, Cycles cycle) {
    const auto kernel = static_cast<std::size_t>(call.kernel.index);
    const Cycles overhead = overhead_of(call);
    parts_.emplace(CallInParts{.call = &call,
                               .accesses = kernels_.cascade_accesses[kernel],
                               .begin = cycle,
                               .overhead = overhead});
    if (environment_.memory != nullptr) {
        compute_code();
        take_arguments(call);
        parts_->data = kernels::begin_call(kernels_.kernels[kernel], arguments_);
    }
    leads_ += saved_[pc_].before;
    ++pc_;
    go_on();
}

void VliwCore::go_on() {
    const std::size_t pc = pc_ - 1;
    const auto cycles = static_cast<double>(
        kernels_.cycles[static_cast<std::size_t>(parts_->call->kernel.index)].count());
    for (; parts_->next < parts_->accesses.size(); ++parts_->next) {
        const vliw::CascadeAccess& access = parts_->accesses[parts_->next];
        const Cycles due = parts_->time_of(access.cycle);
        if (due > environment_.clock.now()) return wake_at(due);
        const double share = static_cast<double>(access.cycle.count()) / cycles;
        leads_ += saved_[pc].kernel * (share - std::exchange(parts_->led, share));
        if (!move_word(access.use, due)) return;
    }
    leads_ += saved_[pc].kernel * (1 - parts_->led);
    leads_ += saved_[pc].behind;
    end_parts();
}

/// Ends a call all of whose words have moved: the rest of its cycles follow without a stall.
void VliwCore::end_parts() {
    const auto kernel = static_cast<std::size_t>(parts_->call->kernel.index);
    const Cycles computed = parts_->time_of(kernels_.cycles[kernel]);
    const Cycles stalls = memory_stalls_[pc_ - 1];
    events::CoreInterval last = part(computed);
    last.memory_stall = stalls;
    environment_.events.emit(last);
    emit_memory_stall(parts_->call->kernel, computed, computed + stalls);
    in_call_ = parts_->call;
    parts_.reset();
    wake_at(computed + stalls);
}

events::CoreInterval VliwCore::part(Cycles end) const {
    return {.tile = tile_,
            .state = CoreState::Busy,
            .action = CoreAction::Kernel,
            .object = parts_->call->kernel.index,
            .begin = parts_->begin,
            .end = end,
            .call = parts_->overhead,
            .done = parts_->done,
            .resumes = parts_->resumes};
}

std::optional<events::CoreInterval> VliwCore::present(Cycles now) const {
    if (!parts_ || held_up_ || now < parts_->begin) return std::nullopt;
    events::CoreInterval running = part(now);
    running.pauses = true;
    return running;
}

void VliwCore::finish(Cycles now) const {
    if (const auto running = present(now)) environment_.events.emit(*running);
}

}  // namespace xdnasim::sim
