#pragma once
// A network of dense layers that stays on the array, with layers side by side that pass activations
// on to each other: the requested and the chosen parameters, and what follows from them (Ji et al.,
// "u-ORCA: Microsecond Neural Networks on AI Engines", 2026).

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arch/tile.hpp"
#include "base/enumerators.hpp"
#include "base/parameters/open.hpp"
#include "workloads/kernels/kernel.hpp"

namespace xdnasim::network {

using parameters::Open;

/// How the activations of one layer reach the next.
enum class Link : std::uint8_t {
    Cascade,  ///< from core to core, eastwards; requires layers of the same height, side by side
    Dma,      ///< by streams between the cores' DMAs
    MemTile,  ///< by streams through a mem tile
    Pl,       ///< out to the programmable logic and back in
};
inline constexpr std::array kLinks{Link::Cascade, Link::Dma, Link::MemTile, Link::Pl};
static_assert(base::lists_all<kLinks>());
[[nodiscard]] std::string to_string(Link link);  // "mem-tile"

/// Aggregation of the rows after a layer.
enum class Aggregation : std::uint8_t { Sum, Mean };
inline constexpr std::array kAggregations{Aggregation::Sum, Aggregation::Mean};
static_assert(base::lists_all<kAggregations>());
[[nodiscard]] std::string to_string(Aggregation aggregation);  // "mean"

/// Numbers of parts that M, K and N of a layer are split into.
struct Split {
    int a = 1;
    int b = 1;
    int c = 1;
    bool operator==(const Split&) const = default;
    [[nodiscard]] int cores() const { return a * b * c; }
};

inline constexpr int kMaxSplit = 64;

struct LayerDesign {
    int width = 0;
    bool bias = false;
    bool relu = false;
    Open<int> shift;
    std::optional<Aggregation> aggregate;  ///< over the rows, after the layer; nullopt: none
    struct {
        Open<int> a, b, c;
    } split;
    Open<Link> link;
    Open<int> column;  ///< column of its south-west core
    Open<int> row;
};

inline constexpr int kMaxLayers = 64;

struct NetworkDesign {
    int rows = 0;     ///< rows of the input
    int columns = 0;  ///< columns of the input
    std::vector<LayerDesign> layers;
    std::optional<Link> link;  ///< link of all layers that have no `link` of their own
    kernels::RowSum aggregate_by = kernels::RowSum::Product;
    kernels::Rounding rounding = kernels::Rounding::ConvEven;
    int samples = 1;
    std::optional<double> pl_clock_ghz;
    int seed = 1;  ///< seed of the random weights and biases
    /// Whether the search for open choices reached its limit, so that choices that it did not try
    /// may be faster.
    bool search_was_cut_off = false;

    /// Index of the layer whose rows are aggregated; nullopt: there is none.
    [[nodiscard]] std::optional<std::size_t> aggregated() const;
    [[nodiscard]] int output_rows() const { return aggregated() ? 1 : rows; }
};

// What runs on the array: layers with sizes that the kernels support, and the aggregation between
// two of them.

/// A layer or an aggregation. Sizes are padded to multiples of the tiles of activations, and then
/// to powers of two, so that they can be split.
struct Stage {
    std::size_t layer = 0;  ///< index in the design; for an aggregation, the layer that it follows
    bool aggregates = false;
    int m = 0, k = 0, n = 0;  ///< padded
    int rows = 0;             ///< rows of m that are not padding
    Split split;
    Link link = Link::Dma;  ///< link into the stage
    arch::TileId at;        ///< its south-west core

    [[nodiscard]] int rows_out() const { return aggregates ? 1 : rows; }  ///< without padding
    [[nodiscard]] int height() const { return split.a * split.c; }        ///< rows of cores
    [[nodiscard]] int width() const { return split.b; }
    // Sizes of the part of one core.
    [[nodiscard]] int m_core() const { return m / split.a; }
    [[nodiscard]] int k_core() const { return k / split.b; }
    [[nodiscard]] int n_core() const { return n / split.c; }
    /// Tile of a core. The `c` rows of cores of one part of M lie next to each other.
    [[nodiscard]] arch::TileId core(int a, int b, int c) const {
        return {at.column + b, at.row + a * split.c + c};
    }
    [[nodiscard]] bool operator==(const Stage&) const = default;
};

/// The stages in order, with all parameters that the design specifies; splits, links and places
/// that it leaves open have the defaults of Stage.
[[nodiscard]] std::vector<Stage> stages_of(const NetworkDesign& design);

[[nodiscard]] int cores_of(const std::vector<Stage>& stages);

/// Does the stage take its activations from the stage before by `link`, or pass its own on so? The
/// way between a layer and its aggregation is not a link.
[[nodiscard]] bool takes_by(Link link, const std::vector<Stage>& stages, std::size_t stage);
[[nodiscard]] bool gives_by(Link link, const std::vector<Stage>& stages, std::size_t stage);

/// The smallest power of two that is at least `size` and at least `min`.
[[nodiscard]] int padded(int size, int min);

/// The shift of a layer's sums, chosen if the design leaves it open.
[[nodiscard]] int shift_of(const NetworkDesign& design, std::size_t layer);
/// The shift of an aggregation's sums; for a mean, the binary logarithm of the number of rows.
[[nodiscard]] int shift_of_aggregation(const NetworkDesign& design, const Stage& stage);

}  // namespace xdnasim::network
