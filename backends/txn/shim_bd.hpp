#pragma once
// A shim's BD and the eight words of its registers (AM025, AIE-ML NoC Module).

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "arch/device.hpp"
#include "backends/txn/dma_registers.hpp"
#include "workloads/schedule/runtime_sequence.hpp"
#include "workloads/schedule/schedule.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::txn {

using BdWords = std::array<std::uint32_t, kBdWords>;

/// Byte offset in a BD of the low word of its address: a DDR_PATCH names that register.
inline constexpr std::uint32_t kBdAddress = 4;
/// Whether word `word` of a BD contains a part of its address.
[[nodiscard]] constexpr bool holds_address(std::size_t word) {
    return word == 1 || word == 2;
}

/// Whether word `word` of a BD contains its iteration counter.
[[nodiscard]] bool holds_iteration(std::size_t word);

/// Length of the bursts in which a shim's DMA accesses host memory.
enum class Burst : std::uint8_t {
    Shortest,  ///< kShortestBurst
    Longest    ///< the longest burst of the generation
};
inline constexpr arch::Bytes kShortestBurst{64};
/// Returns the burst lengths of the device's shims, in ascending order (mlir-aie AIETargetModel).
/// Index: value of the field Burst_Length.
[[nodiscard]] std::span<const arch::Bytes> burst_lengths(const arch::Device& device);

/// Returns the burst length to write: the longest, except for a BD that writes trace words, since
/// words at the end of a trace that do not fill a burst are never written (mlir-aie,
/// programming_guide/section-4/section-4b).
[[nodiscard]] Burst burst_of(const schedule::WriteBd& write, const schedule::Schedule& schedule);

/// Returns the words of a BD of `shim`, without its address, which a DDR_PATCH sets. `name`: name
/// of the BD, for errors. Throws InputError when a field cannot hold a value of the BD.
[[nodiscard]] BdWords words_of(const schedule::Bd& bd, arch::TileId shim,
                               const arch::Device& device, const std::string& name,
                               Burst burst = Burst::Longest);

/// Returns the BD in the words, as get_bd() in bd_coding.hpp; its offset is the address in them.
/// Throws InputError for settings that the simulated DMA does not support.
[[nodiscard]] schedule::Bd bd_of(const BdWords& words, arch::TileId shim, const std::string& name);

}  // namespace xdnasim::txn
