#pragma once
// A piece of a core's program: operations, and how far apart they must issue.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arch/slot_model.hpp"

namespace xdnasim::vliw {

/// Registers that an operation's result occupies, from the cycle in which it is written to the
/// one in which its last reader reads it.
struct RegisterUse {
    arch::RegisterFile file = arch::RegisterFile::Vector;
    int count = 1;
};

struct Node {
    int operation = 0;  ///< index into SlotModel::operations
    std::string label;  ///< "A0[1]": for people
    std::optional<RegisterUse> result{};
    std::string memory{};  ///< array that it loads from or stores to; "" none
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

struct OperationGraph {
    std::vector<Node> nodes;
    std::vector<Edge> edges;
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

}  // namespace xdnasim::vliw
