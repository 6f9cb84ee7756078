#include "workloads/design/lowering/region_head.hpp"

namespace xdnasim::design::lowering {

std::vector<std::uint32_t> defined_in_head(
    const ir::Text& text, ir::Range words,
    const std::function<bool(std::string_view)>& is_visible) {
    std::vector<std::uint32_t> head;
    std::uint32_t listed = 0;  // end of the current list of values that are defined
    for (std::uint32_t i = words.begin; i < words.end; ++i) {
        const ir::Token& token = text[i];
        const ir::Token& next = text[i + 1];
        if (token.is("(") && token.partner > i) {
            const ir::Token& behind = text[token.partner + 1];
            if (behind.is("=") || behind.is("in")) listed = token.partner;
        }
        if (token.kind != ir::Kind::Value) continue;
        if (i < listed || next.is("=") || (next.is(":") && !is_visible(token.text)))
            head.push_back(i);
    }
    return head;
}

}  // namespace xdnasim::design::lowering
