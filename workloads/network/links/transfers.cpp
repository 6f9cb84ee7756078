#include "workloads/network/links/transfers.hpp"

#include <algorithm>
#include <map>

namespace xdnasim::network {

bool Part::overlaps(const Part& other) const {
    return row < other.row + other.rows && other.row < row + rows &&
           column < other.column + other.columns && other.column < column + columns;
}

Part common(const Part& a, const Part& b) {
    Part both{std::max(a.row, b.row), std::max(a.column, b.column), 0, 0};
    both.rows = std::min(a.row + a.rows, b.row + b.rows) - both.row;
    both.columns = std::min(a.column + a.columns, b.column + b.columns) - both.column;
    return both;
}

Part around(const Part& a, const Part& b) {
    Part both{std::min(a.row, b.row), std::min(a.column, b.column), 0, 0};
    both.rows = std::max(a.row + a.rows, b.row + b.rows) - both.row;
    both.columns = std::max(a.column + a.columns, b.column + b.columns) - both.column;
    return both;
}

Part input_of(const Stage& stage, int a, int b) {
    return {a * stage.m_core(), b * stage.k_core(), stage.m_core(), stage.k_core()};
}

Part output_of(const Stage& stage, int a, int c) {
    return {a * stage.m_core(), c * stage.n_core(), stage.m_core(), stage.n_core()};
}

std::vector<Holder> holders_of(const Stage& stage) {
    if (stage.aggregates) return {{stage.at, {0, 0, kernels::kActivationTile, stage.n}}};
    std::vector<Holder> holders;
    for (int a = 0; a < stage.split.a; ++a)
        for (int c = 0; c < stage.split.c; ++c)
            holders.push_back({stage.core(a, stage.split.b - 1, c), output_of(stage, a, c)});
    return holders;
}

Part part_leaving(const Holder& holder, const Stage& stage) {
    Part part = holder.part;
    if (stage.rows_out() <= kernels::kActivationBlockRows)
        part.rows = kernels::kActivationBlockRows;
    return part;
}

namespace {

/// The parts that a core sends on each of its channels.
std::vector<Part> halves(const Part& whole, const Stage& to) {
    Part first = whole;
    Part second = whole;
    if (whole.rows > to.m_core()) {
        first.rows = second.rows = whole.rows / 2;
        second.row += second.rows;
    } else if (whole.columns > to.k_core()) {
        first.columns = second.columns = whole.columns / 2;
        second.column += second.columns;
    } else {
        return {whole};
    }
    return {first, second};
}

}  // namespace

std::vector<Piece> pieces_between(const Stage& from, const Stage& to) {
    std::vector<Piece> pieces;
    for (const Holder& holder : holders_of(from))
        for (const Part& part : halves(holder.part, to)) {
            Piece piece{holder.tile, part, {}};
            for (int a = 0; a < to.split.a; ++a)
                for (int c = 0; c < to.split.c; ++c)
                    for (int b = 0; b < to.split.b; ++b)
                        if (part.overlaps(input_of(to, a, b))) piece.to.push_back(to.core(a, b, c));
            pieces.push_back(std::move(piece));
        }
    return pieces;
}

Part held_of(const Stage& from, const Stage& to, int a, int b) {
    Part held = input_of(to, a, b);
    for (const Holder& holder : holders_of(from))
        for (const Part& part : halves(holder.part, to))
            if (part.overlaps(input_of(to, a, b))) held = around(held, part);
    return held;
}

ChannelsNeeded channels_between(const Stage& from, const Stage& to) {
    std::map<arch::TileId, int> in;
    std::map<arch::TileId, int> out;
    for (const Piece& piece : pieces_between(from, to)) {
        ++out[piece.from];
        for (const arch::TileId tile : piece.to)
            ++in[tile];
    }
    const auto most = [](const std::map<arch::TileId, int>& counts) {
        int max = 0;
        for (const auto& [tile, count] : counts)
            max = std::max(max, count);
        return max;
    };
    return {most(in), most(out)};
}

}  // namespace xdnasim::network
