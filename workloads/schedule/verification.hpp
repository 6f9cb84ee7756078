#pragma once
// What the check of a run that moved data has found.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arch/tile.hpp"

namespace xdnasim::schedule {

/// What a run started from, or computed on its way.
struct DataArray {
    std::string name;  ///< "layer_0"
    std::string type;  ///< of an element: "int8"
    std::vector<std::int64_t> shape;
    std::vector<std::byte> content;
    /// Rows and columns, which are the last two dimensions, and the core that computed them.
    struct Part {
        std::int64_t row = 0;
        std::int64_t column = 0;
        std::int64_t rows = 0;
        std::int64_t columns = 0;
        arch::TileId tile;
    };
    std::vector<Part> parts{};  ///< empty: no core has
};

/// What the check of a run's outputs found.
struct Verification {
    bool passed = false;
    std::string message;                      ///< first mismatch, or what was compared
    std::optional<double> saturated_share{};  ///< of the outputs; none where none can saturate
    std::vector<DataArray> arrays{};  ///< of a workload that has some beside its host buffers
    bool compared = true;             ///< false: data has moved, held against nothing
};

}  // namespace xdnasim::schedule
