#include "workloads/design/lowering/copied_text.hpp"

#include "workloads/design/ir/fields.hpp"

namespace xdnasim::design::lowering {

std::uint32_t begin_of(const ir::Text& text, const ir::Operation& operation) {
    const std::uint32_t name = operation.rest.begin - 1;
    if (operation.results.empty()) return name;
    for (std::uint32_t i = name; i-- > 0;)
        if (text[i].kind == ir::Kind::Value && text[i].text == operation.results.front()) return i;
    return name;
}

std::string copied(const ir::Text& text, ir::Range range, const Names& names) {
    std::string copy;
    for (std::uint32_t i = range.begin; i < range.end; ++i) {
        const auto other = text[i].kind == ir::Kind::Value ? names.find(text[i].text) : names.end();
        copy += text[i].first ? "\n      " : " ";
        copy += other == names.end() ? std::string{text.written({i, i + 1})} : "%" + other->second;
    }
    return copy;
}

ir::Range arguments_of(const ir::Text& text, const ir::Operation& operation) {
    for (std::uint32_t i = operation.rest.begin; i < operation.rest.end; ++i)
        if (text[i].is("(")) return {i + 1, text[i].partner};
    return {};
}

std::vector<std::string_view> values_of(const ir::Text& text, ir::Range arguments) {
    std::vector<std::string_view> values;
    for (const ir::Range& piece : ir::split(text, arguments))
        values.push_back(text[piece.begin].text);
    return values;
}

}  // namespace xdnasim::design::lowering
