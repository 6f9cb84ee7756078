#pragma once
// Layout of the blocks of a loop nest in the slots of a core: the code that leads to the pipelined
// loop, the loop, the code between one block's loop and the next one's, and the end.

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "workloads/kernels/vliw/call_schedule.hpp"
#include "workloads/kernels/vliw/registers.hpp"

namespace xdnasim::vliw {

/// Schedules the sections of one nest around its pipelined loop.
class BlockLayout {
 public:
    BlockLayout(const LoopNest& nest, const arch::SlotModel& model);

    [[nodiscard]] CallSchedule blocks() const;

 private:
    static constexpr std::size_t kAccumulators =
        static_cast<std::size_t>(arch::RegisterFile::Accumulator);

    /// Numbers of the two blocks in the code between two loops, as Origin::block.
    static constexpr int kEnding = 0;
    static constexpr int kBeginning = 1;
    /// Origin::step of operations that issue in a loop; no step in the code before it has the same
    /// number.
    static constexpr int kInLoop = -1;
    /// Issue cycle of an operation that never issued.
    static constexpr int kLongAgo = std::numeric_limits<int>::min() / 2;

    [[nodiscard]] CallSchedule by_hand() const;

    /// Schedules the loop with the registers that are free in every step.
    [[nodiscard]] SlotSchedule schedule_of_loop() const;
    /// Instructions before the loop whose values keep their registers through all steps, since the
    /// steps or the code after them read the values.
    [[nodiscard]] std::vector<const Instruction*> held_over_the_loop() const;

    [[nodiscard]] std::int64_t loop_steps() const {
        return nest_.steps - (nest_.first.empty() ? 0 : 1);
    }
    /// Runs of the pipelined body in a block; the steps that fill and drain the pipeline lie
    /// outside of it.
    [[nodiscard]] std::int64_t pipelined_steps() const {
        if (nest_.body.empty()) return 0;
        return loop_steps() - (loop_.stages() - 1);
    }
    /// Which of a block's values in accumulators count: all, or those that the code after the last
    /// step reads.
    enum class Live : std::uint8_t { Ever, ToTheEnd };

    [[nodiscard]] int accumulators_of_a_block(Live live = Live::Ever) const;
    [[nodiscard]] const arch::Operation& operation(const OperationGraph& graph, int node) const {
        return model_.operations[static_cast<std::size_t>(
            graph.nodes[static_cast<std::size_t>(node)].operation)];
    }
    [[nodiscard]] int flat_cycle(std::size_t instruction) const {
        return loop_.placements[instruction].cycle;
    }
    [[nodiscard]] int stage(std::size_t instruction) const {
        return flat_cycle(instruction) / loop_.ii;
    }

    /// An instruction before the loop for which the code behind the loop waits. It belongs to the
    /// block's start, or to the end of the block before.
    struct Kept {
        /// Without its value if the code behind the loop does not read it.
        Instruction instruction;
        bool is_of_end;
        int index;  ///< index among the instructions of the end or of the start
    };
    [[nodiscard]] std::vector<Kept> kept_over_the_loop() const;
    /// Values that the code behind the loop reads before it writes them.
    [[nodiscard]] std::set<std::string> read_behind_the_loop() const;
    /// Returns whether a load or store behind a loop that runs once may have to wait for one before
    /// the loop.
    [[nodiscard]] bool memory_reaches_over_the_loop() const;
    /// Issue cycles of the instructions for which the code behind the loop waits, counted from the
    /// loop's end and so negative. Each is the latest one over all numbers of runs of the loop,
    /// since the code is the same for any number of steps.
    struct Issued {
        std::vector<int> kept;  ///< indices as in kept_
        /// `[age - 1][i]`: instruction i of the step that began `age` intervals before the end.
        std::vector<std::vector<int>> steps;
        bool operator==(const Issued&) const = default;
    };

    /// Layout options of the code around the loop, which save registers so that they are enough for
    /// the whole call.
    struct Seams {
        /// The code behind a loop leaves registers to the values that the unfinished steps have
        /// made.
        bool holds_passed = false;
        bool starts_late = false;  ///< as LoopNest::starts_late, and before the first block too
    };

    /// Adds the rest of the steps that are unfinished when the loop ends, and the block's end.
    void add_end(StraightLine& code, const Issued& issued, Seams seams,
                 std::vector<int>& stores) const;
    void add_stores(StraightLine& code, int block, std::vector<int>& stores) const;
    /// Holds the registers of the result of an instruction of the step that began `age` intervals
    /// before the loop's end.
    void hold_passed(StraightLine& code, std::size_t instruction, int age) const;

    /// Adds the next block's start, up to the loop's first run. Returns the nodes whose results
    /// must have arrived when the loop is entered.
    std::vector<int> add_start(StraightLine& code, int block, const std::vector<int>& stores) const;
    /// Returns whether the instruction is one that fills an accumulator. If parts fill it one by
    /// one, the first of them takes its registers.
    [[nodiscard]] bool fills_accumulator(const Instruction& instruction) const;
    void reuse_accumulator(StraightLine& code, const Instruction& instruction, int node,
                           const std::vector<int>& stores) const;

    /// Nodes of the operations of one of the first steps that issue before the loop is entered. The
    /// step begins `age` intervals before the entry.
    struct Filled {
        int age;
        /// By instruction of the body; -1: the instruction issues in the loop.
        std::vector<int> nodes;
    };
    std::vector<Filled> add_filling(StraightLine& code, const std::vector<int>& live_in) const;

