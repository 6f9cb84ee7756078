#pragma once
// What moves from the cores of a stage to those of the next, where it does so by streams: which
// part of the activations from where to where.

#include <vector>

#include "workloads/network/network_design.hpp"

namespace xdnasim::network {

/// A part of a matrix of activations; of whole tiles.
struct Part {
    int row = 0;
    int column = 0;
    int rows = 0;
    int columns = 0;

    [[nodiscard]] int elements() const { return rows * columns; }
    [[nodiscard]] bool overlaps(const Part& other) const;
    [[nodiscard]] bool operator==(const Part&) const = default;
};
/// Of two that overlap.
[[nodiscard]] Part common(const Part& a, const Part& b);
/// The least that holds both.
[[nodiscard]] Part around(const Part& a, const Part& b);

/// What a core needs of the activations that come to its stage, and what it gives.
[[nodiscard]] Part input_of(const Stage& stage, int a, int b);
[[nodiscard]] Part output_of(const Stage& stage, int a, int c);

/// The cores that hold the outputs of a stage: those of its last column, or the lowest one of an
/// aggregation.
struct Holder {
    arch::TileId tile;
    Part part;
};
[[nodiscard]] std::vector<Holder> holders_of(const Stage& stage);
/// Of a last stage, what a holder gives to the PL: where one block of outputs is of padding alone,
/// the other one. The single row of a DeepSets with 10 outputs leaves as 4 x 16.
[[nodiscard]] Part part_leaving(const Holder& holder, const Stage& stage);

/// A stream from a core to others.
struct Piece {
    arch::TileId from;
    Part part;
    std::vector<arch::TileId> to;
};

/// Where a core gives parts to several rows or columns of the next stage, it sends its two halves
/// by a channel each, to all that need something of them.
[[nodiscard]] std::vector<Piece> pieces_between(const Stage& from, const Stage& to);

/// What a core keeps of the activations that come to it in these pieces: no less than it needs.
[[nodiscard]] Part held_of(const Stage& from, const Stage& to, int a, int b);

/// Streams into a core of the stage, and out of one of the stage before, a channel of its DMA each.
struct ChannelsNeeded {
    int in = 0;
    int out = 0;
};
[[nodiscard]] ChannelsNeeded channels_between(const Stage& from, const Stage& to);

}  // namespace xdnasim::network
