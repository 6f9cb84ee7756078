#pragma once
// A recording as lists of intervals, so that it can be laid beside another.

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "arch/generation.hpp"
#include "traces/recording/config.hpp"
#include "traces/recording/decode.hpp"
#include "traces/recording/word_source.hpp"
#include "traces/words/packet.hpp"

namespace xdnasim::comparison {

/// Cycles from `begin` up to `end`, the one after the last.
struct Interval {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    [[nodiscard]] std::int64_t length() const { return end - begin; }
    bool operator==(const Interval&) const = default;
};

using Intervals = std::vector<Interval>;  ///< in order of time, apart from each other

/// What a recording has of a unit.
struct Extent {
    bool started = false;                 ///< else its first packets are lost
    std::optional<std::uint64_t> stop{};  ///< nullopt: it is cut off
    std::uint64_t last = 0;               ///< cycle of the last frame
};

struct RecordedUnit {
    words::Unit unit{};
    std::array<Intervals, words::kSlots> slots{};
    /// Of intervals that begin at `from` or later, the beginning was seen; of those that end at
    /// `to` or before, the end.
    std::int64_t from = 0;
    std::int64_t to = 0;
    bool started = false;  ///< else its first packets are lost
    bool stopped = false;  ///< else it is cut off

    void set_extent(const Extent& extent);
    void shift(std::int64_t cycles);
};

struct Recorded {
    std::string name{};  ///< of the file, or of where else its words come from
    std::vector<RecordedUnit> units{};
    recording::SlotNames names{};
    recording::FaultLog faults{};
    std::vector<std::string> notes{};  ///< what of it was left out
    /// A start of every unit is known, its first or a later one: cycles count from the first of
    /// them. Otherwise those of each unit count from its own first frame.
    bool common_time = false;

    /// `timers`: of the units, each in its cycle 0; nullopt: not known.
    void put_on_common_time(std::span<const std::optional<std::uint64_t>> timers);
    void shift(std::int64_t cycles);
};

/// 128 MB.
inline constexpr std::size_t kMaxIntervals = 8'000'000;

/// Throws InputError when the words cannot be read, hold no packet, or more than `limit` intervals.
[[nodiscard]] Recorded read_recording(recording::WordSource& words, recording::TraceConfig config,
                                      std::size_t limit = kMaxIntervals);

/// Of trace events that do not tell their device. Both generations call most events alike.
inline constexpr arch::Generation kUsualGeneration = arch::Generation::AieMl;

/// The same of a file of words or of trace events (recorded_events.hpp). These name their events
/// themselves, of `generation` unless they tell theirs; where they do not, as where words do not,
/// `config` does. Without it the slots go by their numbers.
[[nodiscard]] Recorded read_named(const std::filesystem::path& words,
                                  std::optional<recording::TraceConfig> config,
                                  arch::Generation generation = kUsualGeneration,
                                  std::size_t limit = kMaxIntervals);

/// The same, with the configuration in a file.
[[nodiscard]] Recorded read_recording(const std::filesystem::path& words,
                                      const std::optional<std::filesystem::path>& config,
                                      std::size_t limit = kMaxIntervals);

}  // namespace xdnasim::comparison
