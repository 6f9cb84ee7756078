#pragma once
// The parts of an elementwise schedule.

#include <optional>
#include <vector>

#include "arch/device.hpp"
#include "workloads/elementwise/elementwise_workload.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::elementwise {

/// Numbers of the schedule's kernels and host buffers.
inline constexpr schedule::KernelRef kKernel{0};
enum HostBufferIndex : int { kHostIn = 0, kHostOut = 1 };

/// FIFOs that a tile takes part in: in and out.
inline constexpr int kFifos = 2;

[[nodiscard]] kernels::Kernel kernel_of(const ElementwiseDesign& design);

/// Objects of a FIFO that a core has BDs and lock values for.
[[nodiscard]] int max_depth(const arch::Device& device);

/// Addresses in the core's memory of all objects, in and out. They go round the banks, as
/// mlir-aie places buffers, or lie one after the other where a bank is too small.
/// nullopt: they do not fit.
[[nodiscard]] std::optional<std::vector<arch::Bytes>> place_in_core(const ElementwiseDesign& design,
                                                                    const arch::Device& device);

/// What place_in_core() has to share out.
[[nodiscard]] arch::Bytes room_in_core(const arch::Device& device);

/// For ever: an object in, room for one out, the kernel. Precondition: place_in_core() finds room.
[[nodiscard]] schedule::TileProgram core_program(const ElementwiseDesign& design,
                                                 const arch::Device& device);

// What a device can run as a chain of object FIFOs.

/// Throws MappingError: a core that is none or whose column has no way to host memory, objects
/// that BDs, memories or locks do not hold, a kernel whose cycles have to be given.
void require_mappable(const ElementwiseDesign& design, const arch::Device& device);

// A chain of object FIFOs: shim, core, shim, with or without the mem tile between them.

/// The program of the array for `design`, without routes. Precondition: require_mappable().
[[nodiscard]] schedule::Schedule program_of(const ElementwiseDesign& design,
                                            const arch::Device& device);

}  // namespace xdnasim::elementwise
