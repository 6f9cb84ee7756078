#pragma once
// The processor of a CompTile: steps through its program, waits for locks and cascades, and spends
// the cycles of its kernels.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include <systemc>

#include "sim/cascade.hpp"
#include "sim/core_code.hpp"
#include "sim/deadlock.hpp"
#include "sim/environment.hpp"
#include "sim/lock_bank.hpp"
#include "sim/repeats/round.hpp"
#include "sim/repeats/state.hpp"
#include "workloads/calls/kernel_table.hpp"
#include "workloads/kernels/kernel.hpp"
#include "workloads/schedule/core_code.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::sim {

class VliwCore : public sc_core::sc_module, public LockClient, public CascadeClient {
 public:
    SC_HAS_PROCESS(VliwCore);

    /// `program`: the program of the core's tile. `shared_locks`: the result of shared_locks().
    VliwCore(const sc_core::sc_module_name& name, Environment& environment,
             const schedule::TileProgram& program, const calls::KernelTable& kernels,
             calls::BankStalls& stalls, const LockBanks& locks,
             const std::set<schedule::LockRef>& shared_locks);

    void connect(const CascadePorts& cascades) { cascades_ = cascades; }
    /// To be called before the run: computes what the core's code has before its first operation.
    /// An NPU's cores run from the load of the configuration on, and have computed that by the time
    /// the first command acts.
    void compute_ahead() {
        if (data_ != nullptr) data_->go_ahead();
    }
    /// Called when its program has ended.
    void on_end(std::function<void(const Moment&)> callback) { ended_ = std::move(callback); }

    /// Called when the core goes on to another round of a loop.
    void on_round(std::function<void(Round)> callback) { round_ = std::move(callback); }
    /// Shows what its future depends on. Precondition: no bytes move.
    void visit_state(StateVisitor& visitor);
    /// A hash of the core's place in its program.
    [[nodiscard]] std::uint64_t signature() const;
    /// How much earlier its next instruction would run with each limit relaxed.
    [[nodiscard]] const Leads& leads() const { return leads_; }

    void lock_granted() override;
    void cascade_moved() override;
    /// What the core waits for; nullopt if it does not wait.
    [[nodiscard]] std::optional<Waiting> waiting() const;
    /// Whether it has a program and has come to its end.
    [[nodiscard]] bool has_ended() const { return !code_.empty() && is_at_end(); }
    /// The cycle since which it waits for a lock; nullopt if it does not.
    [[nodiscard]] std::optional<arch::Cycles> stalled_since() const {
        return waiting_for_ == nullptr ? std::nullopt : std::optional{stalled_since_};
    }
    /// The cycle since which a cascade stalls it, which may lie in the future; nullopt if none
    /// does.
    [[nodiscard]] std::optional<arch::Cycles> cascade_stalled_since() const {
        return held_up_ ? std::optional{held_up_->since} : std::nullopt;
    }
    /// Whether its program itself reports events, in place of its kernels.
    [[nodiscard]] bool tells_events() const;
    /// The part under way of a call that uses the cascade, up to `now`; nullopt if there is none.
    /// No event has reported that part yet.
    [[nodiscard]] std::optional<events::CoreInterval> present(arch::Cycles now) const;
    /// To be called at the end of the run: reports present().
    void finish(arch::Cycles now) const;

 private:
    void step();
    [[nodiscard]] bool is_at_end() const {
        return pc_ == code_.size() && in_call_ == nullptr && !parts_;
    }
    /// Runs the instruction at `pc_`, beginning at `cycle`, and moves `cycle` to its end. True if
    /// the core can go on at once; false if an event will wake it.
    bool execute(arch::Cycles& cycle);
    bool run(const CoreAcquire& acquire, arch::Cycles& cycle);
    bool run(const schedule::Release& request, arch::Cycles& cycle);
    bool run(const schedule::Call& call, arch::Cycles& cycle);
    bool run(const schedule::TellEvent& told, arch::Cycles& cycle);
    bool run(const BeginLoop& loop, arch::Cycles& cycle);
    bool run(const EndLoop& loop, arch::Cycles& cycle);

    bool run(const CascadeStep& step, arch::Cycles& cycle);

    // Calls of kernels that use the cascade.

    void begin_parts(const schedule::Call& call, arch::Cycles cycle);
    /// Continues the call, as far as its words can move.
    void go_on();
    void end_parts();
    /// Moves a word that is due at `due` over a cascade; false if it cannot move yet, in which case
    /// an event will wake the core.
    bool move_word(arch::CascadeUse use, arch::Cycles due);
    /// Stalls the core from `due` on. `until`: when the word can move; nullptr: not known.
    void hold_up(arch::CascadeUse use, arch::Cycles due, const Moment* until);
    void resume();
    /// Moves a word between the register and the place where the core's program has it: the data of
    /// its code, or memory.
    void move_register(arch::CascadeUse use);
    /// The event for the present part of the call, which ends at `end`.
    [[nodiscard]] events::CoreInterval part(arch::Cycles end) const;
    void visit_parts(StateVisitor& visitor);

