#pragma once
// Transfers by streams from the cores of a stage to those of the next: which part of the
// activations moves from where to where.

#include <vector>

#include "workloads/network/network_design.hpp"

namespace xdnasim::network {

/// A part of a matrix of activations that consists of whole tiles.
struct Part {
    int row = 0;
    int column = 0;
    int rows = 0;
    int columns = 0;

    [[nodiscard]] int elements() const { return rows * columns; }
    [[nodiscard]] bool overlaps(const Part& other) const;
    [[nodiscard]] bool operator==(const Part&) const = default;
};
/// The intersection of two parts that overlap.
[[nodiscard]] Part common(const Part& a, const Part& b);
/// The smallest part that contains both.
[[nodiscard]] Part around(const Part& a, const Part& b);

/// The part of the incoming activations that a core needs, and the part that it produces.
[[nodiscard]] Part input_of(const Stage& stage, int a, int b);
[[nodiscard]] Part output_of(const Stage& stage, int a, int c);

/// A core that holds outputs of a stage: one of the last column, or the lowest core of an
/// aggregation.
struct Holder {
    arch::TileId tile;
    Part part;
};
[[nodiscard]] std::vector<Holder> holders_of(const Stage& stage);
/// The part that a holder of the last stage sends to the PL: if one of its two blocks of outputs
/// contains only padding, the other block. Example: the single row of a DeepSets with 10 outputs
/// leaves as 4 x 16.
[[nodiscard]] Part part_leaving(const Holder& holder, const Stage& stage);

/// A stream from one core to others, and the part that it moves.
struct Piece {
    arch::TileId from;
    Part part;
    std::vector<arch::TileId> to;
};

/// The streams between two stages. A core that gives parts to several rows or columns of the next
/// stage sends its two halves on a channel each, to all cores that need some of the half.
[[nodiscard]] std::vector<Piece> pieces_between(const Stage& from, const Stage& to);

/// The part of the activations that a core stores when it receives these pieces: at least what it
/// needs.
[[nodiscard]] Part held_of(const Stage& from, const Stage& to, int a, int b);

/// Channels that the DMA of a core of the later stage needs for inputs, and that of a core of the
/// earlier stage for outputs; one for each stream.
struct ChannelsNeeded {
    int in = 0;
    int out = 0;
};
[[nodiscard]] ChannelsNeeded channels_between(const Stage& from, const Stage& to);

}  // namespace xdnasim::network
