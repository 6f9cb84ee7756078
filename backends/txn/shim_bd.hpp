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

/// Where in a BD the low word of its address is, in bytes: what a DDR_PATCH names.
inline constexpr std::uint32_t kBdAddress = 4;
/// Has word `word` of a BD a part of its address?
[[nodiscard]] constexpr bool holds_address(std::size_t word) {
    return word == 1 || word == 2;
}

/// Has word `word` of a BD the count of its iterations?
[[nodiscard]] bool holds_iteration(std::size_t word);

/// How much a shim's DMA asks of the host's memory at once.
enum class Burst : std::uint8_t {
    Shortest,  ///< kShortestBurst
    Longest    ///< that the generation has
};
inline constexpr arch::Bytes kShortestBurst{64};
/// The bursts that the device's shims have, from the shortest on (mlir-aie AIETargetModel). Index:
/// what stands in Burst_Length.
[[nodiscard]] std::span<const arch::Bytes> burst_lengths(const arch::Device& device);

/// The longest, but for the words of trace units: what does not fill a burst at the end of a trace
/// is never written (mlir-aie, programming_guide/section-4/section-4b).
[[nodiscard]] Burst burst_of(const schedule::WriteBd& write, const schedule::Schedule& schedule);

/// A BD of `shim` without its address, which a DDR_PATCH gives. `name` is for errors.
/// Throws InputError when a field cannot hold what the BD says.
[[nodiscard]] BdWords words_of(const schedule::Bd& bd, arch::TileId shim,
                               const arch::Device& device, const std::string& name,
                               Burst burst = Burst::Longest);

/// What the words mean (bd_coding.hpp); its offset is the address in them.
/// Throws InputError for what the simulated DMA does not do.
[[nodiscard]] schedule::Bd bd_of(const BdWords& words, arch::TileId shim, const std::string& name);

}  // namespace xdnasim::txn
