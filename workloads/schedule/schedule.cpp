#include "xdnasim/workloads/schedule/schedule.hpp"

#include <algorithm>
#include <utility>

namespace xdnasim::schedule {

double GemmDescription::useful_share() const {
    const auto macs = [](const Extent& extent) {
        return static_cast<double>(extent.m) * static_cast<double>(extent.k) *
               static_cast<double>(extent.n);
    };
    return macs(asked) / macs(padded);
}

std::string to_string(Walk walk) {
    switch (walk) {
        case Walk::Along:
            return "along";
        case Walk::Across:
            return "across";
        case Walk::Bands:
            break;
    }
    return "bands";
}

const TileProgram* Schedule::find(arch::TileId tile) const {
    const auto at = std::ranges::lower_bound(tiles, tile, {}, &TileProgram::tile);
    return at != tiles.end() && at->tile == tile ? &*at : nullptr;
}

TileProgram* Schedule::find(arch::TileId tile) {
    return const_cast<TileProgram*>(std::as_const(*this).find(tile));
}

}  // namespace xdnasim::schedule
