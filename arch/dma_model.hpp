#pragma once
// The DMA of a tile: its channels, its BDs, and the limits that a BD's registers set.

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "arch/tile.hpp"
#include "arch/units.hpp"

namespace xdnasim::arch {

/// Largest BdLimits::dimensions that a device file may give.
inline constexpr int kMaxBdDimensions = 8;

/// Widths in bits of the registers that describe one BD, and the largest values that they hold.
/// Lengths, steps and addresses are stored in 32-bit words; steps and iteration wraps as value - 1
/// (AM025).
struct BdLimits {
    int dimensions = 0;  ///< of the address generator; the outermost one has no wrap register
    int length_bits = 0;
    int address_bits = 0;  ///< 0: the BD has a 48-bit byte address (shim)
    int step_bits = 0;
    int wrap_bits = 0;
    int iteration_step_bits = 0;
    int iteration_wrap_bits = 0;
    std::array<int, 3> padding_bits{};  ///< D0..D2, MM2S only; 0: no zero padding

    [[nodiscard]] constexpr Bytes max_length() const {
        return kWord * (values_of(length_bits) - 1);
    }
    /// Largest base address; nullopt: the BD's register does not limit it (shim).
    [[nodiscard]] constexpr std::optional<Bytes> max_address() const {
        if (address_bits == 0) return std::nullopt;
        return kWord * (values_of(address_bits) - 1);
    }
    [[nodiscard]] constexpr Bytes max_step() const { return kWord * values_of(step_bits); }
    /// Largest number of steps of a dimension that has a wrap register.
    [[nodiscard]] constexpr std::int64_t max_wrap() const { return values_of(wrap_bits) - 1; }
    [[nodiscard]] constexpr Bytes max_iteration_step() const {
        return kWord * values_of(iteration_step_bits);
    }
    /// Largest number of executions of the BD before its iteration offset starts again at the
    /// first.
    [[nodiscard]] constexpr std::int64_t max_iterations() const {
        return values_of(iteration_wrap_bits);
    }
    [[nodiscard]] constexpr bool pads() const { return padding_bits.front() > 0; }
    /// Most zeros at one side of dimension `index`. Precondition: index < padding_bits.size().
    [[nodiscard]] constexpr std::int64_t max_padding(std::size_t index) const {
        return values_of(padding_bits[index]) - 1;
    }

 private:
    [[nodiscard]] static constexpr std::int64_t values_of(int bits) {
        return std::int64_t{1} << bits;
    }
};

/// BDs of a tile that a channel can run: ids from `first` up to, but not including, `end`.
struct BdRange {
    int first = 0;
    int end = 0;
    auto operator<=>(const BdRange&) const = default;

    [[nodiscard]] constexpr int count() const { return end - first; }
    [[nodiscard]] constexpr bool contains(int id) const { return id >= first && id < end; }
};

struct DmaModel {
    int s2mm_channels = 0;
    int mm2s_channels = 0;
    int bds = 0;
    bool bds_split_by_parity = false;  ///< even channels: lower half of the BDs, odd: upper half
    int neighbour_channels = 0;        ///< channels 0..n-1 also reach the west and east mem tiles
    int task_queue_depth = 0;          ///< tasks that can wait in a queue; one more may run
    int max_repeat = 0;                ///< most repeats of a queue entry (0 = run once)
    BdLimits bd;

    [[nodiscard]] constexpr int channels(Direction direction) const {
        return direction == Direction::S2MM ? s2mm_channels : mm2s_channels;
    }
    /// The BDs that channel `channel` of either direction can run.
    [[nodiscard]] constexpr BdRange bds_of(int channel) const {
        if (!bds_split_by_parity) return {0, bds};
        const int half = bds / 2;
        return channel % 2 == 0 ? BdRange{0, half} : BdRange{half, bds};
    }
    /// Most executions of a BD in one task for which the BD's iteration gives each its own offset.
    [[nodiscard]] constexpr std::int64_t max_iterations_of_a_task() const {
        return std::min(bd.max_iterations(), std::int64_t{max_repeat} + 1);
    }
};

}  // namespace xdnasim::arch
