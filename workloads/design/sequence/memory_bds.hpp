#pragma once
// What a runtime sequence writes into the memory, the BDs and the locks of tiles.

#include "workloads/design/draft.hpp"

namespace xdnasim::design {

/// Finds the buffers that addresses in BDs lie in, for BDs of CompTiles and MemTiles that the
/// sequence writes. Bytes outside of all buffers become a new buffer. Throws InputError for an
/// address outside of the tiles' memory, or for a range that lies only partly in a buffer.
void place_memory_bds(Draft& draft);
/// Finds the buffer of words whose offset is an address in their tile, and sets buffer and offset.
/// Returns false if they lie in no buffer.
[[nodiscard]] bool place(schedule::WriteMemory& write, Draft& draft);
/// As place(), for all words that the sequence writes. Words outside of all buffers are a Loss.
void place_written_words(Draft& draft);
/// Leaves out values for locks that the design does not have, as a Loss.
void leave_out_unused_locks(Draft& draft);

/// Declares the shim locks that BDs name. They exist without `aie.lock`, and are 0 at first.
void declare_shim_locks(Draft& draft);

}  // namespace xdnasim::design
