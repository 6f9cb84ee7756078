#pragma once
// Recordings as trace events (JSON), as Perfetto and Chrome read them: most published ones are.

#include <cstddef>
#include <filesystem>

#include "arch/generation.hpp"
#include "traces/comparison/recorded.hpp"

namespace xdnasim::comparison {

/// The file begins as JSON does. Throws InputError when it cannot be read, or is compressed.
[[nodiscard]] bool is_event_json(const std::filesystem::path& file);

/// Rows as mlir-aie's parser and `trace decode --json` write them: a process is a trace unit,
/// "core_trace for tile2,1" (row, column), a thread one of its slots, a microsecond a cycle of
/// the unit since its start. Events go by the names in the rows, of `generation` unless the file
/// names a device. Where it says that it was decoded without a configuration, as a whole or of a
/// unit, slots have no names. Events that the generation does not have, and rows that do not fit
/// together, are left out with a note.
/// Throws InputError when it is no such JSON, has no unit, or more than `limit` intervals.
[[nodiscard]] Recorded read_event_json(const std::filesystem::path& file,
                                       arch::Generation generation,
                                       std::size_t limit = kMaxIntervals);

}  // namespace xdnasim::comparison