    /// Something that an instruction in the loop waits for: a value, or a load or store of its
    /// array.
    struct Awaited {
        int node;     ///< node of the code; -1: issued before the code
        int latency;  ///< cycles from the node's issue, or from the code's begin, until the loop
                      ///< may be entered
    };
    /// Returns what the loop waits for in `code`, which ends with the block's start.
    [[nodiscard]] std::vector<Awaited> awaited_in(const StraightLine& code) const;

    /// Nodes of the code that leads to a loop.
    struct Lead {
        std::vector<int> live_in;
        std::vector<Awaited> awaited;
        std::vector<Filled> filling;
        int end = -1;  ///< first node of the end of the block before; -1: no block before
    };
    Lead add_lead(StraightLine& code, const std::vector<int>& stores) const;

    /// Makes `instruction` wait until all of the block has been loaded, or got from the cascade, if
    /// it adds to the block.
    void await_loads(StraightLine& code, const Instruction& instruction, int node,
                     const std::vector<int>& live_in) const;

    /// Minimum number of cycles from the issue of a node in the code before the loop to the loop's
    /// entry.
    struct Demand {
        int node;  ///< -1: the code's begin
        int cycles;
    };
    [[nodiscard]] std::vector<Demand> demands(const OperationGraph& graph, const Lead& lead) const;
    /// Earliest cycle in which the loop can be entered after straight-line code.
    [[nodiscard]] int entry(const OperationGraph& graph, const SlotSchedule& schedule,
                            const Lead& lead) const;
    [[nodiscard]] Issued issued_before_end(const CodeSection& section, const Lead& lead) const;
    /// Cycles until an instruction that accumulates in the loop can read a result.
    [[nodiscard]] int arrival(const arch::Operation& producer) const;

    /// Schedules straight-line code as a section. `lead`: nodes that lead to the loop behind the
    /// section; nullptr: no loop follows.
    [[nodiscard]] CodeSection section(std::string name, const StraightLine& code, const Lead* lead,
                                      std::int64_t runs) const;

    /// Makes all nodes of the next block, from `first` on, issue after all nodes of the last block.
    static void keep_apart(StraightLine& code, int first);

    /// A section that leads to a loop, and the issue cycles that the code behind the loop needs.
    struct LeadIn {
        CodeSection section;
        Issued issued;
    };
    [[nodiscard]] LeadIn start_section(Seams seams) const;
    [[nodiscard]] LeadIn between_section(const Issued& issued, Seams seams) const;
    /// The section between two blocks that is right behind every block: operands of a block's end
    /// may have issued in the start, or in this section behind the block before.
    [[nodiscard]] LeadIn between_all_blocks(Issued issued, Seams seams) const;

    /// The latest cycle in which a node can issue without delaying another node or the loop behind
    /// it.
    [[nodiscard]] static std::int64_t latest_cycle(const CodeSection& section,
                                                   const std::vector<Demand>& demands, int node);

    /// Moves the nodes that lead to the next block, from `first` on, to issue as late as possible:
    /// the last nodes first, each to the last cycle with a slot and units for it. Accesses to the
    /// cascade stay in place.
    void delay_start(CodeSection& section, const Lead& lead, int first) const;
    [[nodiscard]] CodeSection end_section(const Issued& issued, Seams seams) const;

    /// Of the two layouts in which a step begins as early or as late as its stages allow, the one
    /// with less code between two blocks.
    [[nodiscard]] CallSchedule begun_where_blocks_are_short() const;
    [[nodiscard]] CallSchedule pipelined() const;
    [[nodiscard]] std::optional<CallSchedule> pipelined_if_it_fits() const;
    /// The layout with options that save registers. nullopt: registers or units are missing with
    /// all of them.
    [[nodiscard]] std::optional<CallSchedule> thrifty() const;
    [[nodiscard]] CallSchedule pipelined(Seams seams) const;
    /// The layout with these options. nullopt: registers or units are missing.
    [[nodiscard]] std::optional<CallSchedule> fitting(Seams seams) const;

    /// The nest's instruction lists, in the order of its program.
    [[nodiscard]] std::array<const InstructionList*, 4> lists() const {
        return {&nest_.before, &nest_.first, &nest_.body, &nest_.after};
    }
    /// An instruction of a call, and when it issues.
    struct Placed {
        std::size_t instruction;  ///< index into all lists() in a row
        int cycle;                ///< cycle of the call in which the instruction issues
    };
    /// Issues of a call in the order of the program. `runs`: runs of the loop in each block.
    [[nodiscard]] std::vector<Placed> program(const CallSchedule& call, int runs) const;
    /// Returns whether registers and units are enough for all sections of a call, one behind the
    /// other, for any number of runs of the loop.
    [[nodiscard]] bool fits(const CallSchedule& call) const;

    /// Layout of blocks with too few steps to fill a pipeline: straight-line code.
    [[nodiscard]] CallSchedule unrolled() const;
    [[nodiscard]] CodeSection blocks_section(int blocks) const;
    /// Cycles by which one more block makes the call longer.
    [[nodiscard]] std::int64_t further_block(const CodeSection& one, const CodeSection& two) const;
    /// Instructions of one block, in the order of the program.
    [[nodiscard]] InstructionList block_code() const;

    [[nodiscard]] CallSchedule empty_call() const;

    const LoopNest& nest_;
    const arch::SlotModel& model_;
    OperationGraph body_;
    std::vector<const Instruction*> held_;
    SlotSchedule loop_;
    std::vector<Kept> kept_;
    std::vector<std::optional<Value>> values_;  ///< values of the loop's nodes
    bool shares_accumulators_ = true;
};

}  // namespace xdnasim::vliw
