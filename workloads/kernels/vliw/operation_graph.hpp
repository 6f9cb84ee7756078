#pragma once
// Graph of a piece of a core's program: operations, and how far apart they must issue.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "arch/core_model.hpp"

// Nodes, slots, units and cycles are of type int: they are subtracted, and -1 stands for none.

namespace xdnasim::vliw {

/// Element of a container at a non-negative index.
template <typename Container>
[[nodiscard]] constexpr decltype(auto) at(Container& container, int index) {
    return container[static_cast<std::size_t>(index)];
}

/// Registers that an operation's result occupies, from the cycle in which it is written to the
/// cycle of its last read.
struct RegisterUse {
    arch::RegisterFile file = arch::RegisterFile::Vector;
    int count = 1;
};

/// Address in its array that an operation of a loop nest loads or stores, in bytes: linear in the
/// step and in the block's row and column. The outer loop over blocks counts rows, the inner one
/// columns.
struct Walk {
    std::int64_t offset = 0;
    std::int64_t step = 0;
    std::int64_t row = 0;
    std::int64_t column = 0;
};

struct Node {
    int operation = 0;  ///< index into SlotModel::operations
    std::string label;  ///< "A0[1]": for people
    std::optional<RegisterUse> result{};
    std::string memory{};        ///< array that the operation loads from or stores to; "" none
    std::optional<Walk> walk{};  ///< nullopt: the order of the accesses is not known
    /// Straight-line code only: first cycle in which the node may issue, because of operations from
    /// before the code that have not finished.
    int earliest = 0;
};

/// `to`, `distance` iterations later, issues at least `latency` cycles after `from`. A negative
/// latency allows `to` to issue before `from`.
struct Edge {
    enum class Kind : std::uint8_t {
        Data,   ///< `to` reads the register that `from` writes
        Order,  ///< anything else: memory, reuse of a register
    };
    int from = 0;
    int to = 0;
    int latency = 1;
    int distance = 0;  ///< iterations; 0 in straight-line code
    Kind kind = Kind::Data;
};

/// Registers of a value from before straight-line code, which are taken until its last reader.
struct HeldValue {
    RegisterUse use;
    std::vector<int> readers;  ///< nodes
    int first = 0;             ///< cycle of the code from which on the registers are taken
};

struct OperationGraph {
    std::vector<Node> nodes;
    std::vector<Edge> edges;
    std::vector<HeldValue> held{};
};

/// Cycles from the issue of `producer` to that of `consumer`, which reads its result as an operand
/// or, with `as_accumulator`, as its accumulator.
[[nodiscard]] int data_latency(const arch::Operation& producer, const arch::Operation& consumer,
                               bool as_accumulator = false);
/// Minimum number of cycles from a store to a load of the same memory, or from a load to a store.
[[nodiscard]] int memory_latency(const arch::Operation& first, const arch::Operation& second);
/// Minimum number of cycles from a reader of a register to the register's next writer; may be
/// negative.
[[nodiscard]] int reuse_latency(const arch::Operation& reader, const arch::Operation& writer,
                                bool as_accumulator = false);

// The edges of an operation graph by node, and the longest paths along them.

/// Minimum distance between the issues of `node` and of the node to which this dependence belongs,
/// within one iteration's schedule.
struct Dependence {
    int node = 0;
    int latency = 0;  ///< cycles of the edge, less II times its distance
};

/// Dependences of a loop at one initiation interval. With an interval of 0: those of straight-line
/// code, in which edges with a distance do not count.
class Dependences {
 public:
    Dependences(const OperationGraph& graph, int ii);

    [[nodiscard]] int nodes() const { return static_cast<int>(before_.size()); }
    /// Dependences on the nodes that `node` waits for.
    [[nodiscard]] std::span<const Dependence> before(int node) const { return at(before_, node); }
    /// Dependences of the nodes that wait for `node`.
    [[nodiscard]] std::span<const Dependence> after(int node) const { return at(after_, node); }

 private:
    std::vector<std::vector<Dependence>> before_;
    std::vector<std::vector<Dependence>> after_;
};

struct LongestPaths {
    std::vector<int> cycles;  ///< by node; at least 0
    /// A node that must issue after itself, so that no schedule exists.
    std::optional<int> on_cycle;
};
/// By node, the cycles that must pass before it issues. `earliest`: by node, those that must pass
/// irrespective of its dependences.
[[nodiscard]] LongestPaths heads(const Dependences& dependences, std::vector<int> earliest);
/// By node, the cycles that must pass from its issue to the last issue that waits for it.
[[nodiscard]] LongestPaths tails(const Dependences& dependences);

}  // namespace xdnasim::vliw
