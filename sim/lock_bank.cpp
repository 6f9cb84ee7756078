#include "sim/lock_bank.hpp"

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
        locks_[index(lock.id)].declared = true;
        locks_[index(lock.id)].value = lock.initial;
        locks_[index(lock.id)].units = LockUnits{lock};
    }
    SC_METHOD(serve);
    sensitive << next_change_;
    dont_initialize();
}

bool LockBank::satisfied(const State& lock, const schedule::Acquire& request) {
    return request.condition == schedule::LockCondition::GreaterEqual ? lock.value >= request.value
                                                                      : lock.value == request.value;
}

bool LockBank::try_acquire(const schedule::Acquire& request) {
    State& lock = locks_[index(request.lock.id)];
    apply_due_changes(lock);
    if (!satisfied(lock, request) || first_satisfied(lock) != lock.waiting.end()) return false;
    take(lock, request);
    if (lock.waiting.empty()) return true;
    const Moment own = granted_by_;
    grant(lock);
    granted_by_ = own;
    return true;
}

bool LockBank::acquire(const schedule::Acquire& request, LockClient& client) {
    if (try_acquire(request)) return true;
    State& lock = locks_[index(request.lock.id)];
    if (lock.waiting.empty()) waited_for_.push_back(request.lock.id);
    lock.waiting.push_back({request, &client});
    wake_for_next_change(lock);
    return false;
}

void LockBank::release_at(const schedule::Release& release, arch::Cycles cycle, const Leads& leads,
                          base::Position origin) {
    State& lock = locks_[index(release.lock.id)];
    apply_due_changes(lock);
    // Changes of one cycle are applied in the order in which they were requested.
    const auto later = [&](const Change& other) { return other.cycle > cycle; };
    const auto place = std::ranges::find_if_not(lock.changes, later);
    lock.changes.insert(place, {cycle, release.value, leads, origin});
    wake_for_next_change(lock);
}

void LockBank::set(const schedule::SetLock& operation, const Leads& leads, base::Position origin) {
    State& lock = locks_[index(operation.lock.id)];
    apply_due_changes(lock);
    const Change change{environment_.clock.now(), operation.value - lock.value, leads, origin};
    lock.units.put(change.value, {change.cycle, change.leads});
    apply(lock, change);
}

void LockBank::wake_for_next_change(const State& lock) {
    if (lock.waiting.empty() || lock.changes.empty()) return;
    environment_.calendar.notify_at(next_change_, lock.changes.back().cycle);
}

void LockBank::serve() {
    for (const int id : waited_for_) {
        State& lock = locks_[index(id)];
        apply_due_changes(lock);
        wake_for_next_change(lock);
    }
    std::erase_if(waited_for_, [this](int id) { return locks_[index(id)].waiting.empty(); });
}

void LockBank::apply_due_changes(State& lock) {
    if (lock.changes.empty()) return;
    const arch::Cycles now = environment_.clock.now();
    while (!lock.changes.empty() && lock.changes.back().cycle <= now) {
        const Change change = lock.changes.back();
        lock.changes.pop_back();
        lock.units.put(change.value, {change.cycle, change.leads});
        apply(lock, change);
    }
}

void LockBank::apply(State& lock, const Change& change) {
    lock.value += change.value;
    if (lock.value > max_value_ || lock.value < 0) {
        environment_.fault.raise(
            fmt::format("{} lock {} '{}' would become {}: its register holds 0 to {}",
                        environment_.device.name_of(tile_), &lock - locks_.data(), lock.name,
                        lock.value, max_value_),
            change.origin);
        return;
    }
    grant(lock);
}

void LockBank::take(State& lock, const schedule::Acquire& request) {
    const int taken = request.takes();
    lock.value -= taken;
    granted_by_ = taken > 0 ? lock.units.take(taken) : lock.units.last();
}

std::vector<LockBank::Pending>::iterator LockBank::first_satisfied(State& lock) {
    return std::ranges::find_if(
        lock.waiting, [&](const Pending& waiting) { return satisfied(lock, waiting.request); });
}

void LockBank::grant(State& lock) {
    for (auto first = first_satisfied(lock); first != lock.waiting.end();
         first = first_satisfied(lock)) {
        const Pending granted = *first;
        lock.waiting.erase(first);
        take(lock, granted.request);
        granted.client->lock_granted();
    }
}

}  // namespace xdnasim::sim
