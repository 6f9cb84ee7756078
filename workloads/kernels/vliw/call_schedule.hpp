#pragma once
// The whole of a kernel call, as a compiler would lay it out: the body of the inner loop is
// software-pipelined, and the code between two runs of it, which finishes one block and prepares
// the next, is scheduled as straight-line code.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "arch/units.hpp"
#include "workloads/kernels/vliw/loop_nest.hpp"
#include "workloads/kernels/vliw/slot_schedule.hpp"

namespace xdnasim::vliw {

/// A piece of code and how often it runs.
struct CodeSection {
    std::string name;  ///< "prologue", "loop", "between blocks", "epilogue"
    OperationGraph graph;
    SlotSchedule schedule;
    std::int64_t cycles = 0;  ///< of one run; of a loop: the initiation interval
    std::int64_t runs = 0;

    /// Cycle of the schedule in which a run begins: straight-line code may be laid out behind an
    /// earlier run of itself.
    [[nodiscard]] int own_begin() const {
        const bool behind = schedule.ii == 0 && schedule.length > cycles;
        return behind ? schedule.length - static_cast<int>(cycles) : 0;
    }
    /// The first operation that is a run's own: of two runs laid out together, the second half are.
    [[nodiscard]] std::size_t first_own() const {
        return own_begin() > 0 ? schedule.placements.size() / 2 : 0;
    }
};

/// An operation of a run of a section.
struct Issue {
    std::size_t operation = 0;  ///< node of the section's graph
    int cycle = 0;  ///< of the run; below 0: before it begins, beside the end of the one before
    int slot = 0;
};
/// Those that are a run's own; of a loop in the steady state. Where the layout of two runs repeats,
/// two runs may have an operation in one slot: in traces the two are one.
[[nodiscard]] std::vector<Issue> own_issues(const CodeSection& section);

/// The sections of one nest of a call, which stand side by side in its list: those of a pipelined
/// loop (prologue, loop, between blocks if there are several, epilogue), or straight-line code.
struct NestSections {
    std::size_t count = 0;
    bool is_pipelined = false;
    std::int64_t times = 1;  ///< that the nest runs, one after the other
};

struct CallSchedule {
    std::vector<CodeSection> sections;
    std::vector<NestSections> nests;  ///< in their order, of all sections
    Bounds bounds;                    ///< of the loop
    int ii = 0;                       ///< of the blocks' loop; 0: it was too short to pipeline
    arch::Cycles overhead{};          ///< of call and return
    std::int64_t blocks = 1;          ///< of the nest
    std::int64_t steps = 1;           ///< of a block
    std::int64_t columns = 1;         ///< of them, a row of blocks
    double slowdown = 1;              ///< of the nest

    /// Between the first and the last operation of the kernel.
    [[nodiscard]] arch::Cycles kernel_cycles() const;
    /// Of a kernel laid out by hand, its rounds alone: without what leads to them and what follows.
    [[nodiscard]] arch::Cycles rounds() const;
    /// As the caller sees it.
    [[nodiscard]] arch::Cycles cycles() const { return kernel_cycles() + overhead; }
    /// Issues of each slot, index as in SlotModel::slots, in a whole call.
    [[nodiscard]] std::vector<std::int64_t> slot_use(const arch::SlotModel& model) const;
    /// Those of the same code in `nest`, which differs in how often its parts run: what
    /// schedule_call(nest) would give. nullopt: so few steps or blocks are laid out in another way.
    /// Precondition: the nest has the instructions of the one that this was made of.
    [[nodiscard]] std::optional<arch::Cycles> kernel_cycles_as(const LoopNest& nest) const;
};

/// Rules that the layout follows, beside operands, slots, units and registers:
///   - a loop is entered when all that was made before it for it has arrived, and left as if it had
///     run once: the compiler schedules the code around it without knowing how often it runs;
///   - loads and stores of an array keep their order, but for those of different steps of a block;
///   - the accumulators of a block are given out together: the next block writes to them when
///     all stores of the block before have read theirs, unless there are enough for two blocks.
/// Throws InputError when a block needs more registers than there are.
[[nodiscard]] CallSchedule schedule_call(const LoopNest& nest, const arch::SlotModel& model);

/// The section of a kernel laid out by hand.
inline constexpr const char* kRound = "round";

/// schedule_call() of a nest without `leading` and `trailing` ones.
[[nodiscard]] CallSchedule lay_out_blocks(const LoopNest& nest, const arch::SlotModel& model);

/// Lays out each code once, for who asks for the same kernel in many sizes.
class CallTimes {
 public:
    /// `model` outlives this.
    explicit CallTimes(const arch::SlotModel& model) : model_{model} {}

