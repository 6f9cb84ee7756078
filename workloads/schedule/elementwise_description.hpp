#pragma once
// What a schedule computes when a core makes an object of each object it is sent.

#include <cstdint>
#include <optional>

#include "xdnasim/workloads/schedule/tile_program.hpp"

namespace xdnasim::schedule {

/// Object i of `out` is what kernel `kernel` makes of object i of `in`. For the check of a run and
/// the reports.
struct ElementwiseDescription {
    arch::TileId core;
    arch::Bytes object{};
    std::int64_t objects = 0;
    int depth = 0;                               ///< objects of each FIFO that a tile holds
    std::optional<arch::Bytes> mem_tile_object;  ///< none: past the mem tile
    HostBufferRef in{}, out{};
    int kernel = 0;

    [[nodiscard]] arch::Bytes size() const { return object * objects; }
};

}  // namespace xdnasim::schedule
