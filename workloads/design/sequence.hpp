#pragma once
// The runtime sequence of a design, from its MLIR or from the instruction stream beside it.

#include <cstdint>
#include <span>
#include <string>

#include "workloads/design/draft.hpp"

namespace xdnasim::design {

/// The operations of the text become an instruction stream, so that the sequence means what the
/// stream does. Sets the host's buffers, the sequence and the trace units of the draft.
/// Throws InputError, with the place, for what the command processor does not do.
void read_sequence(Draft& draft, const ir::Region& device);

/// Likewise, with `words` of `file` in place of what the text says.
void read_instructions(Draft& draft, const ir::Region& device, std::span<const std::uint32_t> words,
                       const std::string& file);

/// Where the words of the trace units go, once flows and sequence are known.
void finish_trace(Draft& draft);

}  // namespace xdnasim::design
