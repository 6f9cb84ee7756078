#pragma once
// Performance that the tiles of a GEMM allow on an array, by the closed forms of Wang et al., "Can
// Asymmetric Tile Buffering Be Beneficial?" (2025): equations 1, 2 and 12. They take numbers
// instead of designs, so that a tile can be judged before a mapping exists for it.

#include "arch/device.hpp"
#include "workloads/gemm/gemm_design.hpp"

namespace xdnasim::gemm::asymmetric {

/// The sides of a core's tile, T_MC x T_K x T_N, on which these forms depend.
struct Tile {
    double m = 0, n = 0;
};

/// Bytes of an element of A, B and C. bfp16ebs8 takes 1.125; the paper prints its intensities with
/// 1.25.
struct ElementBytes {
    double a = 0, b = 0, c = 0;
};

/// Arithmetic intensity: operations per byte that an array of rows x columns cores moves in and
/// out, for matrices that are `k` deep (equation 2); with 1 x 1, that of a single core (equation
/// 1).
[[nodiscard]] double intensity(const Tile& tile, const ElementBytes& bytes, double k, int rows = 1,
                               int columns = 1);

/// MAC/cycle that the streams into a core allow, at `stream` bytes a cycle: the smaller of the
/// values for A and for B. Not in the paper: its arrays are limited by this where T_N is small.
[[nodiscard]] double stream_bound(const Tile& tile, const ElementBytes& bytes, double stream);

/// TOPS: the smaller of what the memory and what the cores allow (equation 12). `memory`: bandwidth
/// of reads and writes together.
[[nodiscard]] double roof(double intensity, arch::GigabytesPerSecond memory, double peak_tops);

/// The tile and types of a design, for the forms above.
[[nodiscard]] Tile tile_of(const GemmDesign& design);
[[nodiscard]] ElementBytes bytes_of(const GemmDesign& design);

/// intensity() of a completed design, with its padded K: operations, padding included, per byte
/// that the array reads or writes.
[[nodiscard]] double intensity_of(const GemmDesign& design);

}  // namespace xdnasim::gemm::asymmetric
