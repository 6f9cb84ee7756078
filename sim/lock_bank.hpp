#pragma once
// The locks of one tile: counting semaphores with the hardware's semantics (AM020).

#include <deque>
#include <string>
#include <systemc>
#include <vector>

#include "xdnasim/sim/environment.hpp"
#include "xdnasim/workloads/schedule/tile_program.hpp"

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

    /// Takes the lock now and returns true, or queues `client` (first come, first served)
    /// and returns false.
    [[nodiscard]] bool acquire(const schedule::Acquire& request, LockClient& client);

    /// The lock's value grows by `release.value` at `cycle`.
    void release_at(const schedule::Release& release, arch::Cycles cycle);

    [[nodiscard]] int value(int lock) const { return locks_[index(lock)].value; }
    [[nodiscard]] const std::string& lock_name(int lock) const { return locks_[index(lock)].name; }

 private:
    struct Pending {
        schedule::Acquire request;
        LockClient* client;
    };
    struct State {
        std::string name;
        int value = 0;
        std::deque<Pending> waiting;
    };
    struct Change {
        arch::Cycles cycle;
        int lock;
        int value;
    };

    static std::size_t index(int lock) { return static_cast<std::size_t>(lock); }
    static bool satisfied(const State& lock, const schedule::Acquire& request);
    void apply_due_changes();
    void apply(const Change& change);

    Environment& environment_;
    arch::TileId tile_;
    int max_value_;
    std::vector<State> locks_;
    std::vector<Change> changes_;  ///< sorted: the next one last
    sc_core::sc_event next_change_;
};

}  // namespace xdnasim::sim
