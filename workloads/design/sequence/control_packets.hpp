#pragma once
// Packets of control words that the DMA of a shim sends to the control ports of tiles. What they
// say lies in arguments of the runtime sequence, and so has to be known before the run.

#include <vector>

#include "workloads/design/draft.hpp"
#include "workloads/design/host_data.hpp"

namespace xdnasim::design {

/// Are packets sent through a flow of the device that ends at a control port? Flows alone say
/// nothing: mlir-aie gives every tile one. Precondition: the sequence has been read.
[[nodiscard]] bool sends_control_packets(const Draft& draft, const ir::Region& device);

/// Does the packet flow lead from a control port to where no DMA is? That is a shim's South port,
/// behind which the command processor takes tokens.
[[nodiscard]] bool carries_tokens(const Draft& draft, const ir::Operation& flow);

/// What a control packet does, by its number in the header; the others are not simulated.
enum class ControlOperation : std::uint8_t { Write = 0, Read = 1 };

/// A word that goes before a control packet's data (AM020, Control Packets; the bits as mlir-aie's
/// tests of control packets set them).
struct ControlHeader {
    std::uint32_t address = 0;     ///< 19:0, in the tile
    int words = 1;                 ///< 21:20, plus 1: that are written or read
    ControlOperation operation{};  ///< 23:22; 2 and 3 have no name
    int answer_id = 0;             ///< 28:24: packet id of the answer
    bool odd = false;              ///< all 32 bits together have odd parity, as they should

    [[nodiscard]] static ControlHeader read(std::uint32_t word);
};

/// What the packets through `flows`, which end at control ports, do there; draft.schedule gets a
/// port for each tile. What cannot be read is reported.
/// Precondition: the sequence has been read.
void read_control_packets(Draft& draft, const std::vector<schedule::Flow>& flows,
                          const ArgumentFiles& files);

/// A packet id with which a control port answers, for the first time at `origin`.
struct ControlAnswer {
    arch::Port from;
    int packet_id = 0;
    base::Position origin{};
};
[[nodiscard]] std::vector<ControlAnswer> control_answers(const schedule::Schedule& schedule);

}  // namespace xdnasim::design
