#include "workloads/design/cores/core_state.hpp"

#include <utility>
#include <variant>

#include <fmt/format.h>

#include "workloads/design/cores/operation_cost.hpp"

namespace xdnasim::design {

void CoreState::find_use() {
    if (deciding_) return;
    use_.emplace(draft, core, program);
    deciding_.emplace(draft, program, *use_);
}

const MemoryUse& CoreState::use() {
    find_use();
    return *use_;
}

const DecidingLoads& CoreState::deciding() {
    find_use();
    return *deciding_;
}

void CoreState::count_operation(base::Position at) {
    if (++operations_ > kMaxOperations)
        draft.text.fail(
            at,
            fmt::format("the program of core {} is too long to follow, at more than {} operations",
                        to_string(core), kMaxOperations));
}

void CoreState::note_wait(const schedule::Acquire& acquire) {
    const schedule::Lock* const lock = draft.program(acquire.lock.tile).lock(acquire.lock.id);
    if (lock == nullptr) return;
    const bool equal = acquire.condition == schedule::LockCondition::Equal;
    waited = waited || (equal ? lock->initial != acquire.value : lock->initial < acquire.value);
}

schedule::BufferRef CoreState::own_buffer(const ir::Operation& storage) {
    const int next = -1 - static_cast<int>(own_.size());
    return {core, own_.try_emplace(&storage, next).first->second};
}

std::optional<schedule::BufferRef> CoreState::buffer_behind(std::string_view name) {
    const std::string_view viewed = program.viewed_by(name);
    if (const Value memory = values.get(viewed); memory.kind == Value::Kind::Memory)
        return memory.slice.buffer;
    const ir::Operation* const storage =
        follows_own ? program.storage_of(viewed) : program.holder_of(viewed);
    return storage == nullptr ? std::nullopt : std::optional{own_buffer(*storage)};
}

void CoreState::forget_written(const ir::Operation& operation) {
    for (const std::string_view name : program.written_by(operation))
        if (const auto buffer = buffer_behind(name)) values.forget(*buffer);
}

void CoreState::vary_written(const ir::Operation& operation) {
    // Views that are made within a round count, too.
    for (const std::string_view name : program.written_by(operation))
        if (const auto buffer = buffer_behind(name)) values.make_varying(*buffer);
    for (const ir::Region& region : operation.regions)
        vary_written(region);
}

void CoreState::vary_written(const ir::Region& region) {
    for (const ir::Block& block : region.blocks)
        for (const ir::Operation& operation : block.operations)
            vary_written(operation);
}

void CoreState::append_rounds(std::vector<CoreSteps> rounds, bool goes_on, base::Position loop,
                              CoreSteps& steps) {
    auto folded =
        fold_rounds(std::move(rounds), round_cost(draft.device.core.slots), goes_on, loop);
    if (!folded) draft.text.fail(loop, "this endless loop has rounds that do not repeat");
    for (CoreStep& each : *folded)
        append(steps, std::move(each));
    if (goes_on) endless = true;
}

arch::Cycles CoreState::cycles_of_way(const CoreSteps& way, base::Position choice,
                                      const char* refusal) {
    const auto cycles = cycles_of_code(way);
    if (!cycles) draft.text.fail(choice, refusal);
    for (const CoreStep& step : way)
        if (std::holds_alternative<schedule::TellEvent>(step.what))
            draft.loss(step.at, "aie.event in a branch that depends on data");
    return *cycles;
}

}  // namespace xdnasim::design
