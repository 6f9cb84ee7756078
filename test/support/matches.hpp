#pragma once
// Finds POSIX extended regular expressions, those of GoogleTest's matchers. <regex> would take each
// test program that includes it three seconds to compile.

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include <regex.h>

namespace xdnasim {

/// A match as a whole and its groups, in the order of their brackets; a group that matched nothing
/// is empty.
using RegexMatch = std::vector<std::string>;

/// All matches, from left to right; none begins within another. `expression`: with at most nine
/// groups, and no match is empty.
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

/// The first group of the first match; "none" without a match.
[[nodiscard]] inline std::string first_group_of(const std::string& text,
                                                const std::string& expression) {
    const std::vector<RegexMatch> found = matches_of(text, expression);
    return found.empty() ? "none" : found.front().at(1);
}

}  // namespace xdnasim
