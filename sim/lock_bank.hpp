#pragma once
// The locks of one tile: counting semaphores with the hardware's semantics (AM020). A change
// that nobody waits for takes effect when somebody looks, and costs no event.

#include <cstddef>
#include <string>
#include <vector>

#include <systemc>

#include "sim/environment.hpp"
#include "sim/leads/leads.hpp"
#include "sim/lock_units.hpp"
#include "sim/repeats/state.hpp"
#include "workloads/schedule/runtime_sequence.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::sim {

/// Told when the lock it asked for is its own.
class LockClient {
 public:
    virtual ~LockClient() = default;
    virtual void lock_granted() = 0;
};

class LockBank : public sc_core::sc_module {
 public:
    SC_HAS_PROCESS(LockBank);

    LockBank(const sc_core::sc_module_name& name, Environment& environment,
             const schedule::TileProgram& program);

    /// Takes the lock now and returns true, or queues `client` and returns false. Clients are
    /// served in order of arrival, skipping those whose condition does not hold. What one client
    /// takes may bring the lock to the exact value that another waits for.
    [[nodiscard]] bool acquire(const schedule::Acquire& request, LockClient& client);

    /// Takes the lock now and returns true, or leaves it and returns false.
    [[nodiscard]] bool try_acquire(const schedule::Acquire& request);

    /// The lock's value grows by `release.value` at `cycle`; `leads`: of that; `origin`: of the
    /// operation, in the schedule's source.
    void release_at(const schedule::Release& release, arch::Cycles cycle, const Leads& leads = {},
                    base::Position origin = {});

    /// Gives the lock its value now; `leads`: of that; `origin`: of the operation.
    void set(const schedule::SetLock& operation, const Leads& leads, base::Position origin);

    /// Whom the last acquisition of any lock had to wait for, or would have: the releases before.
    [[nodiscard]] const Moment& granted_by() const { return granted_by_; }

    /// Now.
    [[nodiscard]] int value(int lock) const { return locks_[index(lock)].value; }
    [[nodiscard]] const std::string& lock_name(int lock) const { return locks_[index(lock)].name; }

    /// What its future depends on.
    void visit_state(StateVisitor& visitor);

 private:
    struct Pending {
        schedule::Acquire request;
        LockClient* client;
    };
    struct Change {
        arch::Cycles cycle;
        int value;
        Leads leads;
        base::Position origin;
    };
    struct State {
        std::string name;
        bool declared = false;  ///< nobody uses others
        int value = 0;
        std::vector<Pending> waiting;
        std::vector<Change> changes;  ///< to come; sorted, the next one last
        LockUnits units;
    };

    static void visit_state(StateVisitor& visitor, Change& change);
    static std::size_t index(int lock) { return static_cast<std::size_t>(lock); }
    static bool satisfied(const State& lock, const schedule::Acquire& request);
    static std::vector<Pending>::iterator first_satisfied(State& lock);
    void serve();
    void apply_due_changes(State& lock);
    void apply(State& lock, const Change& change);
    void grant(State& lock);
    void take(State& lock, const schedule::Acquire& request);
    void wake_for_next_change(const State& lock);

    Environment& environment_;
    arch::TileId tile_;
    int max_value_;
    std::vector<State> locks_;
    Moment granted_by_;
    std::vector<int> waited_for_;  ///< locks that somebody waits for
    Alarm next_change_;            ///< of a lock that somebody waits for
};

/// The lock banks of the array, by tile. Each lock operation looks for one.
class LockBanks {
 public:
    [[nodiscard]] LockBank*& operator[](arch::TileId tile) {
        const auto column = static_cast<std::size_t>(tile.column);
        const auto row = static_cast<std::size_t>(tile.row);
        if (banks_.size() <= column) banks_.resize(column + 1);
        if (banks_[column].size() <= row) banks_[column].resize(row + 1);
        return banks_[column][row];
    }
    /// Precondition: it has one.
    [[nodiscard]] LockBank* at(arch::TileId tile) const {
        return banks_[static_cast<std::size_t>(tile.column)][static_cast<std::size_t>(tile.row)];
    }

 private:
    std::vector<std::vector<LockBank*>> banks_;
};

}  // namespace xdnasim::sim
