#pragma once
// A kernel as a compiler sees it: a loop over blocks of the output, and in it a loop over steps.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "workloads/kernels/vliw/operation_graph.hpp"
#include "workloads/kernels/vliw/slot_schedule.hpp"

namespace xdnasim::vliw {

/// One operation, by the values it reads and writes. A value that is read before it is written
/// in a loop's body is carried from the step before.
struct Instruction {
    std::string operation;  ///< name in the SlotModel: "vmac"
    std::string label;      ///< for people; the value written when empty
    std::vector<std::string> reads{};
    std::string accumulator{};  ///< value that it adds to; "" none
    /// Further accumulators that it adds, which it reads in the cycle of that one.
    std::vector<std::string> addends{};
    std::string writes{};  ///< "" none
    std::optional<RegisterUse> result{};
    std::string memory{};        ///< array that it loads from or stores to; "" none
    std::optional<Walk> walk{};  ///< nullopt: nothing is known of the order
    std::string queue{};         ///< operations of one queue issue in their order; "" none
};

using InstructionList = std::vector<Instruction>;

/// Without the part that a value's name ends with: "C00.1" is of C00.
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

/// for each of `blocks`: before; for each of `steps`: body; after.
struct LoopNest {
    std::string name;
    std::int64_t blocks = 1;
    std::int64_t steps = 1;
    std::int64_t columns = 1;  ///< blocks of a row of blocks: the inner loop over blocks
    /// Cycles that the compiled kernel takes for each that the slots allow. A compiler that leaves
    /// cycles free keeps loads of one bank apart (Peano's AIEHazardRecognizer).
    double slowdown = 1;
    /// Whether what leads to a block issues as late as its loop allows, which keeps registers for
    /// as short as can be; else as soon as it can.
    bool starts_late = false;
    /// Whether each block ends before the next one begins; else as much of both runs side by side
    /// as the slots allow.
    bool keeps_blocks_apart = false;
    InstructionList before{};
    InstructionList body{};
    InstructionList after{};
    /// Takes the body's place in the first step when not empty: VMUL where the body has VMAC.
    InstructionList first{};

    /// Where it is not empty: the code of a block as its author laid it out, unrolled, in place of
    /// before, body and after.
    InstructionList by_hand{};
    // What runs before the first block and after the last, so many times each.
    std::vector<LoopNest> leading{};
    std::vector<LoopNest> trailing{};
    std::int64_t times = 1;         ///< as a leading or trailing nest
    bool ends_with_branch = false;  ///< of straight-line code: its delay slots are waited for
};

// Operation graphs of the parts of a loop nest.

/// The body as a loop: values carried from step to step are edges of distance 1. Loads and stores
/// of an array keep their order within a step; those of different steps lie apart.
/// Throws InputError for an operation that the model does not have.
[[nodiscard]] OperationGraph loop_graph(const InstructionList& body, const arch::SlotModel& model);
/// Its edges of values alone.
[[nodiscard]] OperationGraph values_graph(const InstructionList& body,
                                          const arch::SlotModel& model);

/// Where in a nest an operation stands.
struct Origin {
    int block = 0;
    std::optional<int> step{};  ///< nullopt: before the steps or after them
};

/// Straight-line code, put together from pieces of a nest in program order.
class StraightLine {
 public:
    explicit StraightLine(const arch::SlotModel& model) : model_{model} {}

    /// Adds an operation; without `origin`, of code whose author laid out loads behind stores, but
    /// not stores behind loads. Returns its node.
    int add(const Instruction& instruction, std::optional<Origin> origin = std::nullopt);
    /// `instruction` issued at `cycle`, before the code begins (below 0).
    void issued_before(const Instruction& instruction, int cycle, Origin origin);
    /// The value of `instruction`, from before the code, has its registers from cycle `first` of it
    /// until it was read for the last time. Precondition: it takes some.
    void hold(const Instruction& instruction, int first = 0);

    /// `second` issues `latency` after `first` at the earliest.
    void order(int first, int second, int latency);

    [[nodiscard]] const OperationGraph& graph() const { return graph_; }

    struct Writer {
        int node = -1;      ///< -1: issued before the code
        int operation = 0;  ///< index
        int cycle = 0;      ///< of issue, when before the code
    };
    /// What wrote the value last; nullopt: nothing of this code or before it.
    [[nodiscard]] std::optional<Writer> writer(const std::string& value) const;

    /// Calls f(first, latency) for each load or store of the array, in the code or before it,
    /// behind which `second` keeps its order when it comes next.
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
    std::map<std::string, int> last_of_queue_;             ///< node
    std::map<std::string, int> held_;                      ///< index into those of the graph
};

/// Straight-line code of some blocks whose author interleaved them. What a block begins with takes
/// its accumulators when the block before has been read out of all of them: compilers see false
/// dependences there (Wang et al., "Can Asymmetric Tile Buffering Be Beneficial?", 2025, section
/// 4.3). A product waits for its own tile of C alone.
[[nodiscard]] StraightLine laid_out_by_hand(const InstructionList& code,
                                            const arch::SlotModel& model);

/// Index of the operation. Throws InputError with the nearest name when there is none.
[[nodiscard]] int operation_index(const Instruction& instruction, const arch::SlotModel& model);

}  // namespace xdnasim::vliw
