#include "workloads/design/lock_roles.hpp"

#include <map>
#include <set>

#include "workloads/schedule/operations.hpp"

namespace xdnasim::design {
namespace {

using schedule::LockRef;
using schedule::LockRole;

class Roles {
 public:
    void add(const schedule::TileProgram& program) {
        for (const schedule::Channel& channel : program.channels)
            for (const schedule::Task& task : channel.tasks)
                for (const schedule::Bd* bd : program.chain(task.bd).bds)
                    add(*bd, channel.direction == arch::Direction::S2MM);
        schedule::for_each_operation<schedule::Acquire>(
            program.core, [&](const schedule::Acquire& use) { of_cores_.insert(use.lock); });
    }

    [[nodiscard]] LockRole of(const LockRef& reference, const schedule::Lock& lock) const {
        if (const auto found = roles_.find(reference); found != roles_.end())
            return found->second.size() == 1 ? *found->second.begin() : LockRole::Other;
        if (!of_cores_.contains(reference)) return LockRole::Other;
        return lock.initial > 0 ? LockRole::Free : LockRole::Filled;
    }

 private:
    void add(const schedule::Bd& bd, bool fills) {
        if (bd.acquire) roles_[bd.acquire->lock].insert(fills ? LockRole::Free : LockRole::Filled);
        if (bd.release) roles_[bd.release->lock].insert(fills ? LockRole::Filled : LockRole::Free);
    }

    std::map<LockRef, std::set<LockRole>> roles_;
    std::set<LockRef> of_cores_;
};

}  // namespace

void set_lock_roles(schedule::Schedule& schedule) {
    Roles roles;
    for (const schedule::TileProgram& program : schedule.tiles)
        roles.add(program);
    for (schedule::TileProgram& program : schedule.tiles)
        for (schedule::Lock& lock : program.locks)
            lock.role = roles.of({program.tile, lock.id}, lock);
}

}  // namespace xdnasim::design
