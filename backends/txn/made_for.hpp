#pragma once
// What a stream says of the device and the design that it was made for.

#include <cstddef>

#include "arch/device.hpp"
#include "backends/txn/txn.hpp"

namespace xdnasim::txn {

// Each throws InputError, with the word.

/// The header is that of streams for `device`.
void require_header_of(const Header& header, const arch::Device& device);
/// `op`, at `word`, patches in one of `host_buffers`.
void require_argument(std::size_t word, const PatchAddress& op, std::size_t host_buffers);

}  // namespace xdnasim::txn
