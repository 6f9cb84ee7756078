#pragma once
// The processor of a CompTile: steps through its program, waits for locks, and takes the
// cycles that its kernels take.

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <variant>
#include <vector>

#include <systemc>

#include "sim/deadlock.hpp"
#include "sim/dma_channel.hpp"
#include "sim/environment.hpp"
#include "sim/kernel_table.hpp"
#include "sim/lock_bank.hpp"
#include "workloads/kernels/kernel.hpp"
#include "workloads/schedule/schedule.hpp"

// A core's structured program as a flat list that a core can step through.

namespace xdnasim::sim {

struct CoreAcquire {
    schedule::Acquire request;
    /// Nobody else acquires the lock, and nobody takes from it by a release: once it is
    /// free for this core, it stays so.
    bool alone = false;
    base::Position origin{};
};

/// Runs the instructions up to the matching EndLoop `count` times; for ever if negative.
struct BeginLoop {
    std::int64_t count;
    std::size_t end;  ///< index of its EndLoop
};

struct EndLoop {
    std::size_t begin;  ///< index of its BeginLoop
};

using CoreInstruction =
    std::variant<CoreAcquire, schedule::Release, schedule::Call, BeginLoop, EndLoop>;

/// `shared`: locks that this core does not acquire alone.
[[nodiscard]] std::vector<CoreInstruction> flatten(const schedule::CoreBody& body,
                                                   const std::set<schedule::LockRef>& shared);

/// The locks of a schedule that more than one program (a core, a BD) acquires, or that some
/// release takes from.
[[nodiscard]] std::set<schedule::LockRef> shared_locks(const schedule::Schedule& schedule);

class VliwCore : public sc_core::sc_module, public LockClient {
 public:
    SC_HAS_PROCESS(VliwCore);

    VliwCore(const sc_core::sc_module_name& name, Environment& environment,
             const schedule::TileProgram& program, const KernelTable& kernels,
             const LockBanks& locks, const std::set<schedule::LockRef>& shared_locks);

    void lock_granted() override;
    [[nodiscard]] std::optional<Waiting> waiting() const;
    /// Since when it waits for a lock; nullopt: it does not.
    [[nodiscard]] std::optional<arch::Cycles> stalled_since() const {
        return waiting_for_ == nullptr ? std::nullopt : std::optional{stalled_since_};
    }

 private:
    void step();
    /// Runs the instruction at `pc_`, beginning at `cycle`; true when the core can go on at
    /// `cycle` at once, false when an event will wake it.
    bool execute(arch::Cycles& cycle);
    bool run(const CoreAcquire& acquire, arch::Cycles& cycle);
    bool run(const schedule::Release& request, arch::Cycles& cycle);
    bool run(const schedule::Call& call, arch::Cycles& cycle);
    bool run(const BeginLoop& loop, arch::Cycles& cycle);
    bool run(const EndLoop& loop, arch::Cycles& cycle);

    [[nodiscard]] bool count_round();
    [[nodiscard]] bool is_inlined(const schedule::Call& call) const;
    /// `time`, and what the last return adds to the first operation behind it.
    [[nodiscard]] arch::Cycles restored(arch::Cycles time);
    /// Returns when the core goes on behind the call.
    [[nodiscard]] arch::Cycles finish_return(const schedule::Call& call, arch::Cycles ended);
    void finish_call(const schedule::Call& call);
    void wake_at(arch::Cycles cycle);
    void emit(events::CoreState state, events::CoreAction action, const schedule::LockRef& lock,
              arch::Cycles begin, arch::Cycles end) const;

    Environment& environment_;
    arch::TileId tile_;
    const KernelTable& kernels_;
    const LockBanks& locks_;
    std::vector<CoreInstruction> code_;
    std::vector<arch::Cycles> memory_stalls_;  ///< by instruction: what a call loses
    std::size_t pc_ = 0;
    std::vector<std::int64_t> loop_left_;  ///< rounds left of the loops around pc_
    const schedule::Acquire* waiting_for_ = nullptr;
    const schedule::Call* in_call_ = nullptr;
    arch::Cycles stalled_since_{0};
    arch::Cycles to_restore_{0};                   ///< of a return, behind the next operation
    Leads leads_;                                  ///< of its next instruction
    std::vector<Leads> saved_;                     ///< by instruction: of a call
    std::vector<std::span<std::byte>> arguments_;  ///< scratch
    sc_core::sc_event wake_;
};

}  // namespace xdnasim::sim
