#pragma once
// A network of dense layers that stays on the array, layers side by side, activations handed on
// from one to the next: what was asked, what was chosen, and what follows from both (Ji et al.,
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

/// How activations come to a layer from the one before.
enum class Link : std::uint8_t {
    Cascade,  ///< from core to core, eastwards; layers as high as each other, side by side
    Dma,      ///< by streams between the cores' DMAs
    MemTile,  ///< by streams through a mem tile
    Pl,       ///< out to the programmable logic and in again
};
inline constexpr std::array kLinks{Link::Cascade, Link::Dma, Link::MemTile, Link::Pl};
static_assert(base::lists_all<kLinks>());
[[nodiscard]] std::string to_string(Link link);  // "mem-tile"

/// What becomes of the rows behind a layer.
enum class Aggregation : std::uint8_t { Sum, Mean };
inline constexpr std::array kAggregations{Aggregation::Sum, Aggregation::Mean};
static_assert(base::lists_all<kAggregations>());
[[nodiscard]] std::string to_string(Aggregation aggregation);  // "mean"

/// Into how many parts M, K and N of a layer are split.
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
    std::optional<Aggregation> aggregate;  ///< behind it, over the rows
    struct {
        Open<int> a, b, c;
    } split;
    Open<Link> link;
    Open<int> column;  ///< of its south-west core
    Open<int> row;
};

inline constexpr int kMaxLayers = 64;

struct NetworkDesign {
    int rows = 0;     ///< of the input
    int columns = 0;  ///< of the input
    std::vector<LayerDesign> layers;
    std::optional<Link> link;  ///< of all layers that do not say
    kernels::RowSum aggregate_by = kernels::RowSum::Product;
    kernels::Rounding rounding = kernels::Rounding::ConvEven;
    int samples = 1;
    std::optional<double> pl_clock_ghz;
    int seed = 1;  ///< of weights and biases
    /// The search for what was left open came to its limit: choices that it did not try may be
    /// faster.
    bool search_was_cut_off = false;

    /// Index of the layer that rows are aggregated behind; none: there is no such layer.
    [[nodiscard]] std::optional<std::size_t> aggregated() const;
    [[nodiscard]] int output_rows() const { return aggregated() ? 1 : rows; }
};

// What runs on the array: layers with sizes that the kernels take, and the aggregation between two
// of them.

/// Sizes are padded to multiples of the tiles of activations and then to powers of two, so that
/// they can be split.
struct Stage {
    std::size_t layer = 0;  ///< of the design; of an aggregation, the one that it is behind
    bool aggregates = false;
    int m = 0, k = 0, n = 0;  ///< padded
    int rows = 0;             ///< of m that are not padding
    Split split;
    Link link = Link::Dma;  ///< to it
    arch::TileId at;        ///< its south-west core

    [[nodiscard]] int rows_out() const { return aggregates ? 1 : rows; }  ///< without padding
    [[nodiscard]] int height() const { return split.a * split.c; }        ///< in cores
    [[nodiscard]] int width() const { return split.b; }
    // Of a core.
    [[nodiscard]] int m_core() const { return m / split.a; }
    [[nodiscard]] int k_core() const { return k / split.b; }
    [[nodiscard]] int n_core() const { return n / split.c; }
    /// Rows of cores: those of a part of M lie together.
    [[nodiscard]] arch::TileId core(int a, int b, int c) const {
        return {at.column + b, at.row + a * split.c + c};
    }
    [[nodiscard]] bool operator==(const Stage&) const = default;
};

/// In their order, with everything that the design says; splits, links and places that it leaves
/// open are those of a Stage.
[[nodiscard]] std::vector<Stage> stages_of(const NetworkDesign& design);

[[nodiscard]] int cores_of(const std::vector<Stage>& stages);

/// Whether a stage takes its activations from the one before by such a link, or gives its own so.
/// The way between a layer and its aggregation is no link.
[[nodiscard]] bool takes_by(Link link, const std::vector<Stage>& stages, std::size_t stage);
[[nodiscard]] bool gives_by(Link link, const std::vector<Stage>& stages, std::size_t stage);

/// The least power of two that is no less than `size` and `min`.
[[nodiscard]] int padded(int size, int min);

/// The shift of a layer's sums, chosen where it is left open.
[[nodiscard]] int shift_of(const NetworkDesign& design, std::size_t layer);
/// Of an aggregation's sums: of a mean, the logarithm of the rows.
[[nodiscard]] int shift_of_aggregation(const NetworkDesign& design, const Stage& stage);

}  // namespace xdnasim::network
