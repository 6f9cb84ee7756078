#include "workloads/design/ir/symbols.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "workloads/design/ir/characters.hpp"

namespace xdnasim::ir {
namespace {

bool is_escape(std::string_view text) {
    const auto is_hex = [](char c) { return is_digit(c) || (c >= 'A' && c <= 'F'); };
    return text.size() > 2 && text[0] == '\\' && is_hex(text[1]) && is_hex(text[2]);
}

}  // namespace

std::string written_symbol(std::string_view name) {
    const bool plain =
        !name.empty() && is_letter(name[0]) && std::ranges::all_of(name, continues_word);
    return '@' + (plain ? std::string{name} : written_string(name));
}

std::string written_string(std::string_view name) {
    std::string quoted = "\"";
    for (std::size_t i = 0; i < name.size(); ++i) {
        const bool special = name[i] == '"' || (name[i] == '\\' && !is_escape(name.substr(i)));
        if (special)
            quoted += fmt::format("\\{:02X}", static_cast<unsigned char>(name[i]));
        else
            quoted += name[i];
    }
    return quoted + '"';
}

std::string value_name(std::string_view name) {
    std::string value;
    if (name.empty() || is_digit(name[0])) value += '_';
    for (const char c : name)
        value += continues_word(c) ? c : '_';
    return value;
}

}  // namespace xdnasim::ir
