#pragma once
// Places of values in files and options, for messages about them.

#include <compare>
#include <memory>
#include <string>
#include <string_view>

namespace xdnasim::base {

/// The name of the source of a value: a file, or an option of a command line.
using Source = std::shared_ptr<const std::string>;

/// Followed by a key, the name of the source of a value that an option gives.
inline constexpr std::string_view kSetting = "--set ";

/// A place in a source. Line 0: the source has no lines, as for an option.
struct Place {
    Source source;
    int line = 0;    ///< from 1
    int column = 0;  ///< from 1, in bytes
};

/// A place in a text or in a stream of words whose name is known from the context. With line 0 and
/// word -1, there is no place.
struct Position {
    int line = 0;    ///< from 1
    int column = 0;  ///< from 1, in bytes
    int word = -1;   ///< index of a word in a stream, from 0; -1: the place is in a text
    auto operator<=>(const Position&) const = default;
};

[[nodiscard]] std::string to_string(const Place& place);  // "problem.yaml:3:8"

/// Throws InputError "PLACE: message".
[[noreturn]] void fail_at(const Place& place, const std::string& message);

/// `text` in quotes for a message, shortened and on one line.
[[nodiscard]] std::string in_quotes(std::string_view text);

}  // namespace xdnasim::base