    /// schedule_call(nest, model).kernel_cycles()
    [[nodiscard]] arch::Cycles of(const LoopNest& nest);

 private:
    const arch::SlotModel& model_;
    std::unordered_map<std::string, std::vector<CallSchedule>>
        known_;  ///< by the instructions, as text
};

/// Which iteration of a nest a code works on.
struct Iteration {
    std::int64_t block = 0;
    std::int64_t step = 0;
};

struct SectionRun {
    const CodeSection& section;
    std::int64_t begin = 0;  ///< cycle of the kernel, before the nest's slowdown
    Iteration loaded{};      ///< of which the run loads
    Iteration stored{};      ///< of which it stores
};

/// Calls f(SectionRun) for each run of each section of a call, in their order.
template <class F>
void for_each_run(const CallSchedule& call, F f) {
    std::int64_t now = 0;
    const auto run = [&](const CodeSection& section, Iteration loaded, Iteration stored) {
        f(SectionRun{section, now, loaded, stored});
        now += section.cycles;
    };
    const auto straight = [&](std::span<const CodeSection> sections, std::int64_t times) {
        std::int64_t block = 0;
        for (const CodeSection& section : sections)
            for (std::int64_t i = 0; i < section.runs / times; ++i, ++block)
                run(section, {block, 0}, {block, 0});
    };
    const auto pipelined = [&](std::span<const CodeSection> sections, std::int64_t times) {
        const CodeSection& loop = sections[1];
        const CodeSection& between = sections[sections.size() - 2];
        const std::int64_t blocks = sections.size() > 3 ? between.runs / times + 1 : 1;
        run(sections.front(), {0, 0}, {0, 0});
        for (std::int64_t block = 0; block < blocks; ++block) {
            if (block > 0) run(between, {block, 0}, {block - 1, 0});
            for (std::int64_t step = 0; step < loop.runs / times / blocks; ++step)
                run(loop, {block, step}, {block, step});
        }
        run(sections.back(), {blocks - 1, 0}, {blocks - 1, 0});
    };
    std::span<const CodeSection> left{call.sections};
    for (const NestSections& nest : call.nests) {
        const auto sections = left.first(nest.count);
        left = left.subspan(nest.count);
        for (std::int64_t i = 0; i < nest.times; ++i)
            nest.is_pipelined ? pipelined(sections, nest.times) : straight(sections, nest.times);
    }
}

// In which cycles of a call some of a core's slots issue.

/// Cycles from `begin` up to `end` of a kernel, of which the first is 0.
struct IssueRun {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    bool operator==(const IssueRun&) const = default;
};

/// When any slot of `slots` (indices of SlotModel::slots) issues; runs in order that do not touch.
[[nodiscard]] std::vector<IssueRun> issue_runs(const CallSchedule& call,
                                               const std::vector<int>& slots);

// When a call takes words from the cascade and puts them there.

struct CascadeAccess {
    arch::Cycles cycle{};  ///< of the kernel, from 0
    arch::CascadeUse use{};
    bool operator==(const CascadeAccess&) const = default;
};

/// In their order.
[[nodiscard]] std::vector<CascadeAccess> cascade_accesses(const CallSchedule& call,
                                                          const arch::SlotModel& slots);

}  // namespace xdnasim::vliw
