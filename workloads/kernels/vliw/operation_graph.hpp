#pragma once
// A piece of a core's program: operations, and how far apart they must issue.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "arch/core_model.hpp"

// Nodes, slots, units and cycles are counted in int: they are subtracted, and -1 is none of them.

namespace xdnasim::vliw {

/// The element of a container at an index that is not negative.
template <typename Container>
[[nodiscard]] constexpr decltype(auto) at(Container& container, int index) {
    return container[static_cast<std::size_t>(index)];
}

/// Registers that an operation's result occupies, from the cycle in which it is written to the
/// one in which its last reader reads it.
struct RegisterUse {
    arch::RegisterFile file = arch::RegisterFile::Vector;
    int count = 1;
};

/// Where in its array an operation of a loop nest loads or stores, in bytes: linear in the step and
/// in the block, of which the outer loop counts rows and the inner one columns.
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
    std::string memory{};        ///< array that it loads from or stores to; "" none
    std::optional<Walk> walk{};  ///< nullopt: nothing is known of the order
    /// Straight-line code only: it issues no earlier than this cycle, because of what was under
    /// way before the code began.
    int earliest = 0;
};

/// `to`, `distance` iterations later, issues at least `latency` cycles after `from`.
/// A negative latency lets it issue before.
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

/// Registers that a value from before straight-line code keeps there until its last reader.
struct HeldValue {
    RegisterUse use;
    std::vector<int> readers;  ///< nodes
    int first = 0;             ///< cycle of the code from which on it takes them
};

struct OperationGraph {
    std::vector<Node> nodes;
    std::vector<Edge> edges;
    std::vector<HeldValue> held{};
};

/// Cycles from the issue of `producer` to that of `consumer`, which reads its result as an
/// operand or, with `as_accumulator`, as its accumulator.
[[nodiscard]] int data_latency(const arch::Operation& producer, const arch::Operation& consumer,
                               bool as_accumulator = false);
/// Cycles after a store from which a load of the same memory may issue, and the other way round.
[[nodiscard]] int memory_latency(const arch::Operation& first, const arch::Operation& second);
/// Cycles after a reader of a register from which its next writer may issue; may be negative.
[[nodiscard]] int reuse_latency(const arch::Operation& reader, const arch::Operation& writer,
                                bool as_accumulator = false);

// The edges of an operation graph by node, and the longest paths along them.

/// How far apart a node and `node` must issue within one iteration's schedule.
struct Dependence {
    int node = 0;
    int latency = 0;  ///< less the cycles that the iterations between the two take
};

/// A loop's dependences at one initiation interval, or with interval 0 those of straight-line
/// code, which has no iterations and so no edges with a distance.
class Dependences {
 public:
    Dependences(const OperationGraph& graph, int ii);

    [[nodiscard]] int nodes() const { return static_cast<int>(before_.size()); }
    /// What a node waits for.
    [[nodiscard]] std::span<const Dependence> before(int node) const { return at(before_, node); }
    /// What waits for a node.
    [[nodiscard]] std::span<const Dependence> after(int node) const { return at(after_, node); }

 private:
    std::vector<std::vector<Dependence>> before_;
    std::vector<std::vector<Dependence>> after_;
};

struct LongestPaths {
    std::vector<int> cycles;      ///< by node; at least 0
    std::optional<int> on_cycle;  ///< a node that must issue after itself: no schedule exists
};
/// Cycles that must pass before a node issues; `earliest` are those by node without what it
/// depends on.
[[nodiscard]] LongestPaths heads(const Dependences& dependences, std::vector<int> earliest);
/// Cycles that must pass from a node's issue to the last issue that waits for it.
[[nodiscard]] LongestPaths tails(const Dependences& dependences);

}  // namespace xdnasim::vliw
