#pragma once
// Turns a design as it is written into the form that mlir-aie lowers it to. The reader of designs
// (read_design) reads only the lowered text.

#include <memory>
#include <optional>
#include <string>

#include "arch/device.hpp"
#include "workloads/design/ir/operation.hpp"
#include "workloads/design/kernels/kernel_table.hpp"

namespace xdnasim::design::lowering {

/// `text` with the object FIFOs of its device `aie_device` (nullopt: the device that runs) lowered
/// to buffers, locks, BDs and flows of `array`, and with all tiles placed; nullptr if there is
/// nothing to lower. Each new word has the place of the object FIFO that it comes from. Cores keep
/// their acquires and releases: `fifo.end` says which locks and buffers these stand for. Throws
/// InputError, with the place, for object FIFOs that cannot be lowered.
[[nodiscard]] std::unique_ptr<ir::Text> lowered(const ir::Text& text,
                                                const std::optional<std::string>& aie_device,
                                                const arch::Device& array);

/// `text` with a place for each aie.logical_tile of `device`. As in IRON's sequential placer, cores
/// are placed one after the other, column by column, and other tiles in the columns of the tiles
/// that they are connected with. Throws InputError, with the place, if no tile is left.
[[nodiscard]] std::unique_ptr<ir::Text> with_placed_tiles(const ir::Text& text,
                                                          const ir::Region& device,
                                                          const arch::Device& array);

/// `text` with the BD chains of `device` (aie.bd_chain) inserted where its runtime sequence starts
/// them. Throws InputError, with the place, for a chain that does not exist or takes other
/// arguments.
[[nodiscard]] std::unique_ptr<ir::Text> with_placed_bd_chains(const ir::Text& text,
                                                              const ir::Region& device);

/// `text` with operations of the index dialect replaced by those of arith; nullptr if it has none
/// of them. Operations without a counterpart in arith (index.sizeof) stay.
[[nodiscard]] std::unique_ptr<ir::Text> with_arith_on_indices(const ir::Text& text,
                                                              const ir::Module& module);

/// `text` with the bodies of functions inserted at the calls in the cores of `device`, as regions
/// of the calls, with the operands in place of the arguments; nullptr if no function has a body. A
/// function described by `kernels` or by the text is not inserted. New words keep the places that
/// they have in the functions. Throws InputError, with the place, for functions that call
/// themselves, and for values that a function does not have.
[[nodiscard]] std::unique_ptr<ir::Text> with_called_bodies(const ir::Text& text,
                                                           const ir::Module& module,
                                                           const ir::Region& device,
                                                           const KernelSource& kernels);

/// Throws InputError, with both places, if two values of one scope have the same name: in one
/// region, or in a region and in a region around it, before it. Looks into all devices, with their
/// cores, DMA programs and runtime sequences, and into all functions.
void require_distinct_names(const ir::Text& text, const ir::Module& module);

/// `text` with a new name for each value in a core of `device` that has the name of a value in
/// another region; nullptr if there is none. Throws InputError, with the place, for the use of a
/// value outside of its scope. Precondition: require_distinct_names().
[[nodiscard]] std::unique_ptr<ir::Text> with_names_by_region(const ir::Text& text,
                                                             const ir::Module& module,
                                                             const ir::Region& device);

}  // namespace xdnasim::design::lowering
