#pragma once
// How large the tile of a core is, and of which aie::mmul (Mhatre et al., FPL 2025, section IV-A,
// equations 1 to 6).

#include <optional>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "workloads/gemm/packs/pack_design.hpp"

namespace xdnasim::gemm::packs {

/// The device's entry for the types. Throws MappingError when it has none.
[[nodiscard]] const arch::MatrixRate& rate_of(const Types& types, const arch::Device& device);

/// Times are in array cycles.
struct TileFigures {
    Extent tile{};
    arch::Bytes a{}, b{}, c{};  ///< of one buffer
    double compute = 0;         ///< m k n / peak (1)
    double a_transfer = 0;      ///< bytes at the rate of a port to the PL (2 to 4)
    double b_transfer = 0;
    double c_transfer = 0;

    /// Of two buffers of each matrix (6): the paper's byte counts have the factor on all three.
    [[nodiscard]] arch::Bytes memory() const { return (a + b + c) * std::int64_t{2}; }
    [[nodiscard]] double transfer() const;
    /// Compute by transfer (5): below 1 the ports bind.
    [[nodiscard]] double gamma() const { return compute / transfer(); }
};

/// `pl_clock_ghz`: nullopt is the device's. Preconditions: the device has a PL, and a kernel for
/// the types.
[[nodiscard]] TileFigures tile_figures(const Types& types, const Extent& tile,
                                       const arch::Device& device,
                                       std::optional<double> pl_clock_ghz = {});

/// What a wide port of the PL moves; no more than a stream.
[[nodiscard]] arch::BytesPerCycle port_rate(const arch::Device& device,
                                            std::optional<double> pl_clock_ghz = {});

/// The best tile of each side up to 64, in pairs of `mmul`, that leaves the stacks room: what
/// choose_tile() chooses from. For packs of two cores also the best one beside which a core holds
/// its own stack, since whether it has to depends on where the pack is.
[[nodiscard]] std::vector<Extent> best_tiles(const PackDesign& design, const Extent& mmul,
                                             const arch::Device& device);

/// The design's tile, with as much of its k as leaves the stacks of all cores room, or else the
/// best tile with as much; nullopt: there is none. Precondition: the design is complete.
[[nodiscard]] std::optional<Extent> tile_beside_stacks(const PackDesign& design,
                                                       const arch::Device& device);

/// "the nearest that fits: 64x216x64", for people: what tile_beside_stacks() gives, or that there
/// is none.
[[nodiscard]] std::string advice_beside_stacks(const PackDesign& design,
                                               const arch::Device& device);

/// A shape of aie::mmul.
struct MmulShape {
    Extent shape{};
    bool rearranges = false;  ///< its operands are manipulated before they are multiplied
};
/// Those for operands of the types on AIE-ML (AMD UG1529, 2024.2: Matrix Multiplication, with the
/// shapes of which it says that they require additional data manipulation); empty where it has
/// none.
[[nodiscard]] std::vector<MmulShape> mmul_shapes(const Types& types);

/// Why `shape` is none of them; nullopt: it is one.
[[nodiscard]] std::optional<std::string> obstacle_to_mmul(const Extent& shape, const Types& types);

/// Those to choose from: the one that is given, or all that rearrange nothing, since what
/// rearranging takes is not known; the core's own first. Precondition: the device has a kernel for
/// the types.
[[nodiscard]] std::vector<Extent> mmul_choices(const PackDesign& open, const arch::Device& device);

/// A shape, and what a call of one core on its own takes with it.
struct MmulFigures {
    MmulShape mmul{};
    /// With call and return, without what rearranging takes; nullopt: `obstacle`.
    std::optional<arch::Cycles> cycles{};
    std::string obstacle{};
};
[[nodiscard]] std::vector<MmulFigures> mmul_table(const Types& types, const Extent& tile,
                                                  const arch::Device& device);

/// Chooses tile, mmul and shift, as far as they are open. The tile: m = n, at most 64, in pairs of
/// mmul; the largest gamma, and of those the most multiplications. That gives the tiles of the
/// paper but one, int8 -> int16, whose k of 184 stands here as it does there. The mmul: the fastest
/// of those that rearrange nothing, or the core's own instruction where no other is 1 % faster.
/// Throws MappingError for types without a kernel, and for tiles that do not fit.
void choose_tile(PackDesign& design, const arch::Device& device);

}  // namespace xdnasim::gemm::packs
