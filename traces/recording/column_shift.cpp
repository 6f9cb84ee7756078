#include "traces/recording/column_shift.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <tuple>

namespace xdnasim::recording {

words::Unit moved(words::Unit unit, int columns) {
    unit.tile.column += columns;
    return unit;
}

int best_column_shift(std::span<const words::Unit> from, std::span<const words::Unit> to) {
    std::map<int, int> partners;  // by shift
    for (const words::Unit& a : from)
        for (const words::Unit& b : to) {
            const int shift = b.tile.column - a.tile.column;
            if (moved(a, shift) == b) ++partners[shift];
        }
    const auto rank = [](const auto& entry) {
        return std::tuple{-entry.second, std::abs(entry.first), entry.first};
    };
    const auto best =
        std::min_element(partners.begin(), partners.end(),
                         [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    return best == partners.end() ? 0 : best->first;
}

}  // namespace xdnasim::recording