    /// Whether a loop with so many rounds left is endless: compilers also write endless loops with
    /// a count that no run reaches.
    static bool is_endless(const std::optional<std::int64_t>& rounds);
    [[nodiscard]] bool is_in_endless_loop() const;
    /// Counts a call or a round of a loop; false if this is a livelock, which ends the run.
    [[nodiscard]] bool count_round(bool of_endless_loop = false);
    void tell_of_round(const EndLoop& loop) const;
    [[nodiscard]] bool is_inlined(const schedule::Call& call) const;
    /// Cycles from the call instruction to the first cycle of its kernel.
    [[nodiscard]] arch::Cycles overhead_of(const schedule::Call& call);
    /// Emits nothing if `end` is `begin`.
    void emit_memory_stall(const schedule::KernelRef& kernel, arch::Cycles begin,
                           arch::Cycles end) const;
    /// Returns `time` plus what the last return adds to the first operation behind it.
    [[nodiscard]] arch::Cycles restored(arch::Cycles time);
    /// Returns the cycle in which the core goes on behind the call.
    [[nodiscard]] arch::Cycles finish_return(const schedule::Call& call, arch::Cycles ended);
    void finish_call(const schedule::Call& call);
    void take_arguments(const schedule::Call& call);
    /// Reports a call whose data has moved to the listener for calls.
    void tell_of_call();
    /// In runs that move data: computes the core's code up to the present operation, or all of it
    /// that is left.
    void compute_code(bool to_end = false);
    /// To be called in an exception handler: the code has thrown, and is not computed any further.
    void give_up_code();
    [[nodiscard]] std::span<std::byte> bytes_of(const schedule::BufferSlice& slice) const;
    void wake_at(arch::Cycles cycle);
    void emit(events::CoreState state, events::CoreAction action, const schedule::LockRef& lock,
              arch::Cycles begin, arch::Cycles end) const;

    Environment& environment_;
    arch::TileId tile_;
    const calls::KernelTable& kernels_;
    const LockBanks& locks_;
    CascadePorts cascades_;
    std::vector<CodeLine> code_;
    std::unique_ptr<schedule::RunningCode> data_;  ///< nullptr: no data moves, or there is no code
    std::int64_t passed_ = 0;                      ///< number of operations done
    std::vector<arch::Cycles> memory_stalls_;      ///< cycles that a call loses, by instruction
    std::size_t pc_ = 0;
    /// Rounds left of the loops around pc_, outermost first; nullopt: endless.
    std::vector<std::optional<std::int64_t>> loop_left_;
    std::vector<CountRange> loop_ranges_;  ///< ranges of `loop_left_`
    /// Calls in the outermost loop's present round; kept until the first call of the next round.
    std::int64_t calls_of_round_ = 0;
    bool last_call_of_round_ = false;  ///< the next call is in a new round of the outermost loop
    const schedule::Acquire* waiting_for_ = nullptr;
    const schedule::Call* in_call_ = nullptr;
    arch::Cycles stalled_since_{0};
    arch::Cycles to_restore_{0};      ///< what the last return adds to the next operation
    Leads leads_;                     ///< leads of the next instruction
    std::vector<SavedOfCall> saved_;  ///< savings of calls, by instruction
    std::vector<std::span<std::byte>> arguments_;  ///< arguments of the present call
    std::vector<kernels::CascadeWord> put_;  ///< words put by the call, if a listener takes calls
    std::function<void(const Moment&)> ended_;
    std::function<void(Round)> round_;

    /// A call that its cascades may stall between words. A part of it runs without a pause.
    struct CallInParts {
        const schedule::Call* call = nullptr;
        std::span<const vliw::CascadeAccess> accesses{};
        std::size_t next = 0;     ///< index of the next access
        arch::Cycles begin{};     ///< beginning of the present part
        arch::Cycles overhead{};  ///< cycles of the present part before its first one of the kernel
        arch::Cycles done{};      ///< cycles of the kernel before the present part
        bool resumes = false;     ///< the present part follows a stall
        double led = 0;           ///< share of the kernel that `leads_` includes
        std::unique_ptr<kernels::CascadeCall> data{};

        /// When `cycle` of the kernel comes, which belongs to the present part.
        [[nodiscard]] arch::Cycles time_of(arch::Cycles cycle) const {
            return begin + overhead + cycle - done;
        }
    };
    std::optional<CallInParts> parts_;
    struct HeldUp {
        arch::CascadeUse use{};
        arch::Cycles since{};
    };
    std::optional<HeldUp> held_up_;    ///< a stall on a cascade
    kernels::CascadeWord register_{};  ///< the word that moved last over a cascade
    Alarm wake_;
};

}  // namespace xdnasim::sim
