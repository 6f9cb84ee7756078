#pragma once
// Recordings and comparisons as tables of text, and which slots their units watch.

#include <filesystem>
#include <optional>
#include <string>

#include "traces/comparison/comparison.hpp"
#include "traces/recording/statistics.hpp"

namespace xdnasim::cli {

struct SlotConfig {
    std::optional<std::filesystem::path> file{};
    std::string note{};  ///< when it is not as the user asked for
};

/// `given`; or else what `simulate --trace` wrote beside the file `words`; or else `otherwise`.
[[nodiscard]] SlotConfig slot_config(const std::string& words,
                                     const std::optional<std::string>& given,
                                     const std::optional<std::string>& otherwise = {});

/// What a configuration says (JSON), or what a design's instruction stream writes to the registers
/// of trace units. Throws InputError when the file is neither, or has no trace unit.
[[nodiscard]] recording::TraceConfig load_slot_events(const std::filesystem::path& file);

/// On standard error; an empty one is none.
void write_note(const std::string& note);

// What a person is told about a decoded trace.

/// Per unit: when it was traced, its events that occurred, its kernels.
[[nodiscard]] std::string trace_summary(const recording::Decoded& decoded,
                                        const recording::Statistics& statistics,
                                        const recording::SlotNames& names);

// What a person is told about two recordings that were compared.

/// Per unit: its kernels, its events, where it first diverges; at the end, what it comes to.
[[nodiscard]] std::string comparison_report(const comparison::Comparison& comparison);

}  // namespace xdnasim::cli
