#pragma once
// Recordings in the form of trace events (JSON), which Perfetto and Chrome read. Most published
// recordings have this form.

#include <cstddef>
#include <filesystem>

#include "arch/generation.hpp"
#include "traces/comparison/recorded.hpp"

namespace xdnasim::comparison {

/// Does the file begin like JSON? Throws InputError if it cannot be read or is compressed.
[[nodiscard]] bool is_event_json(const std::filesystem::path& file);

/// Reads rows as mlir-aie's parser and `trace decode --json` write them: a process is a trace unit,
/// "core_trace for tile2,1" (row, column); a thread is one of its slots; a microsecond is a cycle
/// of the unit since its start. Rows name their events, which are those of `generation` unless the
/// file gives a device. If the file says that it, or a unit in it, was decoded without a
/// configuration, the slots have no names. Events that the generation does not have, and rows that
/// do not fit together, are left out with a note. Throws InputError if the file is not such JSON,
/// has no unit, or has more than `limit` intervals.
[[nodiscard]] Recorded read_event_json(const std::filesystem::path& file,
                                       arch::Generation generation,
                                       std::size_t limit = kMaxIntervals);

}  // namespace xdnasim::comparison
