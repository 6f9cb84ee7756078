#pragma once
// Searches for POSIX extended regular expressions, the syntax of GoogleTest's matchers. <regex>
// would add three seconds to the compilation of each test program that includes it.

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include <regex.h>

namespace xdnasim {

/// The whole match, then its groups in the order of their opening brackets; a group that matched
/// nothing is empty.
using RegexMatch = std::vector<std::string>;

/// Returns all matches from left to right; they do not overlap. `expression`: has at most nine
/// groups and cannot match an empty text. Throws std::invalid_argument if it is not a regular
/// expression.
[[nodiscard]] inline std::vector<RegexMatch> matches_of(const std::string& text,
                                                        const std::string& expression) {
    regex_t compiled;
    if (regcomp(&compiled, expression.c_str(), REG_EXTENDED) != 0)
        throw std::invalid_argument{"not a regular expression: " + expression};
    std::vector<RegexMatch> found;
    regmatch_t groups[10];
    const char* rest = text.c_str();
    while (regexec(&compiled, rest, 10, groups, 0) == 0) {
        RegexMatch& match = found.emplace_back();
        for (std::size_t i = 0; i <= compiled.re_nsub; ++i)
            match.push_back(groups[i].rm_so < 0
                                ? ""
                                : std::string{rest + groups[i].rm_so, rest + groups[i].rm_eo});
        rest += groups[0].rm_eo;
    }
    regfree(&compiled);
    return found;
}

/// Returns the first group of the first match; "none" if there is no match.
[[nodiscard]] inline std::string first_group_of(const std::string& text,
                                                const std::string& expression) {
    const std::vector<RegexMatch> found = matches_of(text, expression);
    return found.empty() ? "none" : found.front().at(1);
}

}  // namespace xdnasim
