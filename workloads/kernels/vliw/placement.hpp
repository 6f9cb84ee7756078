#pragma once
// Placement of operations into slots, cycle by cycle: of straight-line code, and of a loop at a
// given II.

#include <optional>
#include <vector>

#include "workloads/kernels/vliw/operation_graph.hpp"
#include "workloads/kernels/vliw/registers.hpp"
#include "workloads/kernels/vliw/reservation_table.hpp"
#include "workloads/kernels/vliw/slot_schedule.hpp"

namespace xdnasim::vliw {

/// Data that all attempts to schedule one graph of straight-line code share.
struct StraightCode {
    StraightCode(const OperationGraph& operations, const arch::SlotModel& slot_model);

    const OperationGraph& graph;
    const arch::SlotModel& model;
    Dependences dependences;
    std::vector<std::optional<Value>> values;  ///< by node, and behind these the held values
    struct Read {
        int value = 0;   ///< index into `values`
        int offset = 0;  ///< cycles from the reader's issue
    };
    std::vector<std::vector<Read>> reads;  ///< by reading node
    std::vector<int> priority;             ///< by node: cycles to the end of the longest path

    [[nodiscard]] const arch::Operation& operation(int node) const {
        return at(model.operations, at(graph.nodes, node).operation);
    }
};

/// List scheduling: goes through the cycles and issues in each the operations that are ready, those
/// on the longest path first.
class ListPlacement {
 public:
    /// `claims`: the nodes that write values, in the order in which they take registers; it must
    /// agree with the dependences. Empty: whichever is ready first takes registers, which can leave
    /// all registers with values that wait for one more.
    ListPlacement(const StraightCode& code, std::vector<int> claims);

    /// Returns nullopt if the remaining nodes wait for registers that are never freed.
    [[nodiscard]] std::optional<SlotSchedule> run();
    /// Returns whether a node had to wait for registers.
    [[nodiscard]] bool was_short() const { return short_node_.has_value(); }
    /// The last node that had to wait for registers. Precondition: was_short().
    [[nodiscard]] int short_node() const { return *short_node_; }

 private:
    struct Progress {
        int waits_for = 0;     ///< number of nodes that it depends on and that are not placed
        int earliest = 0;      ///< earliest cycle that the placed ones of these nodes allow
        int slots_tried = 0;   ///< no slot is free before this cycle
        int unread = 0;        ///< number of readers of its value that are not placed
        int last_read = 0;     ///< cycle of the last read of its value by the placed readers
        bool claimed = false;  ///< whether its value may take registers
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
    std::vector<RegisterProfile> profiles_;  ///< by register file
    std::vector<Progress> progress_;         ///< by node, and behind these by held value
    std::vector<int> ready_;                 ///< nodes that may issue, the longest path first
    std::vector<Placement> placements_;
    int last_event_ = 0;  ///< waiting beyond this cycle changes nothing
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

/// The placed operations of a loop, in slots and units that no other operation takes, and the
/// waiting ones.
class LoopState {
 public:
    explicit LoopState(const Loop& loop);

    [[nodiscard]] bool is_placed(int node) const { return at(placed_, node) != 0; }
    /// The placement of a node. For a node that is not placed: its last one.
    [[nodiscard]] const Placement& placement(int node) const { return at(placements_, node); }
    [[nodiscard]] int waiting() const { return waiting_; }

    [[nodiscard]] std::optional<int> free_slot(int node, int cycle) const;
    /// Nodes that take the slot or a unit of the placement, each once.
    [[nodiscard]] std::vector<int> occupants(int node, Placement placement) const;

    /// Places a node. Precondition: nothing occupies the placement.
    void put(int node, Placement placement);
    void throw_out(int node);

    /// The finished schedule, from cycle 0. Precondition: all nodes are placed.
    [[nodiscard]] SlotSchedule schedule() const;

 private:
    const Loop& loop_;
    ReservationTable table_;
    std::vector<Placement> placements_;
    std::vector<char> placed_;
    int waiting_;
};

// First attempt at a loop's schedule.

/// Iterative modulo scheduling (Rau 1994): operations go to the first cycle in which they may
/// issue, those on the longest path first; an operation that finds no room throws out those in its
/// way. Registers are not considered.
class LoopPlacement {
 public:
    LoopPlacement(const Loop& loop, LoopState& state);

    /// Places the operations. `release`: by node, the cycle before which it does not issue.
    /// Operations are left waiting when the budget of placements is spent.
    void run(const std::vector<int>& release);

 private:
    [[nodiscard]] int next() const;
    [[nodiscard]] int earliest(int node) const;
    [[nodiscard]] Placement choose(int node, int from) const;
    [[nodiscard]] Placement least_in_the_way(int node, int cycle) const;

    const Loop& loop_;
    LoopState& state_;
    std::vector<int> priority_;
    std::vector<char> tried_;  ///< by node: whether it has been placed before
};

}  // namespace xdnasim::vliw
