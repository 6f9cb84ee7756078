#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/parameters/kinds.hpp"
#include "cli/reference/reference.hpp"

namespace xdnasim::cli {
namespace {

std::string escaped(std::string_view text, std::string_view characters) {
    std::string result;
    for (const char c : text) {
        if (characters.find(c) != std::string_view::npos) result += '\\';
        result += c;
    }
    return result;
}

}  // namespace

std::string plain(const std::string& text) {
    return escaped(text, "|<*");
}

std::string code(const std::string& text) {
    return text.empty() ? text : fmt::format("`{}`", escaped(text, "|"));
}

std::string code_alternatives(const std::vector<std::string>& names) {
    std::vector<std::string> codes;
    for (const std::string& name : names)
        codes.push_back(code(name));
    return parameters::joined_alternatives(codes);
}

std::string table(const std::vector<std::vector<std::string>>& rows) {
    std::string text;
    for (const std::vector<std::string>& row : rows) {
        const bool is_head = text.empty();
        text += fmt::format("| {} |\n", fmt::join(row, " | "));
        if (!is_head) continue;
        for (std::size_t i = 0; i < row.size(); ++i)
            text += "|---";
        text += "|\n";
    }
    return text;
}

}  // namespace xdnasim::cli
