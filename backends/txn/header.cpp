#include <fmt/format.h>

#include "backends/txn/stream.hpp"
#include "base/error.hpp"

namespace xdnasim::txn {

Header header_for(const arch::Device& device) {
    Header header{.rows = device.rows(), .columns = device.columns};
    header.mem_tile_rows = device.mem_rows();
    if (device.generation == "aie-ml")
        header.generation = 3;
    else if (device.generation == "aie2p")
        header.generation = 4;
    else
        throw base::InputError{fmt::format(
            "device {}: generation '{}' has no number in an instruction stream; allowed: aie-ml, "
            "aie2p",
            device.name, device.generation)};
    return header;
}

}  // namespace xdnasim::txn
