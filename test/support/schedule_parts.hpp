#pragma once
// Look-up of parts of a schedule by name and role, since indices change when a mapping changes.
// Unless stated otherwise, a function throws std::out_of_range with the name of the missing part.

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "workloads/schedule/schedule.hpp"

namespace xdnasim::schedule::test {

[[noreturn]] inline void fail_missing(const std::string& what) {
    throw std::out_of_range{"the schedule has no " + what};
}

template <class Parts, class Named>
auto& part_named(Parts& parts, std::string_view name, std::string Named::*of, const char* what) {
    const auto found = std::ranges::find(parts, name, of);
    if (found == parts.end()) fail_missing(std::string{what} + " '" + std::string{name} + "'");
    return *found;
}

[[nodiscard]] inline Buffer& buffer_named(TileProgram& program, std::string_view name) {
    return part_named(program.buffers, name, &Buffer::name, "buffer");
}
[[nodiscard]] inline const Lock& lock_named(const TileProgram& program, std::string_view name) {
    return part_named(program.locks, name, &Lock::name, "lock");
}
[[nodiscard]] inline Lock& lock_named(TileProgram& program, std::string_view name) {
    return part_named(program.locks, name, &Lock::name, "lock");
}
[[nodiscard]] inline const Flow& flow_named(const Schedule& schedule, std::string_view name) {
    return part_named(schedule.flows, name, &Flow::name, "flow");
}
[[nodiscard]] inline Flow& flow_named(Schedule& schedule, std::string_view name) {
    return part_named(schedule.flows, name, &Flow::name, "flow");
}
[[nodiscard]] inline HostBuffer& host_buffer_named(Schedule& schedule, std::string_view name) {
    return part_named(schedule.host_buffers, name, &HostBuffer::name, "host buffer");
}

[[nodiscard]] inline TileProgram& program_of(Schedule& schedule, arch::TileId tile) {
    TileProgram* const program = schedule.find(tile);
    if (program == nullptr) fail_missing("program of tile " + to_string(tile));
    return *program;
}

[[nodiscard]] inline Bd& bd_numbered(TileProgram& program, int id) {
    const auto found = std::ranges::find(program.bds, id, &Bd::id);
    if (found == program.bds.end()) fail_missing("BD " + std::to_string(id));
    return *found;
}

[[nodiscard]] inline Channel& channel_of(TileProgram& program, arch::Direction direction,
                                         int number) {
    const auto found = std::ranges::find_if(program.channels, [&](const Channel& channel) {
        return channel.direction == direction && channel.channel == number;
    });
    if (found == program.channels.end())
        fail_missing(to_string(direction) + " channel " + std::to_string(number));
    return *found;
}

/// Returns the chain of BDs of the channel's first task, each BD once.
[[nodiscard]] inline std::vector<Bd*> chain_of(TileProgram& program, arch::Direction direction,
                                               int number) {
    std::vector<Bd*> chain;
    Bd* bd = &bd_numbered(program, channel_of(program, direction, number).tasks.at(0).bd);
    while (std::ranges::find(chain, bd) == chain.end()) {
        chain.push_back(bd);
        if (bd->next) bd = &bd_numbered(program, *bd->next);
    }
    return chain;
}

/// Returns the body, possibly that of an inner loop, that contains the first call of `kernel`;
/// nullptr if there is none.
[[nodiscard]] inline CoreBody* find_body_calling(CoreBody& body, KernelRef kernel) {
    for (CoreOp& op : body) {
        if (const auto* call = std::get_if<Call>(&op.op); call != nullptr && call->kernel == kernel)
            return &body;
        if (auto* loop = std::get_if<Loop>(&op.op))
            if (CoreBody* const found = find_body_calling(loop->body, kernel)) return found;
    }
    return nullptr;
}

[[nodiscard]] inline CoreBody& body_calling(CoreBody& body, KernelRef kernel) {
    CoreBody* const found = find_body_calling(body, kernel);
    if (found == nullptr) fail_missing("call of kernel " + std::to_string(kernel.index));
    return *found;
}

/// Returns the operation that holds the first call of `kernel`.
[[nodiscard]] inline CoreOp& op_calling(CoreBody& body, KernelRef kernel) {
    for (CoreOp& op : body_calling(body, kernel))
        if (const auto* call = std::get_if<Call>(&op.op); call != nullptr && call->kernel == kernel)
            return op;
    fail_missing("call of kernel " + std::to_string(kernel.index));
}

/// Returns the first call of any kernel, inner loops included; nullptr if there is none.
[[nodiscard]] inline Call* find_first_call(CoreBody& body) {
    for (CoreOp& op : body) {
        if (auto* call = std::get_if<Call>(&op.op)) return call;
        if (auto* loop = std::get_if<Loop>(&op.op))
            if (Call* const found = find_first_call(loop->body)) return found;
    }
    return nullptr;
}

[[nodiscard]] inline Call& first_call(CoreBody& body) {
    Call* const found = find_first_call(body);
    if (found == nullptr) fail_missing("call of a kernel");
    return *found;
}

/// Returns the first acquire or release (see `LockOp`) of `lock` in `body`, but not in inner loops.
template <class LockOp>
[[nodiscard]] LockOp& first_on_lock(CoreBody& body, const LockRef& lock) {
    for (CoreOp& op : body)
        if (auto* on = std::get_if<LockOp>(&op.op); on != nullptr && on->lock == lock) return *on;
    fail_missing("operation on lock " + std::to_string(lock.id) + " of " + to_string(lock.tile));
}

}  // namespace xdnasim::schedule::test
