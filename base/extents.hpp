#pragma once
// Sizes as people write them: 64x216x64.

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/node.hpp"

namespace xdnasim::base {

struct ExtentsForm {
    std::string_view names;    ///< "ROWSxCOLUMNS": as many numbers, with x between them
    std::int64_t max = 0;      ///< largest value of each number
    std::string_view example;  ///< "2x2"
};

/// The numbers, each from 1 to form.max. Throws InputError at the node's place if its text does not
/// have this form.
[[nodiscard]] std::vector<std::int64_t> extents(const Node& node, const ExtentsForm& form);

}  // namespace xdnasim::base
