#pragma once
// Packets of control words that a shim's DMA sends to the control ports of tiles. Their contents
// lie in arguments of the runtime sequence, and therefore must be known before the run.

#include <vector>

#include "workloads/design/draft.hpp"
#include "workloads/design/host_data.hpp"

namespace xdnasim::design {

/// Returns whether packets are sent through a flow of `device` that ends at a control port. Flows
/// alone do not mean this: mlir-aie gives every tile one. Precondition: the sequence has been read.
[[nodiscard]] bool sends_control_packets(const Draft& draft, const ir::Region& device);

/// Returns whether the packet flow leads from a control port to a port without a DMA: a shim's
/// South port, where the command processor takes tokens.
[[nodiscard]] bool carries_tokens(const Draft& draft, const ir::Operation& flow);

/// Operation of a control packet, by its number in the header. Other numbers are not simulated.
enum class ControlOperation : std::uint8_t { Write = 0, Read = 1 };

/// The header of a control packet, before its data (AM020, Control Packets; the bits are as in
/// mlir-aie's tests of control packets).
struct ControlHeader {
    std::uint32_t address = 0;     ///< bits 19:0: address in the tile
    int words = 1;                 ///< bits 21:20, plus 1: number of words that are written or read
    ControlOperation operation{};  ///< bits 23:22; values 2 and 3 have no name
    int answer_id = 0;             ///< bits 28:24: packet id of the answer
    bool odd = false;              ///< whether all 32 bits together have odd parity, as they should

    [[nodiscard]] static ControlHeader read(std::uint32_t word);
};

/// Reads the packets that `flows` bring to control ports, and adds a control port for each tile to
/// draft.schedule. Reports what cannot be read. Precondition: the sequence has been read.
void read_control_packets(Draft& draft, const std::vector<schedule::Flow>& flows,
                          const ArgumentFiles& files);

/// A packet id with which a control port answers. `origin`: place of the first packet that asks for
/// it.
struct ControlAnswer {
    arch::Port from;
    int packet_id = 0;
    base::Position origin{};
};
[[nodiscard]] std::vector<ControlAnswer> control_answers(const schedule::Schedule& schedule);

}  // namespace xdnasim::design
