#pragma once
// The locks of one tile: counting semaphores with the hardware's semantics (AM020). A change that
// no client waits for is applied when the lock is next used, and costs no event.

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

/// A core or a DMA channel that acquires locks.
class LockClient {
 public:
    virtual ~LockClient() = default;
    /// Called in the cycle in which the lock that the client waits for is granted.
    virtual void lock_granted() = 0;
};

class LockBank : public sc_core::sc_module {
 public:
    SC_HAS_PROCESS(LockBank);

    LockBank(const sc_core::sc_module_name& name, Environment& environment,
             const schedule::TileProgram& program);

    /// Takes the lock now and returns true, or queues `client` and returns false. Clients are
    /// served in order of arrival; those whose condition does not hold are skipped. What one client
    /// takes may bring the lock to the exact value that another waits for.
    [[nodiscard]] bool acquire(const schedule::Acquire& request, LockClient& client);

    /// Takes the lock now and returns true, or leaves it and returns false.
    [[nodiscard]] bool try_acquire(const schedule::Acquire& request);

    /// Adds `release.value` to the lock at `cycle`. `leads`: those of the change; `origin`: source
    /// position of the operation.
    void release_at(const schedule::Release& release, arch::Cycles cycle, const Leads& leads = {},
                    base::Position origin = {});

    /// Sets the lock's value now. `leads`: those of the change; `origin`: source position of the
    /// operation.
    void set(const schedule::SetLock& operation, const Leads& leads, base::Position origin);

    /// The moment from which the last acquisition, of any lock of the bank, was possible: that of
    /// the releases before it, which it had to wait for, or would have.
    [[nodiscard]] const Moment& granted_by() const { return granted_by_; }

    /// The lock's value. It lacks due changes as long as no client waits for or uses the lock.
    [[nodiscard]] int value(int lock) const { return locks_[index(lock)].value; }
    [[nodiscard]] const std::string& lock_name(int lock) const { return locks_[index(lock)].name; }

    /// Shows what its future depends on.
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
        bool declared = false;  ///< declared by the tile's program; others are not used
        int value = 0;
        std::vector<Pending> waiting;
        std::vector<Change> changes;  ///< not applied yet; sorted, the next one last
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
    std::vector<int> waited_for_;  ///< locks that clients wait for
    Alarm next_change_;            ///< next change of a lock in `waited_for_`
};

/// The lock banks of the array, by tile: a table, since each lock operation looks one up.
class LockBanks {
 public:
    [[nodiscard]] LockBank*& operator[](arch::TileId tile) {
        const auto column = static_cast<std::size_t>(tile.column);
        const auto row = static_cast<std::size_t>(tile.row);
        if (banks_.size() <= column) banks_.resize(column + 1);
        if (banks_[column].size() <= row) banks_[column].resize(row + 1);
        return banks_[column][row];
    }
    /// Precondition: `tile` has a lock bank.
    [[nodiscard]] LockBank* at(arch::TileId tile) const {
        return banks_[static_cast<std::size_t>(tile.column)][static_cast<std::size_t>(tile.row)];
    }

 private:
    std::vector<std::vector<LockBank*>> banks_;
};

}  // namespace xdnasim::sim
