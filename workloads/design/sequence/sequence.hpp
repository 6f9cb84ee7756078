#pragma once
// The runtime sequence of a design, from its MLIR or from an instruction stream.

#include <cstdint>
#include <span>
#include <string>

#include "workloads/design/draft.hpp"

namespace xdnasim::design {

/// Turns the operations of `sequence` (nullptr: there is none) into an instruction stream and
/// decodes that, so that both mean the same. Sets the draft's host buffers, sequence and trace
/// units. Throws InputError, with the place, for operations that the command processor cannot
/// execute.
void read_sequence(Draft& draft, const ir::Operation* sequence);
/// As read_sequence(), with `words` of `file` in place of the operations in the text.
void read_instructions(Draft& draft, const ir::Operation* sequence,
                       std::span<const std::uint32_t> words, const std::string& file);
/// Removes the packet header of BDs that S2MM runs. Python tools of mlir-aie give one to the BD of
/// a trace buffer; it is never sent, but would count as a packet that the tile sends.
void ignore_headers_of_writes(Draft& draft);
/// Throws InputError, with the place, if nothing determines when a run of the design ends.
/// Precondition: all else has been read.
void require_end(const Draft& draft, const ir::Region& device);
/// Notes a sequence that ends a run while data still moves.
void note_end(Draft& draft);

}  // namespace xdnasim::design
