#include "xdnasim/workloads/schedule/schedule.hpp"

#include <algorithm>
#include <utility>

namespace xdnasim::schedule {

const TileProgram* Schedule::find(arch::TileId tile) const {
    const auto at = std::ranges::lower_bound(tiles, tile, {}, &TileProgram::tile);
    return at != tiles.end() && at->tile == tile ? &*at : nullptr;
}

TileProgram* Schedule::find(arch::TileId tile) {
    return const_cast<TileProgram*>(std::as_const(*this).find(tile));
}

}  // namespace xdnasim::schedule
