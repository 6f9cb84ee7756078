#pragma once
// Statistics of a recording: how often and how long its events were asserted.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "traces/recording/config.hpp"
#include "traces/recording/decode.hpp"
#include "traces/words/levels.hpp"

// Division of a unit's levels into the beginnings and ends of each event.

namespace xdnasim::recording {

/// Calls `ended(slot)` for the slots that are in `before` and not in `after`, then `began(slot)`
/// for those that are in `after` and not in `before`, each in ascending order, as mlir-aie's parser
/// does.
template <typename Ended, typename Began>
void for_each_change(std::uint8_t before, std::uint8_t after, Ended ended, Began began) {
    for (unsigned rest = before & ~unsigned{after}; rest != 0; rest &= rest - 1)
        ended(std::countr_zero(rest));
    for (unsigned rest = after & ~unsigned{before}; rest != 0; rest &= rest - 1)
        began(std::countr_zero(rest));
}

// Conversion of a unit's levels into the intervals in which its slots were asserted.

struct SlotInterval {
    std::uint64_t length = 0;  ///< in cycles
    std::uint32_t slot = 0;
};

class IntervalReader {
 public:
    static constexpr std::size_t kMaxLevels = 64;
    using Intervals = std::array<SlotInterval, words::kSlots * kMaxLevels>;

    /// Writes the intervals that end within `levels`, at most kMaxLevels, and returns their
    /// number.
    std::size_t read(std::span<const words::Level> levels, Intervals& intervals);

 private:
    std::array<std::uint64_t, words::kSlots + 1> begins_{};  ///< index: slot; the last is a dummy
    std::uint8_t asserted_ = 0;
};

/// Count, sum, minimum and maximum of numbers of cycles.
class Spread {
 public:
    void add(std::uint64_t cycles) {
        ++count_;
        sum_ += cycles;
        least_ = std::min(least_, cycles);
        most_ = std::max(most_, cycles);
    }
    [[nodiscard]] std::uint64_t count() const { return count_; }
    [[nodiscard]] std::uint64_t sum() const { return sum_; }
    // Precondition of the following functions: count() is not 0.
    [[nodiscard]] std::uint64_t min() const { return least_; }
    [[nodiscard]] std::uint64_t max() const { return most_; }
    [[nodiscard]] double mean() const {
        return static_cast<double>(sum_) / static_cast<double>(count_);
    }

 private:
    std::uint64_t count_ = 0;
    std::uint64_t sum_ = 0;
    std::uint64_t least_ = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t most_ = 0;
};

/// Times of kernel calls. INSTR_EVENT_0 marks the beginning of a kernel and INSTR_EVENT_1 its end;
/// if both are in the same cycle, a kernel ends and the next one begins.
struct KernelTimes {
    Spread length;  ///< from event 0 to the first event 1 after it
    Spread period;  ///< from event 0 to event 0
    Spread gap;     ///< from event 1 to event 0
};

/// The slots of a unit that watch the beginnings and the ends of kernels.
struct KernelSlots {
    int begin = 0;
    int end = 0;
    bool operator==(const KernelSlots&) const = default;
};

class Statistics final : public Listener {
 public:
    /// `config`: nullptr if the slots have no names.
    explicit Statistics(const TraceConfig* config) : config_{config} {}

    void on_stream(int stream, const words::PacketHeader& header) override;
    void on_levels(int stream, std::span<const words::Level> levels) override;

    [[nodiscard]] const Spread& intervals(std::size_t stream, int slot) const {
        return streams_[stream].slots[static_cast<std::size_t>(slot)];
    }
    /// Times of a stream's kernel calls. `slots`: the slots of its unit in the configuration.
    [[nodiscard]] KernelTimes kernels(std::size_t stream, const KernelSlots& slots) const;

 private:
    struct Kernels {
        KernelSlots slots;
        KernelTimes times{};
        std::optional<std::uint64_t> last_begin{};
        std::optional<std::uint64_t> last_end{};  ///< the first end after last_begin
        /// Counts the slots of the mask `begun`, which begin in `cycle`.
        void begin(unsigned begun, std::uint64_t cycle);
    };
    struct Stream {
        std::array<Spread, words::kSlots> slots;
        IntervalReader reader;
        unsigned kernel_mask = 0;  ///< mask of all slots in `kernels`
        unsigned marked = 0;       ///< those slots of kernel_mask that are asserted
        /// One entry for each pair of slots that a configured unit of the same module has, since
        /// the shift of the configured columns is known only when all units have appeared. Usually
        /// all units of a module have the same slots.
        std::vector<Kernels> kernels;
    };

    static void find_kernels(Stream& state, std::span<const words::Level> levels);

    const TraceConfig* config_;
    std::vector<Stream> streams_;
    IntervalReader::Intervals intervals_;  ///< buffer for the intervals of the last levels
};

// Diagram in characters of when each event of a recording was asserted.

/// Listener that draws the diagram. Its memory depends only on the number of units: as the
/// recording goes on, a column stands for more cycles.
class Activity final : public Listener {
 public:
    void on_levels(int stream, std::span<const words::Level> levels) override;

    /// A line for each event that occurs.
    [[nodiscard]] std::string text(const Decoded& decoded, const SlotNames& names) const;

 private:
    static constexpr std::size_t kColumns = 80;
    using Columns = std::array<std::uint64_t, kColumns>;  ///< cycles asserted in each column
    struct Stream {
        std::array<Columns, words::kSlots> slots{};
        std::array<std::uint64_t, words::kSlots> begins{};
        std::uint8_t asserted = 0;
    };

    void add(Columns& columns, std::uint64_t begin, std::uint64_t end) const;
    void make_room_for(std::uint64_t end);
    [[nodiscard]] std::vector<int> shown_slots(std::size_t stream) const;
    [[nodiscard]] std::string bar(const Columns& columns, std::uint64_t end) const;

    std::uint64_t width_ = 1;  ///< cycles of a column
    std::vector<Stream> streams_;
};

}  // namespace xdnasim::recording
