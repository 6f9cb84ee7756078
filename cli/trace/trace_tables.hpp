#pragma once
// Recordings of trace units and their comparisons as tables of text, and the configuration of
// slots.

#include <filesystem>
#include <optional>
#include <string>

#include "traces/comparison/comparison.hpp"
#include "traces/recording/statistics.hpp"

namespace xdnasim::cli {

struct SlotConfig {
    std::optional<std::filesystem::path> file{};  ///< nullopt if slots are known only by number
    std::string note{};  ///< remark for the user if the configuration is not the one asked for
};

/// Finds the configuration that says which events the slots watch: `given`; else the one that
/// `simulate --trace` wrote beside the file `words`; else `otherwise`.
[[nodiscard]] SlotConfig slot_config(const std::string& words,
                                     const std::optional<std::string>& given,
                                     const std::optional<std::string>& otherwise = {});

/// Reads which events the slots watch: from a configuration (JSON), or from what a design's
/// instruction stream writes to the registers of trace units. Throws InputError if the file is
/// neither, or configures no trace unit.
[[nodiscard]] recording::TraceConfig load_slot_events(const std::filesystem::path& file);

/// Writes a note to standard error; does nothing if it is empty.
void write_note(const std::string& note);

// The summary of a decoded trace.

/// For each unit: the traced cycles, the events that occurred, and the kernels.
[[nodiscard]] std::string trace_summary(const recording::Decoded& decoded,
                                        const recording::Statistics& statistics,
                                        const recording::SlotNames& names);

// The report on a comparison of two recordings.

/// For each unit: its kernels, its events, and where the recordings first diverge; at the end, the
/// verdict.
[[nodiscard]] std::string comparison_report(const comparison::Comparison& comparison);

}  // namespace xdnasim::cli
