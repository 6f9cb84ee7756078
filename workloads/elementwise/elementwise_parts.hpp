#pragma once
// Parts of an elementwise schedule.

#include <optional>
#include <vector>

#include "arch/device.hpp"
#include "workloads/elementwise/elementwise_workload.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::elementwise {

/// Numbers of the schedule's kernels and host buffers.
inline constexpr schedule::KernelRef kKernel{0};
enum HostBufferIndex : int { kHostIn = 0, kHostOut = 1 };

/// number of FIFOs in a tile: in and out
inline constexpr int kFifos = 2;

[[nodiscard]] kernels::Kernel kernel_of(const ElementwiseDesign& design);

/// Maximum number of objects of a FIFO in a core, as its BDs and lock values allow.
[[nodiscard]] int max_depth(const arch::Device& device);

/// Addresses of all objects, in and out, in the core's memory. Objects are distributed over the
/// banks in turn, as mlir-aie places buffers, or lie one after the other if a bank is too small.
/// nullopt: they do not fit.
[[nodiscard]] std::optional<std::vector<arch::Bytes>> place_in_core(const ElementwiseDesign& design,
                                                                    const arch::Device& device);

/// Bytes of a core's memory that are available to place_in_core().
[[nodiscard]] arch::Bytes room_in_core(const arch::Device& device);

/// The core's program: an endless loop that acquires an object and room for one, and calls the
/// kernel. Precondition: place_in_core() finds room.
[[nodiscard]] schedule::TileProgram core_program(const ElementwiseDesign& design,
                                                 const arch::Device& device);

// Limits of a device for a chain of object FIFOs.

/// Throws MappingError for a core that does not exist or whose column has no way to host memory,
/// objects that exceed BDs, memories or lock values, and a kernel whose cycles must be given.
void require_mappable(const ElementwiseDesign& design, const arch::Device& device);

// A chain of object FIFOs: shim, core, shim, optionally with the mem tile between them.

/// The program of the array for `design`, without routes. Precondition: require_mappable().
[[nodiscard]] schedule::Schedule program_of(const ElementwiseDesign& design,
                                            const arch::Device& device);

}  // namespace xdnasim::elementwise
