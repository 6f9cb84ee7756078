#pragma once
// Chooses what a GEMM's design leaves open.

#include <cstdint>
#include <optional>
#include <string>

#include "arch/device.hpp"
#include "workloads/gemm/gemm_design.hpp"
#include "workloads/schedule/mapping_error.hpp"

namespace xdnasim::gemm {

using schedule::MappingError;

/// `design` with what it leaves open chosen, its size padded, and checked: the device can hold and
/// address its tiles. Throws MappingError when it cannot (by how much; the nearest tile that
/// fits), when it has no matrix instruction for the types, or when the mapping cannot use the
/// array asked for.
///
/// Left open, the tile is the device's default for the types, made smaller where that pads less:
/// along each axis the default says into how many parts the matrix falls, and the tile is the
/// smallest that makes as many. Where that does not fit, it is the nearest such tile that does.
/// Where k_mt or k_mt_b is asked for, tile.k divides it, and may be above the default, with a
/// smaller m and n, where no divisor is near below it.
[[nodiscard]] GemmDesign choose(GemmDesign design, const arch::Device& device);

/// Throws MappingError for a `kernel.macs_per_cycle` that is faster than the hardware; it may be
/// slower.
void check_rate(const GemmDesign& design, const arch::Device& device);

/// Throws MappingError for how `kernel` is written: a compiler of which nobody knows how fast it
/// is, a blocking that the tile or the core has no room for.
void check_kernel(const GemmDesign& design, const arch::Device& device);

/// Throws MappingError for `kernel.cycles_per_call` in which no core could multiply its tiles.
/// Apart from choose(), as tests take a kernel's time away to see what remains. Precondition: the
/// design is complete.
void check_cycles(const GemmDesign& design, const arch::Device& device);

// For who tries many tiles in turn: the same in two steps.

/// What choose() chooses whatever the tile is: the array, the matrix instruction, stack and shift.
/// Throws MappingError as choose() does.
[[nodiscard]] GemmDesign choose_array(GemmDesign design, const arch::Device& device);

/// `design` of choose_array() with a tile, a rho, a k_mt and a layout of B: padded and complete.
/// nullopt: choose() or check_cycles() would refuse it.
[[nodiscard]] std::optional<GemmDesign> complete_if_it_fits(GemmDesign design,
                                                            const arch::Device& device);

/// The device's entry for the types of `design`. Throws MappingError when it has none.
[[nodiscard]] const arch::MatrixRate& matrix_instruction(const GemmDesign& design,
                                                         const arch::Device& device);

/// For a `design` of choose_array() whose tile is left open: see choose(). A k_mt that is asked for
/// is a multiple of its k, unless the matrix instruction does not divide it.
[[nodiscard]] Extent default_tile(const GemmDesign& design, const arch::Device& device);

/// For one with a tile whose k_mt is left open.
[[nodiscard]] std::int64_t default_k_mt(const GemmDesign& design, const arch::Device& device);

/// Throws MappingError "key: why".
[[noreturn]] void refuse_key(const std::string& key, const std::string& why);

// Whether the device can hold and address the tiles of a GEMM, and if not, which it could.

/// What does not fit, and by how much.
struct Misfit {
    std::string key;  ///< of the problem file: "gemm.tile"
    std::string message;
    bool wants_larger_tile = false;
};

/// Of a core's buffers whose addresses the problem gives: one that vectors would not be aligned in,
/// one within another, or beyond the memory.
[[nodiscard]] std::optional<Misfit> misplaced_buffer(const GemmDesign& design,
                                                     const arch::Device& device);

/// Throws it as a MappingError, where there is one.
void throw_if(const std::optional<Misfit>& misfit);

/// More output blocks than the simulator takes commands for.
[[nodiscard]] std::optional<Misfit> too_many_blocks(const GemmDesign& design,
                                                    const arch::Device& device);

/// The first of: a tile that is not a multiple of the matrix instruction, a rho that does not
/// divide it into such multiples, too little memory in a core, a misplaced buffer, a k_mt that is
/// not a multiple of the tile, too little memory in the mem tiles, a BD that is too wide for its
/// registers, too many output blocks. nullopt: it fits.
[[nodiscard]] std::optional<Misfit> find_misfit(const GemmDesign& design,
                                                const arch::Device& device);

/// A blocking that does not divide the tile or its slices, or cycles_per_call in which no core
/// could multiply them. nullopt: the kernel can be for such tiles.
[[nodiscard]] std::optional<Misfit> find_unfit_kernel(const GemmDesign& design,
                                                      const arch::Device& device);

/// The same design with the smallest rho above that of `design` that fits; nullopt: none does.
[[nodiscard]] std::optional<GemmDesign> with_rho_that_fits(GemmDesign design,
                                                           const arch::Device& device);

/// The same design with the largest k_mt up to that of `design` that fits; nullopt: none does.
[[nodiscard]] std::optional<GemmDesign> with_k_mt_that_fits(GemmDesign design,
                                                            const arch::Device& device);

/// The k_mt nearest to that of `design` that fits; nullopt: none does. Where the tile is open, it
/// follows k_mt.
[[nodiscard]] std::optional<std::int64_t> nearest_k_mt_that_fits(GemmDesign design,
                                                                 const arch::Device& device);

/// The same design with the tile nearest to that of `design` that fits, by the sum of the ratios'
/// logarithms, and the largest k_mt that fits with it; nullopt: none does. Where the tile is open,
/// only those of which no smaller one makes as few parts of m and n.
[[nodiscard]] std::optional<GemmDesign> with_nearest_tile_that_fits(const GemmDesign& design,
                                                                    const arch::Device& device);

/// The same design with a tile of more outputs that fits; nullopt: none was found.
[[nodiscard]] std::optional<GemmDesign> with_larger_tile_that_fits(GemmDesign design,
                                                                   const arch::Device& device);

}  // namespace xdnasim::gemm
