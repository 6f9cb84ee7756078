#pragma once
// Blocks of a loop nest in the slots of a core: what leads to the pipelined loop, the loop, what
// lies between one block's loop and the next one's, and the end.

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

/// The parts of one nest, and the pipelined loop among them.
class BlockLayout {
 public:
    BlockLayout(const LoopNest& nest, const arch::SlotModel& model);

    [[nodiscard]] CallSchedule blocks() const;

 private:
    static constexpr std::size_t kAccumulators =
        static_cast<std::size_t>(arch::RegisterFile::Accumulator);

    /// Blocks of the code between two loops; of Origin.
    static constexpr int kEnding = 0;
    static constexpr int kBeginning = 1;
    /// Step of what issues in a loop: it lies apart from those of its block in the code before.
    static constexpr int kInLoop = -1;
    /// Cycle of what never issued.
    static constexpr int kLongAgo = std::numeric_limits<int>::min() / 2;

    [[nodiscard]] CallSchedule by_hand() const;

    /// With the registers that are free in every step.
    [[nodiscard]] SlotSchedule schedule_of_loop() const;
    /// What makes values before the loop that keep their registers through all steps, for those or
    /// for what follows them.
    [[nodiscard]] std::vector<const Instruction*> held_over_the_loop() const;

    [[nodiscard]] std::int64_t loop_steps() const {
        return nest_.steps - (nest_.first.empty() ? 0 : 1);
    }
    /// Runs of the pipelined body; what its filling and draining take lies outside of it.
    [[nodiscard]] std::int64_t pipelined_steps() const {
        if (nest_.body.empty()) return 0;
        return loop_steps() - (loop_.stages() - 1);
    }
    /// Of a block's values in accumulators: all, or those that are left when its last step ends.
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

    /// An instruction before the loop for which the code behind it waits: of the block's start, or
    /// of the end of the block before.
    struct Kept {
        Instruction instruction;  ///< without its value where that code does not read it
        bool is_of_end;
        int index;  ///< among those of the end or of the start
    };
    [[nodiscard]] std::vector<Kept> kept_over_the_loop() const;
    /// What the code behind the loop reads before it writes it.
    [[nodiscard]] std::set<std::string> read_behind_the_loop() const;
    /// Whether a load or store may wait for one before a loop that runs once.
    [[nodiscard]] bool memory_reaches_over_the_loop() const;
    /// When what the code behind the loop waits for issued, in cycles from the loop's end, so below
    /// 0. Counted as if the loop ran once, or so often that it is latest: the code is the same for
    /// any number of steps.
    struct Issued {
        std::vector<int> kept;  ///< by kept_
        /// `[age - 1][i]`: instruction i of the step that began `age` intervals before the end.
        std::vector<std::vector<int>> steps;
        bool operator==(const Issued&) const = default;
    };

    /// How the code around the loop is laid out, so that registers are enough for the whole call.
    struct Seams {
        /// Whether the code behind a loop leaves registers to what the steps that are under way
        /// there have made.
        bool holds_passed = false;
        bool starts_late = false;  ///< as LoopNest has it, before the first block too
    };

    /// What is left of the steps under way when the loop ends, and the block's end.
    void add_end(StraightLine& code, const Issued& issued, Seams seams,
                 std::vector<int>& stores) const;
    void add_stores(StraightLine& code, int block, std::vector<int>& stores) const;
    /// The result of an instruction of the step that began `age` intervals before the end.
    void hold_passed(StraightLine& code, std::size_t instruction, int age) const;

    /// The next block's start, up to the loop's first run. Returns the nodes that must have
    /// arrived when the loop is entered.
    std::vector<int> add_start(StraightLine& code, int block, const std::vector<int>& stores) const;
    /// Of what fills an accumulator part by part, the first takes it.
    [[nodiscard]] bool fills_accumulator(const Instruction& instruction) const;
    void reuse_accumulator(StraightLine& code, const Instruction& instruction, int node,
                           const std::vector<int>& stores) const;

    /// Operations of the first steps that issue before the loop is entered. `nodes[age][i]`.
    struct Filled {
        int age;
        std::vector<int> nodes;  ///< by instruction; -1: in the loop
    };
    std::vector<Filled> add_filling(StraightLine& code, const std::vector<int>& live_in) const;

    /// What an instruction that issues in the loop waits for: a value, or a load or store of its
    /// array.
    struct Awaited {
        int node;     ///< -1: it issued before the code
        int latency;  ///< from the node, or from the code's begin, until the loop may be entered
    };
    /// In `code`, which ends with the block's start.
    [[nodiscard]] std::vector<Awaited> awaited_in(const StraightLine& code) const;

