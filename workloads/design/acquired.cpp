#include "workloads/design/acquired.hpp"

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "workloads/design/memref.hpp"

namespace xdnasim::design {
namespace {

/// The result types in ": memref<16xi32>, memref<16xi32>" or in ": () -> (memref<16xi32>)"; empty
/// if the result is a subview.
std::vector<ir::Range> result_types(const ir::Fields& acquire, const ir::Aliases& aliases) {
    const ir::Text& text = acquire.text();
    auto types = acquire.find(acquire.operation().generic ? "signature" : "type");
    if (!types) return {};
    for (std::uint32_t i = types->begin; i < types->end; ++i) {
        if (text[i].is("!") &&
            text[named_by(text, {i, i + 1}, aliases).begin + 1].is("aie.objectfifosubview"))
            return {};
        if (text[i].is("->")) types->begin = i + 1;
    }
    return ir::split(text, ir::inside(text, *types));
}

}  // namespace

Acquired acquired(const ir::Fields& acquire, const ir::Aliases& aliases, int most) {
    Acquired found{.types = result_types(acquire, aliases)};
    // The generic form may have no "size": the number of results then is the number of objects.
    const bool counted = acquire.has("size") || found.types.empty();
    found.count = counted ? acquire.small("size", 1, most) : static_cast<int>(found.types.size());
    if (!found.types.empty() && found.types.size() != static_cast<std::size_t>(found.count))
        acquire.fail("size", fmt::format("is {}, but the acquire lists {}", found.count,
                                         base::counted(std::ssize(found.types), "type")));
    return found;
}

}  // namespace xdnasim::design
