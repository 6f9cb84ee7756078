#pragma once
// Operations placed into slots, cycle by cycle: of straight-line code, and of a loop at a given II.

#include <optional>
#include <vector>

#include "workloads/kernels/vliw/operation_graph.hpp"
#include "workloads/kernels/vliw/registers.hpp"
#include "workloads/kernels/vliw/reservation_table.hpp"
#include "workloads/kernels/vliw/slot_schedule.hpp"

namespace xdnasim::vliw {

/// What all attempts at one graph have in common.
struct StraightCode {
    StraightCode(const OperationGraph& operations, const arch::SlotModel& slot_model);

    const OperationGraph& graph;
    const arch::SlotModel& model;
    Dependences dependences;
    std::vector<std::optional<Value>> values;  ///< by node; behind them those that are held
    struct Read {
        int value = 0;   ///< index
        int offset = 0;  ///< cycles from the reader's issue
    };
    std::vector<std::vector<Read>> reads;  ///< by reading node
    std::vector<int> priority;             ///< by node: cycles to the end of the longest path

    [[nodiscard]] const arch::Operation& operation(int node) const {
        return at(model.operations, at(graph.nodes, node).operation);
    }
};

/// Goes through the cycles and issues in each what is ready, the longest path first.
class ListPlacement {
 public:
    /// `claims`: the nodes that write values, in an order of the dependences in which they take
    /// registers. Empty: whichever comes first, which can leave all registers with values that
    /// wait for one more.
    ListPlacement(const StraightCode& code, std::vector<int> claims);

    /// No schedule: the nodes that are left wait for registers that are never freed.
    [[nodiscard]] std::optional<SlotSchedule> run();
    /// Did a node wait for registers?
    [[nodiscard]] bool was_short() const { return short_node_.has_value(); }
    /// The last that did. Precondition: was_short().
    [[nodiscard]] int short_node() const { return *short_node_; }

 private:
    struct Progress {
        int waits_for = 0;     ///< nodes that are not placed
        int earliest = 0;      ///< as far as they are placed
        int slots_tried = 0;   ///< before this cycle no slot is free
        int unread = 0;        ///< readers of its value that are not placed
        int last_read = 0;     ///< by those that are
        bool claimed = false;  ///< it may take registers
    };

    void insert_ready(int node);
    bool issue_ready(int cycle);
    bool issue(int node, int cycle);
    void place(int node, Placement placement);
    void open_value(int node, int cycle);
    void read_operands(int node, int cycle);
    void close_value(int node);
    [[nodiscard]] std::optional<int> registers_from(int node) const;
    [[nodiscard]] std::optional<int> registers_from(int node, int freed, int earliest) const;
    [[nodiscard]] bool settled(int cycle) const;
    void allow_next_claim();

    const StraightCode& code_;
    std::vector<int> claims_;
    std::size_t next_claim_ = 0;
    ReservationTable table_;
    std::vector<RegisterProfile> profiles_;  ///< index: RegisterFile
    std::vector<Progress> progress_;         ///< index: node; behind them values that are held
    std::vector<int> ready_;                 ///< nodes, in the order in which they may issue
    std::vector<Placement> placements_;
    int last_event_ = 0;  ///< after this cycle waiting changes nothing
    std::optional<int> short_node_;
};

// A loop at one initiation interval, and its schedule while it is being made.

struct Loop {
    Loop(const OperationGraph& body, const arch::SlotModel& slot_model, int interval);

    const OperationGraph& graph;
    const arch::SlotModel& model;
    int ii;
    Dependences dependences;
    std::vector<std::optional<Value>> values;

    [[nodiscard]] const arch::Operation& operation(int node) const {
        return at(model.operations, at(graph.nodes, node).operation);
    }
    [[nodiscard]] int nodes() const { return dependences.nodes(); }
};

/// Operations that are placed in slots and units that nothing else takes, and those that wait.
class LoopState {
 public:
    explicit LoopState(const Loop& loop);

    [[nodiscard]] bool is_placed(int node) const { return at(placed_, node) != 0; }
    /// The last one of a node that is not placed.
    [[nodiscard]] const Placement& placement(int node) const { return at(placements_, node); }
    [[nodiscard]] int waiting() const { return waiting_; }

    [[nodiscard]] std::optional<int> free_slot(int node, int cycle) const;
    /// Nodes that take the slot or a unit, each once.
    [[nodiscard]] std::vector<int> occupants(int node, Placement placement) const;

    /// Precondition: nothing occupies the placement.
    void put(int node, Placement placement);
    void throw_out(int node);

    /// Precondition: all nodes are placed.
    [[nodiscard]] SlotSchedule schedule() const;

 private:
    const Loop& loop_;
    ReservationTable table_;
    std::vector<Placement> placements_;
    std::vector<char> placed_;
    int waiting_;
};

// A first attempt at a loop's schedule.

/// Iterative modulo scheduling (Rau 1994): operations go where they may issue first, the longest
/// path first; one that finds no room throws out those in its way. It does not look at registers.
class LoopPlacement {
 public:
    LoopPlacement(const Loop& loop, LoopState& state);

    /// No operation issues before its cycle in `release`. Operations are left waiting when the
    /// budget of placements is spent.
    void run(const std::vector<int>& release);

 private:
    [[nodiscard]] int next() const;
    [[nodiscard]] int earliest(int node) const;
    [[nodiscard]] Placement choose(int node, int from) const;
    [[nodiscard]] Placement least_in_the_way(int node, int cycle) const;

    const Loop& loop_;
    LoopState& state_;
    std::vector<int> priority_;
    std::vector<char> tried_;  ///< by node: it was placed before
};

}  // namespace xdnasim::vliw
