#pragma once
// A shim's BD and the eight words of its registers.

#include <array>
#include <cstdint>
#include <string>

#include "arch/device.hpp"
#include "backends/txn/shim_registers.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::txn {

using BdWords = std::array<std::uint32_t, kBdWords>;

/// A BD of `shim` without its address, which a DDR_PATCH gives. `name` is for errors.
/// Throws InputError when a field cannot hold what the BD says.
[[nodiscard]] BdWords words_of(const schedule::Bd& bd, arch::TileId shim,
                               const arch::Device& device, const std::string& name);

/// What the words mean, in its shortest form; its offset is the address in them, its id and
/// buffer are not set. A dimension has no wrap register when it is the outermost: what the length
/// leaves for it is its size.
/// Throws InputError for what the simulated DMA does not do.
[[nodiscard]] schedule::Bd bd_of(const BdWords& words, arch::TileId shim, const std::string& name);

}  // namespace xdnasim::txn
