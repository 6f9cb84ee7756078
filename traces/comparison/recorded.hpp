#pragma once
// Recordings as lists of intervals, for comparison.

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

/// The cycles from `begin` up to, but not including, `end`.
struct Interval {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    [[nodiscard]] std::int64_t length() const { return end - begin; }
    bool operator==(const Interval&) const = default;
};

using Intervals = std::vector<Interval>;  ///< disjoint intervals in order of time

/// The part of a unit's trace that a recording contains.
struct Extent {
    bool started = false;                 ///< false: the first packets are lost
    std::optional<std::uint64_t> stop{};  ///< cycle of the Stop; nullopt: the trace is cut off
    std::uint64_t last = 0;               ///< cycle of the last frame
};

struct RecordedUnit {
    words::Unit unit{};
    std::array<Intervals, words::kSlots> slots{};
    std::int64_t from = 0;  ///< intervals that begin at this cycle or later were seen to begin
    std::int64_t to = 0;    ///< intervals that end at this cycle or before were seen to end
    bool started = false;   ///< false: the first packets are lost
    bool stopped = false;   ///< false: the trace is cut off

    void set_extent(const Extent& extent);
    void shift(std::int64_t cycles);
};

struct Recorded {
    std::string name{};  ///< name of the file, or of another source of the words
    std::vector<RecordedUnit> units{};
    recording::SlotNames names{};
    recording::FaultLog faults{};
    std::vector<std::string> notes{};  ///< notes on what was left out
    /// Whether a start of every unit is known, the first or a later one. If so, the cycles of all
    /// units count from the earliest start; otherwise, those of each unit from its own first frame.
    bool common_time = false;

    /// Sets common_time and shifts the units. `timers`: the timer of each unit in the unit's cycle
    /// 0; nullopt: not known.
    void put_on_common_time(std::span<const std::optional<std::uint64_t>> timers);
};

/// Most intervals of a recording, which take 128 MB.
inline constexpr std::size_t kMaxIntervals = 8'000'000;

/// Reads a recording. Throws InputError if the words cannot be read, contain no packet, or have
/// more than `limit` intervals.
[[nodiscard]] Recorded read_recording(recording::WordSource& words, recording::TraceConfig config,
                                      std::size_t limit = kMaxIntervals);

/// Generation that is assumed for trace events that do not give their device. Both generations have
/// the same names for most events.
inline constexpr arch::Generation kUsualGeneration = arch::Generation::AieMl;

/// Reads a file of words or of trace events (recorded_events.hpp). Trace events normally name their
/// events, which are those of `generation` unless the file gives another one. If the file does not
/// name the events, `config` does; without `config`, slots are identified by number. Throws
/// InputError as above.
[[nodiscard]] Recorded read_named(const std::filesystem::path& words,
                                  std::optional<recording::TraceConfig> config,
                                  arch::Generation generation = kUsualGeneration,
                                  std::size_t limit = kMaxIntervals);

/// Reads a file as read_named() does, with an optional configuration in a file.
[[nodiscard]] Recorded read_recording(const std::filesystem::path& words,
                                      const std::optional<std::filesystem::path>& config,
                                      std::size_t limit = kMaxIntervals);

}  // namespace xdnasim::comparison
