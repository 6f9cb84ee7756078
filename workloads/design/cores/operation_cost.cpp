#include "workloads/design/cores/operation_cost.hpp"

#include <array>
#include <utility>

namespace xdnasim::design {
namespace {

using Entry = std::pair<std::string_view, std::int64_t>;

// The first that the name begins with.
constexpr std::array kCosts{
    Entry{"memref.load", 7},
    Entry{"memref.store", 1},
    Entry{"memref.atomic_rmw", 9},  // a load, an addition, a store
    Entry{"affine.load", 7},
    Entry{"affine.store", 1},
    Entry{"vector.load", 7},
    Entry{"vector.store", 1},
    Entry{"vector.transfer_read", 7},
    Entry{"vector.transfer_write", 1},
    Entry{"vector.", 1},
    Entry{"arith.mulf", 4},
    Entry{"arith.mul", 2},
    Entry{"arith.div", 40},
    Entry{"arith.rem", 40},
    Entry{"arith.floordiv", 40},
    Entry{"arith.ceildiv", 40},
    Entry{"arith.addf", 4},
    Entry{"arith.subf", 4},
    Entry{"arith.", 1},
    Entry{"math.", 40},
    Entry{"aievec.", 1},
};

}  // namespace

std::optional<std::int64_t> cost_of(std::string_view operation) {
    for (const auto& [prefix, cycles] : kCosts)
        if (operation.starts_with(prefix)) return cycles;
    return std::nullopt;
}

}  // namespace xdnasim::design
