#pragma once
// The types in a call of a function.

#include <vector>

#include "workloads/design/ir/fields.hpp"

namespace xdnasim::design {

/// The types in a call of a function.
struct CallTypes {
    std::vector<ir::Range> arguments;
    std::vector<ir::Range> results;
};
/// Reads the types of `call`, a func.call.
[[nodiscard]] CallTypes call_types_of(const ir::Fields& call);

}  // namespace xdnasim::design
