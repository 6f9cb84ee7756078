#pragma once
// Why a search for a placement ended.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/enumerators.hpp"

namespace xdnasim::placement {

enum class Ending : std::uint8_t {
    Done,         ///< the placer had no more to propose
    Moves,        ///< all moves were made
    Budget,       ///< SearchOptions::may_go_on() said no
    Interrupted,  ///< the same, because somebody interrupted it: only the caller can tell
    Memory,       ///< a solver ran out of it
    Limit,        ///< a solver came to the limit of its call, or broke down
};
inline constexpr std::array kEndings{Ending::Done,        Ending::Moves,  Ending::Budget,
                                     Ending::Interrupted, Ending::Memory, Ending::Limit};
static_assert(base::lists_all<kEndings>());

/// "done", "moves", "budget", "interrupted", "memory" or "limit": `ended` of a result.
[[nodiscard]] std::string to_string(Ending ending);

/// nullopt: `text` is none of to_string().
[[nodiscard]] std::optional<Ending> ending_called(std::string_view text);

}  // namespace xdnasim::placement
