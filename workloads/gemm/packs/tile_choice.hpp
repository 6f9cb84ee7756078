#pragma once
// Choice of a core's tile and of its aie::mmul (Mhatre et al., FPL 2025, section IV-A, equations 1
// to 6).

#include <optional>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "workloads/gemm/packs/pack_design.hpp"

namespace xdnasim::gemm::packs {

/// The device's entry for the types. Throws MappingError when it has none.
[[nodiscard]] const arch::MatrixRate& rate_of(const Types& types, const arch::Device& device);

/// Sizes and times of a tile; times are in array cycles.
struct TileFigures {
    Extent tile{};
    arch::Bytes a{}, b{}, c{};  ///< bytes of one buffer
    double compute = 0;         ///< m k n / peak (1)
    double a_transfer = 0;      ///< time of one buffer at the rate of a port to the PL (2 to 4)
    double b_transfer = 0;
    double c_transfer = 0;

    /// Bytes of two buffers of each matrix (6); the paper's byte counts also have the factor 2 on
    /// all three matrices.
    [[nodiscard]] arch::Bytes memory() const { return (a + b + c) * std::int64_t{2}; }
    [[nodiscard]] double transfer() const;
    /// Compute time divided by transfer time (5); below 1 the ports are the limit.
    [[nodiscard]] double gamma() const { return compute / transfer(); }
};

/// Sizes and times of `tile`. `pl_clock_ghz`: nullopt means the device's clock. Preconditions: the
/// device has a PL, and a kernel for the types.
[[nodiscard]] TileFigures tile_figures(const Types& types, const Extent& tile,
                                       const arch::Device& device,
                                       std::optional<double> pl_clock_ghz = {});

/// Rate of a wide port of the PL, which is at most that of a stream.
[[nodiscard]] arch::BytesPerCycle port_rate(const arch::Device& device,
                                            std::optional<double> pl_clock_ghz = {});

/// The tiles from which choose_tile() chooses: the best tile for each side m = n up to 64, in pairs
/// of `mmul`, that leaves room for the stacks. For packs of two cores, also the best tile that
/// leaves a core room for its own stack, since whether it needs that depends on the pack's
/// position.
[[nodiscard]] std::vector<Extent> best_tiles(const PackDesign& design, const Extent& mmul,
                                             const arch::Device& device);

/// The design's tile with the largest k, up to its own, that leaves room for the stacks of all
/// cores, or else the best tile, shortened in the same way; nullopt: there is none. Precondition:
/// the design is complete.
[[nodiscard]] std::optional<Extent> tile_beside_stacks(const PackDesign& design,
                                                       const arch::Device& device);

/// The result of tile_beside_stacks() as text, "the nearest that fits: 64x216x64", or a text that
/// says that there is none.
[[nodiscard]] std::string advice_beside_stacks(const PackDesign& design,
                                               const arch::Device& device);

/// A shape of aie::mmul.
struct MmulShape {
    Extent shape{};
    bool rearranges = false;  ///< whether the operands are rearranged before they are multiplied
};
/// Shapes of aie::mmul for operands of the types on AIE-ML (AMD UG1529, 2024.2: Matrix
/// Multiplication), including those that, as the guide says, require additional data manipulation;
/// empty if there are none.
[[nodiscard]] std::vector<MmulShape> mmul_shapes(const Types& types);

/// Why `shape` is not one of mmul_shapes(); nullopt: it is one.
[[nodiscard]] std::optional<std::string> obstacle_to_mmul(const Extent& shape, const Types& types);

/// The shapes to choose from: the given one, or all that rearrange nothing, since the cost of
/// rearranging is not known; the core's own instruction first. Precondition: the device has a
/// kernel for the types.
[[nodiscard]] std::vector<Extent> mmul_choices(const PackDesign& open, const arch::Device& device);

/// A shape, and the cycles of a call of one core on its own with it.
struct MmulFigures {
    MmulShape mmul{};
    /// Includes call and return, but not the cost of rearranging; nullopt: see `obstacle`.
    std::optional<arch::Cycles> cycles{};
    std::string obstacle{};
};
[[nodiscard]] std::vector<MmulFigures> mmul_table(const Types& types, const Extent& tile,
                                                  const arch::Device& device);

/// Chooses tile, mmul and shift, as far as they are open. Tile: m = n, at most 64, in pairs of
/// mmul; the largest gamma, and of equal ones the most multiplications. This gives all tiles of the
/// paper except that of int8 -> int16, whose k of 184 is set explicitly. Mmul: the fastest shape
/// that rearranges nothing, or the core's own instruction if no other is 1 % faster. Throws
/// MappingError for types without a kernel, and for tiles that do not fit.
void choose_tile(PackDesign& design, const arch::Device& device);

}  // namespace xdnasim::gemm::packs
