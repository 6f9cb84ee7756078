#include <algorithm>
#include <cstdlib>

#include "workloads/placement/annealing/estimate.hpp"

namespace xdnasim::placement {
namespace {

/// Number of paths with `along` horizontal and `up` vertical steps: C(along + up, up).
double paths(int along, int up) {
    double count = 1;
    for (int i = 1; i <= up; ++i)
        count = count * (along + i) / i;
    return count;
}

}  // namespace

BoxProbabilities::BoxProbabilities(CongestionModel model, int dx, int dy) : dx_{dx}, dy_{dy} {
    const int links = dx * (dy + 1) + dy * (dx + 1);
    const double even = links == 0 ? 0 : static_cast<double>(dx + dy) / links;
    const bool by_paths = model == CongestionModel::PathUniform;
    const double all = paths(dx, dy);
    for (int y = 0; y <= dy; ++y)
        for (int x = 0; x < dx; ++x)
            along_.push_back(by_paths ? paths(x, y) * paths(dx - x - 1, dy - y) / all : even);
    for (int x = 0; x <= dx; ++x)
        for (int y = 0; y < dy; ++y)
            up_.push_back(by_paths ? paths(x, y) * paths(dx - x, dy - y - 1) / all : even);
}

ExpectedCongestion::ExpectedCongestion(const Array& array, CongestionModel model)
    : array_{array}, model_{model}, expected_(array.size() * kHeadings.size()) {
    if (model == CongestionModel::None) return;
    for (int dx = 0; dx < array.columns(); ++dx)
        for (int dy = 0; dy < array.rows(); ++dy)
            boxes_.emplace_back(model, dx, dy);
    for (Array::Index i = 0; i < array.size(); ++i)
        for (const Heading heading : kHeadings)
            capacity_.push_back(array.links(array.tile(i), heading));
}

void ExpectedCongestion::clear() {
    std::ranges::fill(expected_, 0.0);
    excess_ = 0;
}

void ExpectedCongestion::add_to_link(arch::TileId tile, Heading heading, double nets) {
    const std::size_t link =
        array_.index(tile) * kHeadings.size() + static_cast<std::size_t>(heading);
    // Mem tiles have no links to the east and west; the nets expected there take other links.
    if (capacity_[link] <= 0) return;
    const double before = std::max(0.0, expected_[link] - capacity_[link]);
    expected_[link] += nets;
    excess_ += std::max(0.0, expected_[link] - capacity_[link]) - before;
}

void ExpectedCongestion::add(arch::TileId from, arch::TileId to, double times) {
    if (model_ == CongestionModel::None) return;
    const int dx = std::abs(to.column - from.column);
    const int dy = std::abs(to.row - from.row);
    const int east = to.column >= from.column ? 1 : -1;
    const int north = to.row >= from.row ? 1 : -1;
    const Heading along = east > 0 ? Heading::East : Heading::West;
    const Heading up = north > 0 ? Heading::North : Heading::South;
    const BoxProbabilities& probabilities = box(dx, dy);
    for (int x = 0; x <= dx; ++x)
        for (int y = 0; y <= dy; ++y) {
            const arch::TileId tile{from.column + east * x, from.row + north * y};
            if (x < dx) add_to_link(tile, along, times * probabilities.along(x, y));
            if (y < dy) add_to_link(tile, up, times * probabilities.up(x, y));
        }
}

}  // namespace xdnasim::placement
