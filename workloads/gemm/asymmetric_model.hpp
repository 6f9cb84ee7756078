#pragma once
// What the tiles of a GEMM let an array do, by the closed forms of Wang et al., "Can Asymmetric
// Tile Buffering Be Beneficial?" (2025): equations 1, 2 and 12. They take numbers, not designs, so
// that a tile can be judged before there is a mapping for it.

#include "arch/device.hpp"
#include "workloads/gemm/gemm_design.hpp"

namespace xdnasim::gemm::asymmetric {

/// Of a core's tile, T_MC x T_K x T_N, what these forms depend on.
struct Tile {
    double m = 0, n = 0;
};

/// Bytes of an element of A, B and C. bfp16ebs8 takes 1.125; the paper prints its intensities with
/// 1.25.
struct ElementBytes {
    double a = 0, b = 0, c = 0;
};

/// Operations for a byte that an array of rows x columns cores moves in and out, with K deep
/// matrices (equation 2); of a single core with 1 x 1 (equation 1).
[[nodiscard]] double intensity(const Tile& tile, const ElementBytes& bytes, double k, int rows = 1,
                               int columns = 1);

/// MAC/cycle that the streams into a core allow, of so many bytes a cycle: the smaller of A's and
/// B's. Not in the paper: its arrays are bound by it where T_N is small.
[[nodiscard]] double stream_bound(const Tile& tile, const ElementBytes& bytes, double stream);

/// TOPS: the smaller of what the memory and what the cores allow (equation 12). `memory`: reads and
/// writes together.
[[nodiscard]] double roof(double intensity, arch::GigabytesPerSecond memory, double peak_tops);

/// The tile and types of a design, for the forms above.
[[nodiscard]] Tile tile_of(const GemmDesign& design);
[[nodiscard]] ElementBytes bytes_of(const GemmDesign& design);

/// intensity() of a design that has been chosen, with K as it is padded: its operations, padding
/// included, for a byte that it reads or writes.
[[nodiscard]] double intensity_of(const GemmDesign& design);

}  // namespace xdnasim::gemm::asymmetric
