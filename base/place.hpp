#pragma once
// Where a value was written, for messages about it.

#include <compare>
#include <memory>
#include <string>
#include <string_view>

namespace xdnasim::base {

/// The name of what a value was read from: a file, or an option of a command line.
using Source = std::shared_ptr<const std::string>;

/// With a key behind it, the name of a value that an option gives.
inline constexpr std::string_view kSetting = "--set ";

/// Line 0: the source has no lines, as an option has none.
struct Place {
    Source source;
    int line = 0;    ///< from 1
    int column = 0;  ///< from 1, in bytes
};

/// A place in a text, or in a stream of words, whose name is known from elsewhere. Line 0 and no
/// word: in none.
struct Position {
    int line = 0;    ///< from 1
    int column = 0;  ///< from 1, in bytes
    int word = -1;   ///< of a stream, from 0; -1: in a text
    auto operator<=>(const Position&) const = default;
};

[[nodiscard]] std::string to_string(const Place& place);  // "problem.yaml:3:8"

/// Throws InputError "PLACE: message".
[[noreturn]] void fail_at(const Place& place, const std::string& message);

/// `text` in quotes for a message: one line, not too long.
[[nodiscard]] std::string in_quotes(std::string_view text);

}  // namespace xdnasim::base
