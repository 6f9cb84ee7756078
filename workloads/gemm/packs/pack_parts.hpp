#pragma once
// The parts of a GEMM on packs, each built from the design alone.

#include "arch/device.hpp"
#include "base/parameters/table.hpp"
#include "workloads/gemm/packs/core_places.hpp"
#include "workloads/gemm/packs/pack_design.hpp"
#include "workloads/schedule/estimate.hpp"
#include "workloads/schedule/host_memory.hpp"
#include "workloads/schedule/schedule.hpp"
#include "workloads/schedule/verification.hpp"

namespace xdnasim::gemm::packs {

/// Numbers of the host buffers: one buffer for each port, which holds the port's frames one after
/// the other; first those of A, then B, then C.
struct PortNumbers {
    explicit PortNumbers(const PackDesign& design)
        : of_a{design.rows * design.size},
          of_b{design.packs * design.size},
          of_c{design.rows * design.packs},
          size{design.size},
          packs{design.packs} {}

    int of_a, of_b, of_c;
    int size, packs;

    [[nodiscard]] int a(int row, int core) const { return row * size + core; }
    [[nodiscard]] int b(int pack, int core) const { return of_a + pack * size + core; }
    [[nodiscard]] int c(int row, int pack) const { return of_a + of_b + row * packs + pack; }
    [[nodiscard]] int all() const { return of_a + of_b + of_c; }
};

/// Numbers and kernels of the positions in a pack: Single for packs of one core, otherwise First,
/// Last and Middle.
[[nodiscard]] schedule::KernelRef kernel_number(kernels::ChainPart part);
[[nodiscard]] std::vector<kernels::Kernel> kernels_of(const PackDesign& design);

/// The program of the array, without routes. Throws MappingError when a stack finds no room.
[[nodiscard]] schedule::Schedule program_of(const PackDesign& design, const arch::Device& device);

/// Returns whether there is room for the buffers and the stacks of all cores. Precondition: the
/// design is complete.
[[nodiscard]] bool has_room(const PackDesign& design, const arch::Device& device);

/// Keys of the section `gemm` with `mapping: packs`.
[[nodiscard]] parameters::Table<PackDesign> parameter_table();

// The data of a verified run.

void fill(const PackDesign& design, schedule::HostMemory& host, std::uint64_t seed);
[[nodiscard]] schedule::Verification check(const PackDesign& design,
                                           const schedule::HostMemory& host);
[[nodiscard]] arch::Bytes memory_to_check(const PackDesign& design);

/// Cycles that the calls of a pack lose in memory banks; estimate() needs nothing else of the
/// buffers' placement. For each turn, ping and pong: by core of a pack of `size` or four cores,
/// whichever is less, since in longer packs the cores in the middle are alike. Computed as in the
/// simulation (calls::BankStalls); 0 for a kernel whose `cycles` differ from those of its slots.
/// Throws MappingError when a stack finds no room.
using PackStalls = std::vector<std::vector<arch::Cycles>>;
[[nodiscard]] PackStalls pack_stalls(const PackDesign& design, const arch::Device& device,
                                     const schedule::KernelCycles& cycles);

/// Closed forms, for each iteration: the slowest call of each turn with its locks and its stalls in
/// the banks, each port's transfer, and the words of a cascade (Mhatre et al., FPL 2025, equations
/// 1 to 5). Without `stalls`, a lower bound.
[[nodiscard]] schedule::Estimate estimate(const PackDesign& design, const arch::Device& device,
                                          const schedule::KernelCycles& cycles,
                                          const PackStalls& stalls = {});

}  // namespace xdnasim::gemm::packs
