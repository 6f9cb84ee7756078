#pragma once
// The parts of a design, in the order in which they are read. Each adds to the draft.

#include <optional>
#include <string>

#include "workloads/design/draft.hpp"
#include "workloads/design/host_data.hpp"

namespace xdnasim::design {

/// Notes what attributes of `device` say that nothing else reads: a Loss, or where data moves as
/// not supported.
void note_unread_attributes(Draft& draft, const ir::Region& device);
/// Notes attributes in a device of `written`, the text before it is lowered, that nothing knows.
void note_unknown_attributes(Draft& draft, const ir::Text& written,
                             const std::optional<std::string>& aie_device);
/// Tiles, and names of the shims' channels, memory and functions.
void read_tiles(Draft& draft, const ir::Region& device);
/// Locks and buffers; those without id or address get one.
void read_objects(Draft& draft, const ir::Region& device);
/// What object FIFOs mean in cores, as their lowering says.
/// Precondition: tiles and objects have been read.
void read_fifo_ends(Draft& draft, const ir::Region& device);
/// What the DMAs of mem tiles and cores run.
void read_dma(Draft& draft, const ir::Operation& operation);
/// Cascades between cores. Notes those that no core uses.
/// Precondition: the cores have been read.
void read_cascades(Draft& draft, const ir::Region& device);
/// Flows with their routes through switches that are fixed, and flows without. Notes what nothing
/// uses, and channels that none reaches. `files`: what control packets say.
void read_flows(Draft& draft, const ir::Region& device, const ArgumentFiles& files);

}  // namespace xdnasim::design
