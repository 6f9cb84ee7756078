#pragma once
// Reasons for the end of a search for a placement.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/enumerators.hpp"

namespace xdnasim::placement {

enum class Ending : std::uint8_t {
    Done,    ///< the placer had nothing more to propose
    Moves,   ///< all moves were made
    Budget,  ///< SearchOptions::may_go_on() returned false
    /// As Budget, but because of an interruption; only the caller can tell the two apart.
    Interrupted,
    Memory,  ///< a solver ran out of memory
    Limit,   ///< a solver reached the limit of its call, or failed
};
inline constexpr std::array kEndings{Ending::Done,        Ending::Moves,  Ending::Budget,
                                     Ending::Interrupted, Ending::Memory, Ending::Limit};
static_assert(base::lists_all<kEndings>());

/// "done", "moves", "budget", "interrupted", "memory" or "limit": value of `ended` in a result.
[[nodiscard]] std::string to_string(Ending ending);

/// The inverse of to_string(); nullopt for any other text.
[[nodiscard]] std::optional<Ending> ending_called(std::string_view text);

}  // namespace xdnasim::placement
