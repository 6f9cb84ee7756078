#include "workloads/schedule/core_round.hpp"

#include "workloads/schedule/operations.hpp"
#include "workloads/schedule/saturating.hpp"

namespace xdnasim::schedule {

namespace {

void add_to(std::int64_t& sum, std::int64_t times, std::int64_t value = 1) {
    sum = saturating_add(sum, saturating_multiply(times, value));
}

}  // namespace

void LockUse::add(const Acquire& acquire, std::int64_t times) {
    add_to(acquires, times);
    add_to(acquired, times, acquire.value);
}

void LockUse::add(const Release& release, std::int64_t times) {
    add_to(releases, times);
    add_to(released, times, release.value);
}

std::int64_t CoreRound::all_calls() const {
    std::int64_t sum = 0;
    for (const auto& [kernel, times] : calls)
        add_to(sum, times);
    return sum;
}

std::int64_t CoreRound::lock_operations() const {
    std::int64_t sum = 0;
    for (const auto& [lock, use] : locks) {
        add_to(sum, use.acquires);
        add_to(sum, use.releases);
    }
    return sum;
}

CoreRound count_operations(const CoreBody& body) {
    CoreRound round;
    for_each_operation<Call>(body, [&](const Call& call, std::int64_t times) {
        add_to(round.calls[call.kernel], times);
    });
    for_each_operation<Acquire>(body, [&](const Acquire& acquire, std::int64_t times) {
        round.locks[acquire.lock].add(acquire, times);
    });
    for_each_operation<Release>(body, [&](const Release& release, std::int64_t times) {
        round.locks[release.lock].add(release, times);
    });
    return round;
}

std::optional<CoreRound> core_round(const TileProgram& program) {
    if (program.core.empty()) return std::nullopt;
    const auto* loop = std::get_if<Loop>(&program.core.back().op);
    if (loop == nullptr || loop->count) return std::nullopt;
    return count_operations(loop->body);
}

}  // namespace xdnasim::schedule
