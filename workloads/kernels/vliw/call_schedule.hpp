#pragma once
// Schedules of whole kernel calls, as a compiler would lay them out: the body of the inner loop is
// software-pipelined, and the code between two runs of the loop, which finishes one block and
// prepares the next, is scheduled as straight-line code.

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
    std::int64_t cycles = 0;  ///< of one run; for a loop: the initiation interval
    std::int64_t runs = 0;

    /// Cycle of the schedule in which a run of this section begins. Not 0 where straight-line code
    /// is laid out behind an earlier run of itself.
    [[nodiscard]] int own_begin() const {
        const bool behind = schedule.ii == 0 && schedule.length > cycles;
        return behind ? schedule.length - static_cast<int>(cycles) : 0;
    }
    /// Index of the first operation that belongs to the section's own run: where two runs are laid
    /// out together, the second half belongs to it.
    [[nodiscard]] std::size_t first_own() const {
        return own_begin() > 0 ? schedule.placements.size() / 2 : 0;
    }
};

/// One operation of a run of a section.
struct Issue {
    std::size_t operation = 0;  ///< node of the section's graph
    /// Cycle of the run; negative: before it begins, beside the end of the run before.
    int cycle = 0;
    int slot = 0;
};
/// Issues that belong to a section's own run; for a loop, in the steady state. Where the layout of
/// two runs repeats, two runs may have an operation in the same slot: traces show the two as one.
[[nodiscard]] std::vector<Issue> own_issues(const CodeSection& section);

/// The sections of one nest of a call, which are neighbours in the call's list: those of a
/// pipelined loop (prologue, loop, between blocks if there are several, epilogue), or straight-line
/// code.
struct NestSections {
    std::size_t count = 0;
    bool is_pipelined = false;
    std::int64_t times = 1;  ///< number of runs of the nest, one after the other
};

struct CallSchedule {
    std::vector<CodeSection> sections;
    std::vector<NestSections> nests;  ///< in order; together they cover all sections
    Bounds bounds;                    ///< lower bounds of the loop's II
    int ii = 0;                       ///< II of the blocks' loop; 0: too short to pipeline
    arch::Cycles overhead{};          ///< cycles of call and return
    std::int64_t blocks = 1;          ///< blocks of the nest
    std::int64_t steps = 1;           ///< steps of a block
    std::int64_t columns = 1;         ///< blocks in a row of blocks
    double slowdown = 1;              ///< LoopNest::slowdown of the nest

    /// Cycles from the first to the last operation of the kernel.
    [[nodiscard]] arch::Cycles kernel_cycles() const;
    /// For a kernel laid out by hand, the cycles of its rounds alone, without the code before and
    /// behind them.
    [[nodiscard]] arch::Cycles rounds() const;
    /// Cycles of the call as the caller sees it.
    [[nodiscard]] arch::Cycles cycles() const { return kernel_cycles() + overhead; }
    /// Number of issues of each slot in a whole call, indices as in SlotModel::slots.
    [[nodiscard]] std::vector<std::int64_t> slot_use(const arch::SlotModel& model) const;
    /// Cycles of the same code with the numbers of blocks and steps of `nest`: equal to
    /// schedule_call(nest)'s kernel_cycles(). nullopt: code with so few steps or blocks is laid out
    /// in another way. Precondition: `nest` has the instructions of the nest that this schedule was
    /// made of.
    [[nodiscard]] std::optional<arch::Cycles> kernel_cycles_as(const LoopNest& nest) const;
};

/// Schedules a whole call. Besides operands, slots, units and registers, the layout follows these
/// rules:
///   - a loop is entered when all values that the code before made for it have arrived, and the
///     code behind it is right for a loop that runs once: the compiler schedules the code around a
///     loop without knowing how often it runs;
///   - loads and stores of an array keep their order, except those of different steps of a block;
///   - the accumulators of a block are given out together: the next block writes to them when all
///     stores of the block before have read theirs, unless there are enough accumulators for two
///     blocks.
/// Throws InputError when a block needs more registers than the core has.
[[nodiscard]] CallSchedule schedule_call(const LoopNest& nest, const arch::SlotModel& model);

/// Name of the section of a kernel laid out by hand.
inline constexpr const char* kRound = "round";

/// schedule_call() for a nest without `leading` and `trailing` nests.
[[nodiscard]] CallSchedule lay_out_blocks(const LoopNest& nest, const arch::SlotModel& model);

/// Cycles of kernels in many sizes: each code is laid out only once.
class CallTimes {
 public:
    /// `model` must outlive this object.
    explicit CallTimes(const arch::SlotModel& model) : model_{model} {}

    /// Returns schedule_call(nest, model).kernel_cycles().
    [[nodiscard]] arch::Cycles of(const LoopNest& nest);

 private:
    const arch::SlotModel& model_;
    std::unordered_map<std::string, std::vector<CallSchedule>>
        known_;  ///< layouts by the instructions, as text
};

/// The iteration of a nest that code works on.
struct Iteration {
    std::int64_t block = 0;
    std::int64_t step = 0;
};

struct SectionRun {
    const CodeSection& section;
    std::int64_t begin = 0;  ///< cycle of the kernel, without the nest's slowdown
    Iteration loaded{};      ///< the iteration whose data the run loads
    Iteration stored{};      ///< the iteration whose data the run stores
};

/// Calls f(SectionRun) for each run of each section of a call, in order.
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

// Cycles of a call in which some of a core's slots issue.

/// Cycles from `begin` up to, but not including, `end`, counted from the kernel's first cycle, 0.
struct IssueRun {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    bool operator==(const IssueRun&) const = default;
};

/// Runs of cycles in which any of `slots` (indices into SlotModel::slots) issues, in order; there
/// is at least one cycle between two runs.
[[nodiscard]] std::vector<IssueRun> issue_runs(const CallSchedule& call,
                                               const std::vector<int>& slots);

// Cycles in which a call takes words from the cascade and puts words there.

struct CascadeAccess {
    arch::Cycles cycle{};  ///< cycle of the kernel, from 0
    arch::CascadeUse use{};
    bool operator==(const CascadeAccess&) const = default;
};

/// The cascade accesses of a call, in order.
[[nodiscard]] std::vector<CascadeAccess> cascade_accesses(const CallSchedule& call,
                                                          const arch::SlotModel& slots);

}  // namespace xdnasim::vliw
