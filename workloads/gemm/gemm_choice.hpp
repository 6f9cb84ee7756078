#pragma once
// Choice of what a GEMM's design leaves open.

#include <cstdint>
#include <optional>
#include <string>

#include "arch/device.hpp"
#include "workloads/gemm/gemm_design.hpp"
#include "workloads/schedule/mapping_error.hpp"

namespace xdnasim::gemm {

using schedule::MappingError;

/// Returns `design` with its open values chosen, its size padded, and checked: the device can hold
/// and address its tiles. Throws MappingError when it cannot (by how much, and the nearest tile
/// that fits), when it has no matrix instruction for the types, or when the mapping cannot use the
/// requested array.
///
/// An open tile is the device's default for the types, or a smaller one that pads less: along each
/// axis, the default determines the number of parts of the matrix, and the tile is the smallest
/// that gives this number. If that tile does not fit, it is the nearest such tile that does. If
/// k_mt or k_mt_b is given, tile.k divides it; tile.k may then be above the default, with a smaller
/// m and n, if no divisor below the default is near it.
[[nodiscard]] GemmDesign choose(GemmDesign design, const arch::Device& device);

/// Throws MappingError for a `kernel.macs_per_cycle` that is faster than the hardware; a slower one
/// is allowed.
void check_rate(const GemmDesign& design, const arch::Device& device);

/// Throws MappingError for an impossible kernel: a compiler whose slowdown is not known, or a
/// blocking that does not divide the tile, needs more accumulators than the core has, or differs
/// from that of a kernel laid out by hand.
void check_kernel(const GemmDesign& design, const arch::Device& device);

/// Throws MappingError for a `kernel.cycles_per_call` that is too short for any core to multiply
/// its tiles. Not part of choose(), since tests set a kernel's time to nearly nothing to see what
/// remains. Precondition: the design is complete.
void check_cycles(const GemmDesign& design, const arch::Device& device);

// choose() in two steps, for callers that try many tiles in turn.

/// Returns `design` with the choices of choose() that do not depend on the tile: array, matrix
/// instruction, stack, rounding and shift. Throws MappingError as choose() does.
[[nodiscard]] GemmDesign choose_array(GemmDesign design, const arch::Device& device);

/// Completes and pads a `design` from choose_array() that has a tile, a rho, a k_mt and a layout of
/// B. nullopt: choose() or check_cycles() would refuse the design.
[[nodiscard]] std::optional<GemmDesign> complete_if_it_fits(GemmDesign design,
                                                            const arch::Device& device);

/// The device's entry for the types of `design`. Throws MappingError when it has none.
[[nodiscard]] const arch::MatrixRate& matrix_instruction(const GemmDesign& design,
                                                         const arch::Device& device);

/// The tile for a `design` from choose_array() whose tile is open: see choose(). If k_mt is given,
/// it is a multiple of the tile's k, unless k_mt is not a multiple of the matrix instruction's s.
[[nodiscard]] Extent default_tile(const GemmDesign& design, const arch::Device& device);

/// The k_mt for a `design` from choose_array() that has a tile and whose k_mt is open.
[[nodiscard]] std::int64_t default_k_mt(const GemmDesign& design, const arch::Device& device);

/// Throws MappingError with the message "key: why".
[[noreturn]] void refuse_key(const std::string& key, const std::string& why);

// Checks whether the device can hold and address the tiles of a GEMM, and searches for tiles that
// fit.

/// Something that does not fit, and by how much.
struct Misfit {
    std::string key;  ///< key in the problem file: "gemm.tile"
    std::string message;
    bool wants_larger_tile = false;
};

/// Checks the buffers of a core whose addresses the problem gives. Finds one that is not aligned to
/// vectors, overlaps another one or the stack, or ends beyond the memory.
[[nodiscard]] std::optional<Misfit> misplaced_buffer(const GemmDesign& design,
                                                     const arch::Device& device);

/// Throws `misfit` as a MappingError, if there is one.
void throw_if(const std::optional<Misfit>& misfit);

/// Finds that the runtime sequence has more output blocks than the simulator takes commands for.
[[nodiscard]] std::optional<Misfit> too_many_blocks(const GemmDesign& design,
                                                    const arch::Device& device);

/// Returns the first misfit of: a tile that is not a multiple of the matrix instruction, a rho that
/// does not divide it into such multiples, too little memory in a core, a misplaced buffer, a k_mt
/// that is not a multiple of the tile, too little memory in the MemTiles, a BD that is too wide for
/// its registers, too many output blocks. nullopt: everything fits.
[[nodiscard]] std::optional<Misfit> find_misfit(const GemmDesign& design,
                                                const arch::Device& device);

/// Finds a blocking that does not divide the tile or its slices, or a cycles_per_call that is too
/// short for any core to multiply them. nullopt: the kernel can be used with such tiles.
[[nodiscard]] std::optional<Misfit> find_unfit_kernel(const GemmDesign& design,
                                                      const arch::Device& device);

/// `design` with the smallest larger rho that fits; nullopt: none does.
[[nodiscard]] std::optional<GemmDesign> with_rho_that_fits(GemmDesign design,
                                                           const arch::Device& device);

/// `design` with the largest k_mt, up to its own, that fits; nullopt: none does.
[[nodiscard]] std::optional<GemmDesign> with_k_mt_that_fits(GemmDesign design,
                                                            const arch::Device& device);

/// The k_mt nearest to that of `design` that fits; nullopt: none does. An open tile follows k_mt.
[[nodiscard]] std::optional<std::int64_t> nearest_k_mt_that_fits(GemmDesign design,
                                                                 const arch::Device& device);

/// `design` with the nearest tile that fits, by the sum of the logarithms of the ratios of m, k and
/// n, and with the largest k_mt that fits with it; nullopt: none does. If the tile is open, only
/// tiles count whose m and n are the smallest that give their number of parts.
[[nodiscard]] std::optional<GemmDesign> with_nearest_tile_that_fits(const GemmDesign& design,
                                                                    const arch::Device& device);

/// `design` with a larger tile, of more outputs, that fits; nullopt: none was found.
[[nodiscard]] std::optional<GemmDesign> with_larger_tile_that_fits(GemmDesign design,
                                                                   const arch::Device& device);

}  // namespace xdnasim::gemm
