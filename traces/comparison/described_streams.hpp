#pragma once
// What `trace decode --json` writes beside the rows of a recording: how much of each unit it has.

#include <cstdint>
#include <map>
#include <optional>

#include "base/node.hpp"
#include "traces/comparison/recorded.hpp"

namespace xdnasim::comparison {

using Process = std::uint64_t;  ///< `pid` of a row

/// Cycles of any recording, so that differences of two of them do not overflow.
inline constexpr std::uint64_t kMaxRecordedCycle = 1'000'000'000'000'000;

struct DescribedStream {
    base::Place place{};
    Extent extent{};
    std::optional<std::uint64_t> start_timer{};  ///< in cycle 0
    bool has_names = true;                       ///< else it was decoded without a configuration
};

/// None of a file of rows alone. Throws InputError for what is no such description.
[[nodiscard]] std::map<Process, DescribedStream> described_streams(const base::Node& document);

}  // namespace xdnasim::comparison
