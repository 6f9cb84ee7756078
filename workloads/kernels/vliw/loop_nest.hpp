#pragma once
// A kernel as a compiler sees it: a loop over blocks of the output, and inside it a loop over
// steps.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "workloads/kernels/vliw/operation_graph.hpp"
#include "workloads/kernels/vliw/slot_schedule.hpp"

namespace xdnasim::vliw {

/// One operation, described by the values that it reads and writes. A value that a loop's body
/// reads before it writes it is carried over from the step before.
struct Instruction {
    std::string operation;  ///< name in the SlotModel: "vmac"
    std::string label;      ///< for people; empty: the name of the value written
    std::vector<std::string> reads{};
    std::string accumulator{};  ///< value that the operation adds to; "" none
    /// Further accumulators that the operation adds, which it reads in the same cycle as
    /// `accumulator`.
    std::vector<std::string> addends{};
    std::string writes{};  ///< name of the value; "" none
    std::optional<RegisterUse> result{};
    std::string memory{};        ///< array that the operation loads from or stores to; "" none
    std::optional<Walk> walk{};  ///< nullopt: the order of the accesses is not known
    std::string queue{};         ///< operations of one queue issue in program order; "" none
};

using InstructionList = std::vector<Instruction>;

/// Name of the whole value of which `value` is a part: "C00" for "C00.1".
[[nodiscard]] std::string whole(const std::string& value);

/// Calls f(value, as_accumulator) for each value that the instruction reads.
template <class F>
void for_each_operand(const Instruction& instruction, F f) {
    for (const std::string& value : instruction.reads)
        f(value, false);
    if (!instruction.accumulator.empty()) f(instruction.accumulator, true);
    for (const std::string& value : instruction.addends)
        f(value, true);
}

/// The loop nest: for each of `blocks` { before; for each of `steps` { body }; after }.
struct LoopNest {
    std::string name;
    std::int64_t blocks = 1;
    std::int64_t steps = 1;
    std::int64_t columns = 1;  ///< blocks in a row of blocks: the inner loop over blocks
    /// Cycles of the compiled kernel for each cycle that the slots allow. A compiler that leaves
    /// cycles free keeps loads of one bank apart (Peano's AIEHazardRecognizer).
    double slowdown = 1;
    /// True: the code that leads to a block issues as late as its loop allows, which takes
    /// registers for as short a time as possible. False: it issues as soon as it can.
    bool starts_late = false;
    /// True: each block ends before the next one begins. False: as much of two neighbouring blocks
    /// issues side by side as the slots allow.
    bool keeps_blocks_apart = false;
    InstructionList before{};
    InstructionList body{};
    InstructionList after{};
    /// Replaces the body in the first step when not empty: for instance VMUL where the body has
    /// VMAC.
    InstructionList first{};

    /// When not empty: the unrolled code of a block as its author laid it out, instead of before,
    /// body and after.
    InstructionList by_hand{};
    // Nests that run before the first block and after the last, `times` times each.
    std::vector<LoopNest> leading{};
    std::vector<LoopNest> trailing{};
    std::int64_t times = 1;  ///< number of runs, as a leading or trailing nest
    /// Straight-line code ends with a branch, and its delay slots are waited for.
    bool ends_with_branch = false;
};

// Operation graphs of the parts of a loop nest.

/// Graph of the body as a loop: values carried from step to step are edges of distance 1. Loads and
/// stores of an array keep their order within a step; those of different steps are taken to access
/// different places. Throws InputError for an operation that the model does not have.
[[nodiscard]] OperationGraph loop_graph(const InstructionList& body, const arch::SlotModel& model);
/// The same graph with its edges of values only, without those between loads and stores.
[[nodiscard]] OperationGraph values_graph(const InstructionList& body,
                                          const arch::SlotModel& model);

/// Position of an operation in a nest.
struct Origin {
    int block = 0;
    std::optional<int> step{};  ///< nullopt: before the steps or after them
};

/// Straight-line code, put together from pieces of a nest in program order.
class StraightLine {
 public:
    explicit StraightLine(const arch::SlotModel& model) : model_{model} {}

    /// Adds an operation and returns its node. Without `origin`, the code is laid out by hand:
    /// loads keep their order behind stores, but stores do not behind loads.
    int add(const Instruction& instruction, std::optional<Origin> origin = std::nullopt);
    /// Records that `instruction` issued at `cycle`, before the code begins (negative).
    void issued_before(const Instruction& instruction, int cycle, Origin origin);
    /// Keeps registers for the value of `instruction`, which was made before the code, from cycle
    /// `first` of the code until its last read. Precondition: the instruction has a result in
    /// registers.
    void hold(const Instruction& instruction, int first = 0);

    /// Makes `second` issue at least `latency` cycles after `first`.
    void order(int first, int second, int latency);

    [[nodiscard]] const OperationGraph& graph() const { return graph_; }

    struct Writer {
        int node = -1;      ///< -1: issued before the code
        int operation = 0;  ///< index into SlotModel::operations
        int cycle = 0;      ///< cycle of issue, if before the code
    };
    /// The last operation that wrote the value; nullopt: none in this code or before it.
    [[nodiscard]] std::optional<Writer> writer(const std::string& value) const;

    /// Calls f(first, latency) for each load or store of the array, in the code or before it,
    /// behind which an operation `second` must stay if it is added next.
    template <class F>
    void for_each_order(const std::string& array, const arch::Operation& second,
                        std::optional<Origin> origin, F f) const {
        const auto found = accesses_.find(array);
        if (found == accesses_.end()) return;
        for (const Access& access : found->second)
            if (const auto latency = order_latency(access, second, origin)) f(access.by, *latency);
    }

 private:
    struct Access {
        Writer by;
        std::optional<Origin> origin;
    };

    [[nodiscard]] std::optional<int> order_latency(const Access& access,
                                                   const arch::Operation& second,
                                                   std::optional<Origin> origin) const;
    void depend(int node, const std::string& value, bool as_accumulator);
    void order_memory(int node, const std::string& array, std::optional<Origin> origin);
    void await(int node, const Writer& first, int latency, Edge::Kind kind);

    const arch::SlotModel& model_;
    OperationGraph graph_;
    std::map<std::string, Writer> writers_;
    std::map<std::string, std::vector<Access>> accesses_;  ///< by array
    std::map<std::string, int> last_of_queue_;             ///< last node, by queue
    std::map<std::string, int> held_;  ///< by value: index into OperationGraph::held
};

/// Straight-line code of several blocks that the author interleaved. The operations with which a
/// block begins take its accumulators when the block before has been read out of all of them:
/// compilers see false dependences there (Wang et al., "Can Asymmetric Tile Buffering Be
/// Beneficial?", 2025, section 4.3). A product waits only for its own tile of C.
[[nodiscard]] StraightLine laid_out_by_hand(const InstructionList& code,
                                            const arch::SlotModel& model);

/// Index of the instruction's operation in SlotModel::operations. Throws InputError with the
/// nearest name when the model does not have it.
[[nodiscard]] int operation_index(const Instruction& instruction, const arch::SlotModel& model);

}  // namespace xdnasim::vliw
