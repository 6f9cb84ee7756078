#include "workloads/design/vector_type.hpp"

#include <utility>

#include "base/saturating.hpp"
#include "workloads/design/memref.hpp"

namespace xdnasim::design {

std::int64_t VectorType::lanes() const {
    return product_of(shape);
}

std::optional<std::int64_t> VectorType::bits() const {
    const auto bits = bits_of(element);
    if (!bits) return std::nullopt;
    return base::saturating_multiply(lanes(), *bits);
}

std::vector<VectorType> vectors_in(const ir::Text& text, ir::Range range,
                                   const ir::Aliases& aliases) {
    std::vector<VectorType> found;
    for (std::uint32_t i = range.begin; i + 1 < range.end; ++i) {
        if (text[i].is("!")) {
            const auto alias = aliases.find(text[i + 1].text);
            if (alias == aliases.end()) continue;
            for (VectorType& type : vectors_in(text, alias->second, {}))
                found.push_back(std::move(type));
        }
        if (i + 2 >= range.end || !text[i].is("vector") || !text[i + 1].is("<")) continue;
        VectorType type{{}, text[i + 2].text};
        type.shape = take_shape(type.element);
        found.push_back(std::move(type));
    }
    return found;
}

}  // namespace xdnasim::design
