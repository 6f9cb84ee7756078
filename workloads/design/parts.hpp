#pragma once
// The parts of a design, in the order in which they are read. Each function adds to the draft.

#include <optional>
#include <string>

#include "workloads/design/draft.hpp"
#include "workloads/design/host_data.hpp"

namespace xdnasim::design {

/// Notes attributes of `device` that nothing reads but that matter: as a Loss, or, if the run moves
/// data, as unsupported.
void note_unread_attributes(Draft& draft, const ir::Region& device);
/// Notes unknown attributes of the device `aie_device` of `written`, the text before it is lowered.
void note_unknown_attributes(Draft& draft, const ir::Text& written,
                             const std::optional<std::string>& aie_device);
/// Reads tiles, shim DMA allocations, memory globals and functions.
void read_tiles(Draft& draft, const ir::Region& device);
/// Reads locks and buffers. Locks without an id and buffers without an address get one.
void read_objects(Draft& draft, const ir::Region& device);
/// Reads what the acquires and releases of object FIFOs stand for in cores, as the lowering notes
/// it (fifo.end). Precondition: tiles and objects have been read.
void read_fifo_ends(Draft& draft, const ir::Region& device);
/// Reads the BD programs of the DMAs of MemTiles and CompTiles.
void read_dma(Draft& draft, const ir::Operation& operation);
/// Reads cascades between cores. Notes those that no core uses. Precondition: the cores have been
/// read.
void read_cascades(Draft& draft, const ir::Region& device);
/// Reads flows, with their routes where the design fixes the switches. Notes flows that nothing
/// uses and channels that no flow reaches. `files`: the data of the sequence's arguments, where
/// control packets may lie.
void read_flows(Draft& draft, const ir::Region& device, const ArgumentFiles& files);

}  // namespace xdnasim::design
