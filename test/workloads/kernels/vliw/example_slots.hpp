#pragma once
// Slot model of a small core with the seven slots of an AIE-ML core, and a builder of operation
// graphs for it.

#include <optional>
#include <string>
#include <string_view>

#include "arch/core_model.hpp"
#include "workloads/kernels/vliw/loop_nest.hpp"
#include "workloads/kernels/vliw/operation_graph.hpp"
#include "workloads/kernels/vliw/slot_schedule.hpp"

namespace xdnasim::vliw {

/// The slot model of the core. Operations and their slots: vld (lda or ldb), vlda.acc and vlda.ups
/// (lda), vst and vst.srs (st), add (alu), vshuffle (mv), movxm (lng), vmul and vmac (vec), vmac.f
/// (vec, forwards nothing).
[[nodiscard]] arch::SlotModel example_slots();

/// Slots by their index in example_slots().
enum Slot : int { Lda, Ldb, St, Alu, Mv, Lng, Vec };

inline constexpr RegisterUse kVector{arch::RegisterFile::Vector, 1};
inline constexpr RegisterUse kAccumulator{arch::RegisterFile::Accumulator, 2};

/// A nest in which each block loads an accumulator, adds to it `steps` times, and stores it.
[[nodiscard]] LoopNest accumulating_nest(std::int64_t blocks, std::int64_t steps);

/// Builds an operation graph. Nodes are denoted by their indices, as add() returns them.
class GraphBuilder {
 public:
    explicit GraphBuilder(const arch::SlotModel& model) : model_{model} {}

    /// Adds a node and returns its index.
    int add(std::string_view operation, std::string label,
            std::optional<RegisterUse> result = std::nullopt);
    // `distance`: number of iterations by which the consumer, or `second`, is later.
    /// Makes `consumer` read the result of `producer` as an operand.
    void read(int producer, int consumer, int distance = 0);
    /// Makes `consumer` add to the result of `producer`.
    void accumulate(int producer, int consumer, int distance = 0);
    /// Makes `second` issue at least `latency` cycles after `first`.
    void order(int first, int second, int latency, int distance = 0);

    /// Adds a VMAC that adds to its own result of the previous iteration, and returns its index.
    int add_chain(std::string label);

    [[nodiscard]] const OperationGraph& graph() const { return graph_; }

 private:
    void connect(int producer, int consumer, int distance, bool as_accumulator);

    const arch::SlotModel& model_;
    OperationGraph graph_;
};

}  // namespace xdnasim::vliw
