#pragma once
// How often and how long the events of a recording were asserted.

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "traces/recording/config.hpp"
#include "traces/recording/decode.hpp"
#include "traces/recording/interval_reader.hpp"

namespace xdnasim::recording {

/// Counts of cycles.
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
    // Precondition of the others: count() is not 0.
    [[nodiscard]] std::uint64_t least() const { return least_; }
    [[nodiscard]] std::uint64_t most() const { return most_; }
    [[nodiscard]] double mean() const {
        return static_cast<double>(sum_) / static_cast<double>(count_);
    }

 private:
    std::uint64_t count_ = 0;
    std::uint64_t sum_ = 0;
    std::uint64_t least_ = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t most_ = 0;
};

/// Kernels tell when they begin and end by INSTR_EVENT_0 and INSTR_EVENT_1. Where both are in one
/// cycle, a kernel ends and the next one begins.
struct KernelTimes {
    Spread length;  ///< from event 0 to the first event 1 behind it
    Spread period;  ///< from event 0 to event 0
    Spread gap;     ///< from event 1 to event 0
};

/// Which slots of a unit watch the beginnings and the ends of kernels.
struct KernelSlots {
    int begin = 0;
    int end = 0;
    bool operator==(const KernelSlots&) const = default;
};

class Statistics final : public Listener {
 public:
    /// `config`: nullptr where the slots have no names.
    explicit Statistics(const TraceConfig* config) : config_{config} {}

    void on_stream(int stream, const words::PacketHeader& header) override;
    void on_levels(int stream, std::span<const words::Level> levels) override;

    [[nodiscard]] const Spread& intervals(std::size_t stream, int slot) const {
        return streams_[stream].slots[static_cast<std::size_t>(slot)];
    }
    /// `slots`: of the stream's unit, in the configuration.
    [[nodiscard]] KernelTimes kernels(std::size_t stream, const KernelSlots& slots) const;

 private:
    struct Kernels {
        KernelSlots slots;
        KernelTimes times{};
        std::optional<std::uint64_t> last_begin{};
        std::optional<std::uint64_t> last_end{};  ///< the first behind it
        /// `begun`: a mask of the slots that begin in `cycle`.
        void begin(unsigned begun, std::uint64_t cycle);
    };
    struct Stream {
        std::array<Spread, words::kSlots> slots;
        IntervalReader reader;
        unsigned kernel_mask = 0;  ///< the slots of `kernels`
        unsigned marked = 0;       ///< of these, asserted
        /// On which columns the configured units are is known when all have appeared: until then
        /// this is any unit of its module. Those have the same slots, as a rule.
        std::vector<Kernels> kernels;
    };

    static void find_kernels(Stream& state, std::span<const words::Level> levels);

    const TraceConfig* config_;
    std::vector<Stream> streams_;
    IntervalReader::Intervals intervals_;  ///< those of the last levels
};

}  // namespace xdnasim::recording