    /// The code that leads to a loop.
    struct Lead {
        std::vector<int> live_in;
        std::vector<Awaited> awaited;
        std::vector<Filled> filling;
        int end = -1;  ///< first node of the end of the block before; -1: there is none
    };
    Lead add_lead(StraightLine& code, const std::vector<int>& stores) const;

    /// Nothing is added to a block before all of it has been loaded, or got from the cascade.
    void await_loads(StraightLine& code, const Instruction& instruction, int node,
                     const std::vector<int>& live_in) const;

    /// The loop is entered so long after a node of the code before it has issued, or later.
    struct Demand {
        int node;  ///< -1: the code's begin
        int cycles;
    };
    [[nodiscard]] std::vector<Demand> demands(const OperationGraph& graph, const Lead& lead) const;
    /// When the loop can be entered after straight-line code.
    [[nodiscard]] int entry(const OperationGraph& graph, const SlotSchedule& schedule,
                            const Lead& lead) const;
    [[nodiscard]] Issued issued_before_end(const CodeSection& section, const Lead& lead) const;
    /// Cycles until a result can be read by what accumulates on it in the loop.
    [[nodiscard]] int arrival(const arch::Operation& producer) const;

    /// `lead`: to the loop behind the section; nullptr: there is none.
    [[nodiscard]] CodeSection section(std::string name, const StraightLine& code, const Lead* lead,
                                      std::int64_t runs) const;

    /// What belongs to the next block, from node `first` on, issues behind all of the last one.
    static void keep_apart(StraightLine& code, int first);

    /// A section that leads to a loop, for the code behind that.
    struct LeadIn {
        CodeSection section;
        Issued issued;
    };
    [[nodiscard]] LeadIn start_section(Seams seams) const;
    [[nodiscard]] LeadIn between_section(const Issued& issued, Seams seams) const;
    /// As it is behind every block: what a block's end reads may have issued in the start, or in
    /// this section behind the block before.
    [[nodiscard]] LeadIn between_all_blocks(Issued issued, Seams seams) const;

    /// The latest cycle in which a node can issue without delaying another, or the loop behind it.
    [[nodiscard]] static std::int64_t latest_cycle(const CodeSection& section,
                                                   const std::vector<Demand>& demands, int node);

    /// What leads to the next block, from node `first` on, as late as it can be: the last ones
    /// first, each in the last cycle with a slot and units for it. What the cascade brings stays.
    void delay_start(CodeSection& section, const Lead& lead, int first) const;
    [[nodiscard]] CodeSection end_section(const Issued& issued, Seams seams) const;

    /// Of the layouts in which a step begins as early or as late as its stages allow, the one with
    /// less code between two blocks.
    [[nodiscard]] CallSchedule begun_where_blocks_are_short() const;
    [[nodiscard]] CallSchedule pipelined() const;
    [[nodiscard]] std::optional<CallSchedule> pipelined_if_it_fits() const;
    /// With as few registers as can be. nullopt: those are too many.
    [[nodiscard]] std::optional<CallSchedule> thrifty() const;
    [[nodiscard]] CallSchedule pipelined(Seams seams) const;
    /// nullopt: registers or units are missing.
    [[nodiscard]] std::optional<CallSchedule> fitting(Seams seams) const;

    /// The nest's lists, in the order of its program.
    [[nodiscard]] std::array<const InstructionList*, 4> lists() const {
        return {&nest_.before, &nest_.first, &nest_.body, &nest_.after};
    }
    /// An instruction of a call.
    struct Placed {
        std::size_t instruction;  ///< of all that lists() hold
        int cycle;                ///< of the call
    };
    /// In the order of the program, with so many runs of the loop for each block.
    [[nodiscard]] std::vector<Placed> program(const CallSchedule& call, int runs) const;
    /// Whether registers and units are enough for all sections of a call one behind the other,
    /// however often the loop runs.
    [[nodiscard]] bool fits(const CallSchedule& call) const;

    /// Too few steps to fill a pipeline: blocks of straight-line code.
    [[nodiscard]] CallSchedule unrolled() const;
    [[nodiscard]] CodeSection blocks_section(int blocks) const;
    /// Cycles by which a block more makes the call longer.
    [[nodiscard]] std::int64_t further_block(const CodeSection& one, const CodeSection& two) const;
    /// A block, in the order of its program.
    [[nodiscard]] InstructionList block_code() const;

    [[nodiscard]] CallSchedule empty_call() const;

    const LoopNest& nest_;
    const arch::SlotModel& model_;
    OperationGraph body_;
    std::vector<const Instruction*> held_;
    SlotSchedule loop_;
    std::vector<Kept> kept_;
    std::vector<std::optional<Value>> values_;  ///< of the loop
    bool shares_accumulators_ = true;
};

}  // namespace xdnasim::vliw
