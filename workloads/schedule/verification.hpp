#pragma once
// The result of checking a run that moved data.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arch/tile.hpp"

namespace xdnasim::schedule {

/// An array that a run starts from, or that it computes.
struct DataArray {
    std::string name;  ///< such as "layer_0"
    std::string type;  ///< type of an element, such as "int8"
    std::vector<std::int64_t> shape;
    std::vector<std::byte> content;
    /// A part of the array, as ranges of its last two dimensions (rows, columns), and the core that
    /// computed it.
    struct Part {
        std::int64_t row = 0;
        std::int64_t column = 0;
        std::int64_t rows = 0;
        std::int64_t columns = 0;
        arch::TileId tile;
    };
    std::vector<Part> parts{};  ///< empty if no core computed the array
};

/// The result of checking a run's outputs.
struct Verification {
    bool passed = false;
    std::string message;  ///< first mismatch, or what was compared
    /// Share of saturated outputs; nullopt if none can saturate.
    std::optional<double> saturated_share{};
    std::vector<DataArray> arrays{};  ///< intermediate arrays, of workloads that have some
    /// False: the run moved data, but there was nothing to compare it with.
    bool compared = true;
};

}  // namespace xdnasim::schedule
