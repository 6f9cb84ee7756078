#include "workloads/design/affine_map.hpp"

namespace xdnasim::design {

std::optional<AffineMap> find_affine_map(const ir::Text& text, ir::Range range,
                                         const ir::Aliases& aliases) {
    std::uint32_t i = range.begin;
    if (i + 1 >= range.end) return std::nullopt;
    if (text[i].is("#")) {
        const auto alias = aliases.find(text[i + 1].text);
        return alias == aliases.end() ? std::nullopt : find_affine_map(text, alias->second, {});
    }
    if (!text[i].is("affine_map") || !text[i + 1].is("<")) return std::nullopt;
    AffineMap map;
    const std::uint32_t end = text[i + 1].partner;
    for (i += 2; i < end && text[i].opens(); i = text[i].partner + 1)
        for (const ir::Range& name : ir::split(text, {i + 1, text[i].partner}))
            map.names.push_back(text[name.begin].text);
    if (i + 1 >= end || !text[i].is("->") || !text[i + 1].is("(")) return std::nullopt;
    map.results = ir::split(text, {i + 2, text[i + 1].partner});
    return map;
}

std::optional<AffineMap> map_of(const ir::Text& text, const ir::Operation& operation,
                                const ir::Aliases& aliases) {
    for (std::uint32_t i = operation.rest.begin; i < operation.rest.end; ++i)
        if (auto map = find_affine_map(text, {i, operation.rest.end}, aliases)) return map;
    return std::nullopt;
}

}  // namespace xdnasim::design
