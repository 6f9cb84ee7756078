#include "base/extents.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <string>

#include <fmt/format.h>

namespace xdnasim::base {

std::vector<std::int64_t> extents(const Node& node, const ExtentsForm& form) {
    const std::string& text = node.as_string();
    const auto count = static_cast<std::size_t>(std::ranges::count(form.names, 'x')) + 1;
    std::vector<std::int64_t> numbers;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (numbers.size() < count) {
        if (!numbers.empty() && (at == end || *at++ != 'x')) break;
        const auto [behind, error] = std::from_chars(at, end, numbers.emplace_back());
        if (error != std::errc{} || numbers.back() < 1 || numbers.back() > form.max) break;
        at = behind;
        if (numbers.size() == count && at == end) return numbers;
    }
    node.fail(
        fmt::format("{} is not {}; allowed: {} whole numbers from 1 to {} with x between "
                    "them, such as {}",
                    in_quotes(text), form.names, count, form.max, form.example));
}

}  // namespace xdnasim::base
