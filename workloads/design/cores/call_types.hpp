#pragma once
// The types that a call of a function is written with.

#include <vector>

#include "workloads/design/ir/fields.hpp"

namespace xdnasim::design {

/// The types of a call of a function.
struct CallTypes {
    std::vector<ir::Range> arguments;
    std::vector<ir::Range> results;
};
/// `call`: of a func.call.
[[nodiscard]] CallTypes call_types_of(const ir::Fields& call);

}  // namespace xdnasim::design
