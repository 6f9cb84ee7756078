#pragma once
// The limits of a run: a closed set, by which runs are judged and compared. Each limit can be
// relaxed; the time that this saves is what the limit costs. relaxation.hpp lists the parameters of
// each limit.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/enumerators.hpp"

namespace xdnasim::schedule {

enum class Limit : std::uint8_t {
    Compute,
    Stream,
    Dram,
    Commands,  ///< the command processor
    Latency,
    Buffers  ///< buffers between a producer and its consumer
};
inline constexpr std::array kLimits{Limit::Compute,  Limit::Stream,  Limit::Dram,
                                    Limit::Commands, Limit::Latency, Limit::Buffers};
static_assert(base::lists_all<kLimits>());

[[nodiscard]] constexpr std::size_t index(Limit limit) {
    return static_cast<std::size_t>(limit);
}

/// Name of the limit, such as "compute".
[[nodiscard]] std::string_view name_of(Limit limit);

}  // namespace xdnasim::schedule
