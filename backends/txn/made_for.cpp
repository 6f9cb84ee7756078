#include <fmt/format.h>

#include "backends/txn/txn.hpp"

namespace xdnasim::txn {

void require_header_of(const Header& header, const arch::Device& device) {
    const Header right = header_for(device);
    const auto require = [&](std::size_t word, const char* what, int is, int allowed) {
        if (is != allowed)
            refuse(word, fmt::format("{} {}; device {} has {}", what, is, device.name, allowed));
    };
    require(0, "device generation", header.generation, right.generation);
    require(0, "number of rows", header.rows, right.rows);
    require(1, "number of mem tile rows", header.mem_tile_rows, right.mem_tile_rows);
    // A chip may have one column more than can be used: Phoenix has five, and the headers of
    // streams of 2024 say five.
    if (header.columns < 1 || header.columns > right.columns + 1)
        refuse(1, fmt::format("{} columns; device {} has 1 to {}", header.columns, device.name,
                              right.columns));
}

void require_argument(std::size_t word, const PatchAddress& op, std::size_t host_buffers) {
    if (op.argument >= host_buffers)
        refuse(word, fmt::format("a DDR_PATCH with argument {}, counted from 0; the design has {}",
                                 op.argument, host_buffers));
}

void require_made_for(const Stream& stream, const arch::Device& device, std::size_t host_buffers) {
    require_header_of(stream.header, device);
    for (const PlacedOperation& placed : stream.operations)
        if (const auto* patch = std::get_if<PatchAddress>(&placed.operation))
            require_argument(placed.word, *patch, host_buffers);
}

}  // namespace xdnasim::txn
