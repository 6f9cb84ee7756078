#include "xdnasim/sim/lock_bank.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace xdnasim::sim {

LockBank::LockBank(const sc_core::sc_module_name& name, Environment& environment,
                   const schedule::TileProgram& program)
    : sc_module{name},
      environment_{environment},
      tile_{program.tile},
      max_value_{environment.device.model(program.tile).max_lock_value},
      locks_(static_cast<std::size_t>(environment.device.model(program.tile).locks)) {
    for (const schedule::Lock& lock : program.locks) {
        locks_[index(lock.id)].name = lock.name;
        locks_[index(lock.id)].value = lock.initial;
    }
    SC_METHOD(apply_due_changes);
    sensitive << next_change_;
    dont_initialize();
}

bool LockBank::satisfied(const State& lock, const schedule::Acquire& request) {
    return request.condition == schedule::LockCondition::GreaterEqual
               ? lock.value >= request.value
               : lock.value == request.value;
}

bool LockBank::acquire(const schedule::Acquire& request, LockClient& client) {
    State& lock = locks_[index(request.lock.id)];
    if (lock.waiting.empty() && satisfied(lock, request)) {
        lock.value -= request.value;
        return true;
    }
    lock.waiting.push_back({request, &client});
    return false;
}

void LockBank::release_at(const schedule::Release& release, arch::Cycles cycle) {
    // Changes of one cycle take effect in the order they were asked for.
    const auto later = [&](const Change& other) { return other.cycle > cycle; };
    const auto place = std::ranges::find_if_not(changes_, later);
    changes_.insert(place, {cycle, release.lock.id, release.value});
    if (changes_.back().cycle == cycle) environment_.clock.notify_at(next_change_, cycle);
}

void LockBank::apply_due_changes() {
    const arch::Cycles now = environment_.clock.now();
    while (!changes_.empty() && changes_.back().cycle <= now) {
        const Change change = changes_.back();
        changes_.pop_back();
        apply(change);
    }
    if (!changes_.empty()) environment_.clock.notify_at(next_change_, changes_.back().cycle);
}

void LockBank::apply(const Change& change) {
    State& lock = locks_[index(change.lock)];
    lock.value += change.value;
    if (lock.value > max_value_ || lock.value < 0) {
        environment_.fault.raise(
            fmt::format("{} {} lock {} '{}' would become {}: its register holds 0..{}",
                        to_string(environment_.device.kind(tile_)), to_string(tile_), change.lock,
                        lock.name, lock.value, max_value_));
        return;
    }
    while (!lock.waiting.empty() && satisfied(lock, lock.waiting.front().request)) {
        const Pending granted = lock.waiting.front();
        lock.waiting.pop_front();
        lock.value -= granted.request.value;
        granted.client->lock_granted();
    }
}

}  // namespace xdnasim::sim
