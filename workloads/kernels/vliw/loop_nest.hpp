#pragma once
// A kernel as a compiler sees it: a loop over blocks of the output, and in it a loop over steps.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "workloads/kernels/vliw/operation_graph.hpp"

namespace xdnasim::vliw {

/// One operation, by the values it reads and writes. A value that is read before it is written
/// in a loop's body is carried from the step before.
struct Instruction {
    std::string operation;  ///< name in the SlotModel: "vmac"
    std::string label;      ///< for people; the value written when empty
    std::vector<std::string> reads{};
    std::string accumulator{};  ///< value that it adds to; "" none
    std::string writes{};       ///< "" none
    std::optional<RegisterUse> result{};
    std::string memory{};  ///< array that it loads from or stores to; "" none
};

using InstructionList = std::vector<Instruction>;

/// for each of `blocks`: before; for each of `steps`: body; after.
struct LoopNest {
    std::string name;
    std::int64_t blocks = 1;
    std::int64_t steps = 1;
    InstructionList before{};
    InstructionList body{};
    InstructionList after{};
    /// Takes the body's place in the first step when not empty: VMUL where the body has VMAC.
    InstructionList first{};
};

}  // namespace xdnasim::vliw
