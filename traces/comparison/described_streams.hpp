#pragma once
// Descriptions of streams that `trace decode --json` writes beside the rows of a recording: which
// part of each unit's trace the recording contains.

#include <cstdint>
#include <map>
#include <optional>

#include "base/node.hpp"
#include "traces/comparison/recorded.hpp"

namespace xdnasim::comparison {

using Process = std::uint64_t;  ///< the `pid` of a row

/// Largest cycle in a recording; differences of two cycles cannot overflow.
inline constexpr std::uint64_t kMaxRecordedCycle = 1'000'000'000'000'000;

struct DescribedStream {
    base::Place place{};
    Extent extent{};
    std::optional<std::uint64_t> start_timer{};  ///< timer in cycle 0; nullopt: not known
    bool has_names = true;                       ///< false: decoded without a configuration
};

/// The descriptions in a document; empty for a file that contains only rows. Throws InputError for
/// an invalid description.
[[nodiscard]] std::map<Process, DescribedStream> described_streams(const base::Node& document);

}  // namespace xdnasim::comparison
