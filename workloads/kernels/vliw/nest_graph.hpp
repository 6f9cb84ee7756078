#pragma once
// Operation graphs of the parts of a loop nest.

#include <map>
#include <string>
#include <vector>

#include "workloads/kernels/vliw/loop_nest.hpp"
#include "workloads/kernels/vliw/slot_schedule.hpp"

namespace xdnasim::vliw {

/// The body as a loop: values carried from step to step are edges of distance 1.
/// Throws InputError for an operation that the model does not have.
[[nodiscard]] OperationGraph loop_graph(const InstructionList& body, const arch::SlotModel& model);

/// Straight-line code, put together from pieces of a nest in program order.
class StraightLine {
 public:
    explicit StraightLine(const arch::SlotModel& model) : model_{model} {}

    /// Adds an operation. Returns its node.
    int add(const Instruction& instruction);
    /// `instruction` issued at `cycle`, before the code begins (below 0).
    void issued_before(const Instruction& instruction, int cycle);

    /// `second` issues `latency` after `first` at the earliest.
    void order(int first, int second, int latency);

    [[nodiscard]] const OperationGraph& graph() const { return graph_; }
    /// Node that wrote the value last; -1: none of this code.
    [[nodiscard]] int writer(const std::string& value) const;

 private:
    struct Writer {
        int node = -1;      ///< -1: issued before the code
        int operation = 0;  ///< index
        int cycle = 0;      ///< of issue, when before the code
    };
    struct Access {
        int node;
        int operation;
    };

    void depend(int node, const std::string& value, bool as_accumulator);
    void order_memory(int node, const std::string& array);

    const arch::SlotModel& model_;
    OperationGraph graph_;
    std::map<std::string, Writer> writers_;
    std::map<std::string, std::vector<Access>> accesses_;  ///< by array
};

/// Index of the operation. Throws InputError with the nearest name when there is none.
[[nodiscard]] int operation_index(const Instruction& instruction, const arch::SlotModel& model);

}  // namespace xdnasim::vliw
