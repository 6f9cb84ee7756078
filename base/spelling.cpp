#include "base/spelling.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

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

/// Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours.
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

}  // namespace

std::optional<std::string> nearest(std::string_view name, std::span<const std::string> candidates) {
    const std::size_t allowed = std::max<std::size_t>(2, name.size() / 3);
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

std::string suggestion(std::string_view name, std::span<const std::string> candidates) {
    const auto close = nearest(name, candidates);
    return close ? "; did you mean '" + *close + "'?" : std::string{};
}

}  // namespace xdnasim::base
