#pragma once
// What a runtime sequence writes into the memory, the BDs and the locks of tiles.

#include "workloads/design/draft.hpp"

namespace xdnasim::design {

/// Of BDs of cores and mem tiles that the sequence writes: the buffers that their addresses are in.
/// Throws InputError for an address that is in no tile, or in a buffer in part.
void place_memory_bds(Draft& draft);
/// Turns an address of the words' tile, as their offset, into the buffer that they are in; false:
/// they are in none.
[[nodiscard]] bool place(schedule::WriteMemory& write, Draft& draft);
/// The same for words in their memory; those that are in no buffer are a Loss.
void place_written_words(Draft& draft);
/// Values for locks that the design does not have are a Loss.
void leave_out_unused_locks(Draft& draft);

/// Locks that BDs of shims name need no `aie.lock`: they are there, and 0 at first.
void declare_shim_locks(Draft& draft);

}  // namespace xdnasim::design
