#pragma once
// What a design says before mlir-aie has lowered it, turned into what it says then. The reader of
// designs (read_design) sees the lowered text alone.

#include <memory>
#include <optional>
#include <string>

#include "arch/device.hpp"
#include "workloads/design/ir/operation.hpp"
#include "workloads/design/kernels/kernel_table.hpp"

namespace xdnasim::design::lowering {

/// `text` with the object FIFOs of its device `aie_device` (nullopt: the one that runs) as buffers,
/// locks, BDs and flows of `array`, and with all tiles placed; null: there is nothing to be
/// lowered. Each new word has the place of the object FIFO that it comes from. Cores keep their
/// acquires and releases: `fifo.end` says which locks and buffers these mean. Throws InputError,
/// with the place, for object FIFOs that cannot be lowered.
[[nodiscard]] std::unique_ptr<ir::Text> lowered(const ir::Text& text,
                                                const std::optional<std::string>& aie_device,
                                                const arch::Device& array);

/// `text` with a place for each aie.logical_tile of `device`: cores one after the other, column by
/// column, the others where those are that they are connected with, as IRON's sequential placer
/// does. Throws InputError, with the place, where there is no tile left.
[[nodiscard]] std::unique_ptr<ir::Text> with_placed_tiles(const ir::Text& text,
                                                          const ir::Region& device,
                                                          const arch::Device& array);

/// `text` with the chains of BDs that `device` names (aie.bd_chain) where its runtime sequence
/// starts them. Throws InputError, with the place, for a chain that is not there or takes other
/// arguments.
[[nodiscard]] std::unique_ptr<ir::Text> with_placed_bd_chains(const ir::Text& text,
                                                              const ir::Region& device);

/// `text` with the operations of arith for those of index; null: it has none of these. What arith
/// has not (index.sizeof) stays.
[[nodiscard]] std::unique_ptr<ir::Text> with_arith_on_indices(const ir::Text& text,
                                                              const ir::Module& module);

/// `text` with the bodies of functions at the calls in the cores of `device`, as regions of the
/// calls, with the operands for the arguments; null: no function has a body. What `kernels` or the
/// text says of a function goes before its body. New words have the places that they have in the
/// functions. Throws InputError, with the place, for functions that call themselves, and for values
/// that a function does not have.
[[nodiscard]] std::unique_ptr<ir::Text> with_called_bodies(const ir::Text& text,
                                                           const ir::Module& module,
                                                           const ir::Region& device,
                                                           const KernelSource& kernels);

/// `text` with another name for each value of a core of `device` that is called as one of another
/// region is; null: there is none. Throws InputError, with the place, for values that are defined
/// twice where both are known, and for the use of one that is not known there.
[[nodiscard]] std::unique_ptr<ir::Text> with_names_by_region(const ir::Text& text,
                                                             const ir::Module& module,
                                                             const ir::Region& device);

}  // namespace xdnasim::design::lowering
