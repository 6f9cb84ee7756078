#include "workloads/design/cores/call_types.hpp"

#include <algorithm>

namespace xdnasim::design {

CallTypes call_types_of(const ir::Fields& call) {
    const ir::Text& text = call.text();
    // The form "(memref<8xi32>, i32) -> i32".
    const ir::Range types = call.has("type") ? call.range("type") : call.range("signature");
    CallTypes found{split(text, ir::inside(text, types)), {}};
    std::uint32_t i = types.begin;
    if (!types.empty() && text[i].opens()) i = text[i].partner + 1;
    while (i < types.end && !text[i].is("->"))
        ++i;
    // The types may be followed by the function's body.
    const auto& regions = call.operation().regions;
    const std::uint32_t end =
        regions.empty() ? types.end : std::min(types.end, regions.front().tokens.begin);
    if (i + 1 < end) found.results = split(text, ir::inside(text, {i + 1, end}));
    return found;
}

}  // namespace xdnasim::design
