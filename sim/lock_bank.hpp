#pragma once
// The locks of one tile: counting semaphores with the hardware's semantics (AM020). A change
// that nobody waits for takes effect when somebody looks, and costs no event.

#include <cstddef>
#include <deque>
#include <string>
#include <vector>

#include <systemc>

#include "sim/environment.hpp"
#include "sim/leads/leads.hpp"
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

// The units that a lock counts, each with the moment of its release, in the order in which they are
// taken: the n-th that is taken is the n-th that was there. With more of them at the start, it
// would have been one that was released so much earlier.

class LockUnits {
 public:
    LockUnits() = default;
    explicit LockUnits(const schedule::Lock& lock);

    /// `count` more of them; fewer where it is negative.
    void put(int count, const Moment& moment);
    /// The moment after which `count` of them could be taken, at the cycle of the last release.
    [[nodiscard]] Moment take(int count);

    /// What its future depends on.
    void visit_state(StateVisitor& visitor);

 private:
    [[nodiscard]] Moment& at(std::size_t unit) { return ring_[unit & (ring_.size() - 1)]; }
    void grow();

    /// A power of two; empty until the first release. What was there at the start has no entry.
    std::vector<Moment> ring_;
    std::size_t put_ = 0;      ///< units so far, those at the start included
    std::size_t taken_ = 0;    ///< of them
    std::size_t initial_ = 0;  ///< at the start
    std::size_t more_ = 0;     ///< at the start, where there are more buffers
};

class LockBank : public sc_core::sc_module {
 public:
    SC_HAS_PROCESS(LockBank);

    LockBank(const sc_core::sc_module_name& name, Environment& environment,
             const schedule::TileProgram& program);

    /// Takes the lock now and returns true, or queues `client` (first come, first served)
    /// and returns false.
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
        std::deque<Pending> waiting;
        std::vector<Change> changes;  ///< to come; sorted, the next one last
        LockUnits units;
    };

    static void visit_state(StateVisitor& visitor, Change& change);
    static std::size_t index(int lock) { return static_cast<std::size_t>(lock); }
    static bool satisfied(const State& lock, const schedule::Acquire& request);
    void serve();
    void apply_due_changes(State& lock);
    void apply(State& lock, const Change& change);
    void grant(State& lock);
    void take(State& lock, int value);
    void wake_for_next_change(const State& lock);

    Environment& environment_;
    arch::TileId tile_;
    int max_value_;
    std::vector<State> locks_;
    Moment granted_by_;
    std::vector<int> waited_for_;  ///< locks that somebody waits for
    Alarm next_change_;            ///< of a lock that somebody waits for
};

}  // namespace xdnasim::sim
