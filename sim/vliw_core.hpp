#pragma once
// The processor of a CompTile: steps through its program, waits for locks and for its cascades, and
// takes the cycles that its kernels take.

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

    /// `program`: of its tile.
    VliwCore(const sc_core::sc_module_name& name, Environment& environment,
             const schedule::TileProgram& program, const calls::KernelTable& kernels,
             calls::BankStalls& stalls, const LockBanks& locks,
             const std::set<schedule::LockRef>& shared_locks);

    void connect(const CascadePorts& cascades) { cascades_ = cascades; }
    /// Before the run: computes what stands before the first operation of its program. An NPU's
    /// cores run from the load of the configuration, and have done so when the first command acts.
    void compute_ahead() {
        if (data_ != nullptr) data_->go_ahead();
    }
    /// Called when its program has ended.
    void on_end(std::function<void(const Moment&)> callback) { ended_ = std::move(callback); }

    /// Called when it goes on to another round of a loop.
    void on_round(std::function<void(Round)> callback) { round_ = std::move(callback); }
    /// What its future depends on. Precondition: no bytes move.
    void visit_state(StateVisitor& visitor);
    /// A hash of the core's place in its program.
    [[nodiscard]] std::uint64_t signature() const;
    /// How much earlier its next instruction would run with each limit relaxed.
    [[nodiscard]] const Leads& leads() const { return leads_; }

    void lock_granted() override;
    void cascade_moved() override;
    [[nodiscard]] std::optional<Waiting> waiting() const;
    /// Has it a program, and has it come to its end?
    [[nodiscard]] bool has_ended() const { return !code_.empty() && is_at_end(); }
    /// Since when it waits for a lock; nullopt: it does not.
    [[nodiscard]] std::optional<arch::Cycles> stalled_since() const {
        return waiting_for_ == nullptr ? std::nullopt : std::optional{stalled_since_};
    }
    /// Since when, which may be to come, its cascade holds it up; nullopt: it does not.
    [[nodiscard]] std::optional<arch::Cycles> cascade_stalled_since() const {
        return held_up_ ? std::optional{held_up_->since} : std::nullopt;
    }
    /// Are there events in its program, beside those of its kernels?
    [[nodiscard]] bool tells_events() const;
    /// What runs of a call that has begun and of which nothing more is known yet, up to `now`.
    [[nodiscard]] std::optional<events::CoreInterval> present(arch::Cycles now) const;
    /// At the end of the run, tells of what present() has.
    void finish(arch::Cycles now) const;

 private:
    void step();
    [[nodiscard]] bool is_at_end() const {
        return pc_ == code_.size() && in_call_ == nullptr && !parts_;
    }
    /// Runs the instruction at `pc_`, beginning at `cycle`; true when the core can go on at
    /// `cycle` at once, false when an event will wake it.
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
    /// Goes on with such a call, as far as its words come and go.
    void go_on();
    void end_parts();
    /// Moves a word that is due at `due` over a cascade; false: it cannot yet, and an event will
    /// wake the core.
    bool move_word(arch::CascadeUse use, arch::Cycles due);
    void hold_up(arch::CascadeUse use, arch::Cycles due, const Moment* until);
    void resume();
    /// Between the register and where the core's own code has the word: the code's data, or memory.
    void move_register(arch::CascadeUse use);
    [[nodiscard]] events::CoreInterval part(arch::Cycles end) const;
    void visit_parts(StateVisitor& visitor);

    /// Of the rounds left: compilers also write a loop without end with a count that no run comes
    /// to.
    static bool is_endless(const std::optional<std::int64_t>& rounds);
    [[nodiscard]] bool is_in_endless_loop() const;
    /// Of a call, or of a loop's round; false: the run ends, as a livelock.
    [[nodiscard]] bool count_round(bool of_endless_loop = false);
    void tell_of_round(const EndLoop& loop) const;
    [[nodiscard]] bool is_inlined(const schedule::Call& call) const;
    /// From where the core comes to the call up to the first cycle of its kernel.
    [[nodiscard]] arch::Cycles overhead_of(const schedule::Call& call);
    /// Nothing where `end` is `begin`.
    void emit_memory_stall(const schedule::KernelRef& kernel, arch::Cycles begin,
                           arch::Cycles end) const;
    /// `time`, and what the last return adds to the first operation behind it.
    [[nodiscard]] arch::Cycles restored(arch::Cycles time);
    /// Returns when the core goes on behind the call.
    [[nodiscard]] arch::Cycles finish_return(const schedule::Call& call, arch::Cycles ended);
    void finish_call(const schedule::Call& call);
    void take_arguments(const schedule::Call& call);
    /// Of a call whose data has moved.
    void tell_of_call();
    /// Where data moves: has the code computed that stands before the present operation, or all
    /// that is left.
    void compute_code(bool to_end = false);
    /// In a handler: the code has thrown, and computes no more.
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
    std::unique_ptr<schedule::RunningCode> data_;  ///< null: no data, or none that code computes
    std::int64_t passed_ = 0;                      ///< operations that are done
    std::vector<arch::Cycles> memory_stalls_;      ///< by instruction: what a call loses
    std::size_t pc_ = 0;
    /// Rounds left of the loops around pc_; nullopt: they have no end.
    std::vector<std::optional<std::int64_t>> loop_left_;
    std::vector<CountRange> loop_ranges_;  ///< of these
    std::int64_t calls_of_round_ = 0;      ///< of the outermost loop; up to the next one's first
    bool last_call_of_round_ = false;
    const schedule::Acquire* waiting_for_ = nullptr;
    const schedule::Call* in_call_ = nullptr;
    arch::Cycles stalled_since_{0};
    arch::Cycles to_restore_{0};                   ///< of a return, behind the next operation
    Leads leads_;                                  ///< of its next instruction
    std::vector<SavedOfCall> saved_;               ///< by instruction
    std::vector<std::span<std::byte>> arguments_;  ///< of the call
    std::vector<kernels::CascadeWord> put_;        ///< by it, where somebody listens
    std::function<void(const Moment&)> ended_;
    std::function<void(Round)> round_;

    /// A call that its cascades may hold up, between words. What runs without a pause is a part.
    struct CallInParts {
        const schedule::Call* call = nullptr;
        std::span<const vliw::CascadeAccess> accesses{};
        std::size_t next = 0;     ///< of them
        arch::Cycles begin{};     ///< of the present part
        arch::Cycles overhead{};  ///< of it, before its first cycle of the kernel
        arch::Cycles done{};      ///< of the kernel, before the present part
        bool resumes = false;
        double led = 0;  ///< share of the kernel that the leads have counted
        std::unique_ptr<kernels::CascadeCall> data{};

        /// When a cycle of the kernel comes that belongs to the present part.
        [[nodiscard]] arch::Cycles time_of(arch::Cycles cycle) const {
            return begin + overhead + cycle - done;
        }
    };
    std::optional<CallInParts> parts_;
    struct HeldUp {
        arch::CascadeUse use{};
        arch::Cycles since{};
    };
    std::optional<HeldUp> held_up_;    ///< by a cascade
    kernels::CascadeWord register_{};  ///< between its own steps on the cascade
    Alarm wake_;
};

}  // namespace xdnasim::sim
