#include "base/spelling.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/place.hpp"

namespace xdnasim::base {

namespace {

char lower(char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

std::string lower(std::string_view text) {
    std::string letters{text};
    for (char& letter : letters)
        letter = lower(letter);
    return letters;
}

/// Optimal string alignment distance: number of insertions, deletions, substitutions and swaps of
/// neighbouring letters.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before_last;
    std::vector<std::size_t> last(b.size() + 1);
    std::iota(last.begin(), last.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::vector<std::size_t> row(b.size() + 1, i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + change});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = std::min(row[j], before_last[j - 2] + 1);
            }
        }
        before_last = std::move(last);
        last = std::move(row);
    }
    return last.back();
}

/// The names that begin with `start`, in their order; none if there are too many to choose from, or
/// `start` is too short.
std::vector<std::string> beginning_with(std::string_view start,
                                        std::span<const std::string> names) {
    constexpr std::size_t kMinLetters = 2;
    constexpr std::size_t kMaxNames = 4;
    if (start.size() < kMinLetters) return {};
    const std::string letters = lower(start);
    std::vector<std::string> found;
    for (const std::string& name : names)
        if (name.size() > start.size() && lower(name).starts_with(letters)) found.push_back(name);
    if (found.size() > kMaxNames) return {};
    return found;
}

/// The longest candidate of at least two letters that `name` continues with an underscore: "read"
/// for "read_gbps".
std::optional<std::string> continued(std::string_view name, std::span<const std::string> names) {
    constexpr std::size_t kMinLetters = 2;
    const std::string letters = lower(name);
    std::optional<std::string> longest;
    for (const std::string& candidate : names)
        if (candidate.size() >= kMinLetters && letters.starts_with(lower(candidate) + '_') &&
            (!longest || candidate.size() > longest->size()))
            longest = candidate;
    return longest;
}

/// Does `candidate` have as many words between hyphens as `name`, each beginning with the
/// corresponding word of `name`?
bool abbreviates(std::string_view name, std::string_view candidate) {
    while (true) {
        const std::size_t end = name.find('-');
        const std::size_t candidates_end = candidate.find('-');
        if (end == 0 || !candidate.substr(0, candidates_end).starts_with(name.substr(0, end)))
            return false;
        if (end == std::string_view::npos || candidates_end == std::string_view::npos)
            return end == candidates_end;
        name.remove_prefix(end + 1);
        candidate.remove_prefix(candidates_end + 1);
    }
}

}  // namespace

std::optional<std::string> nearest(std::string_view name, std::span<const std::string> candidates,
                                   std::size_t max_changes) {
    if (name.find('-') != std::string_view::npos && !name.ends_with('-')) {
        // By letters, "col-major" is closer to "row-major" than to "column-major".
        const auto whole = std::ranges::find_if(candidates, [&](const std::string& candidate) {
            return abbreviates(lower(name), lower(candidate));
        });
        if (whole != candidates.end()) return *whole;
    }
    const std::size_t allowed = std::min(std::max<std::size_t>(2, name.size() / 3), max_changes);
    const std::string letters = lower(name);
    std::optional<std::string> best;
    std::size_t limit = std::min(allowed + 1, name.size());  // fewer changes than this
    for (const std::string& candidate : candidates) {
        const std::size_t lengths_apart =
            std::max(name.size(), candidate.size()) - std::min(name.size(), candidate.size());
        if (lengths_apart >= limit) continue;
        const std::size_t changes = distance(letters, lower(candidate));
        if (changes >= std::min(limit, candidate.size())) continue;
        limit = changes;
        best = candidate;
    }
    return best;
}

std::string joined_alternatives(std::span<const std::string> names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const char* const joint = i == 0 ? "" : i + 1 == names.size() ? " or " : ", ";
        text += joint + names[i];
    }
    return text;
}

std::string did_you_mean(std::span<const std::string> names) {
    if (names.empty()) return {};
    std::vector<std::string> quoted;
    for (const std::string& name : names)
        quoted.push_back(in_quotes(name));
    return "; did you mean " + joined_alternatives(quoted) + "?";
}

std::string unknown_name(std::string_view name, std::span<const std::string> allowed) {
    const std::string hint = suggestion(name, allowed);
    return fmt::format("{} is not known here{}{} allowed: {}", in_quotes(name), hint,
                       hint.empty() ? ";" : "", fmt::join(allowed, ", "));
}

std::string suggestion(std::string_view name, std::span<const std::string> candidates) {
    if (const auto close = nearest(name, candidates)) return did_you_mean({&*close, 1});
    if (const auto start = continued(name, candidates)) return did_you_mean({&*start, 1});
    return did_you_mean(beginning_with(name, candidates));
}

}  // namespace xdnasim::base
