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

/// Host buffers, one for each port, hold its frames one after the other: first those of A, then B,
/// then C.
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

/// The kernels of the parts that a pack has: alone, or first, last and middle.
[[nodiscard]] schedule::KernelRef kernel_number(kernels::ChainPart part);
[[nodiscard]] std::vector<kernels::Kernel> kernels_of(const PackDesign& design);

/// The program of the array, without routes. Throws MappingError when a stack finds no room.
[[nodiscard]] schedule::Schedule program_of(const PackDesign& design, const arch::Device& device);

/// Whether the buffers and the stacks of all cores find room. Precondition: the design is complete.
[[nodiscard]] bool has_room(const PackDesign& design, const arch::Device& device);

/// The section `gemm` with `mapping: packs`.
[[nodiscard]] parameters::Table<PackDesign> parameter_table();

// The data of a verified run.

void fill(const PackDesign& design, schedule::HostMemory& host, std::uint64_t seed);
[[nodiscard]] schedule::Verification check(const PackDesign& design,
                                           const schedule::HostMemory& host);
[[nodiscard]] arch::Bytes memory_to_check(const PackDesign& design);

/// What the calls of a pack lose in memory banks: all that estimate() needs of where buffers lie.
/// For each turn, ping and pong, those of a pack of `size` or four cores, whichever is less: of
/// longer packs the cores in the middle are alike. As the simulation counts it (calls::BankStalls);
/// 0 for a kernel for which `cycles` gives others than its slots do. Throws MappingError when a
/// stack finds no room.
using PackStalls = std::vector<std::vector<arch::Cycles>>;
[[nodiscard]] PackStalls pack_stalls(const PackDesign& design, const arch::Device& device,
                                     const schedule::KernelCycles& cycles);

/// Closed forms: the slowest call of each turn with its locks and what it loses in the banks, each
/// port's transfer, and the words of a cascade; for each iteration (Mhatre et al., FPL 2025,
/// equations 1 to 5). Without `stalls` a lower bound.
[[nodiscard]] schedule::Estimate estimate(const PackDesign& design, const arch::Device& device,
                                          const schedule::KernelCycles& cycles,
                                          const PackStalls& stalls = {});

}  // namespace xdnasim::gemm::packs
