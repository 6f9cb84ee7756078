// Replaces operations of the index dialect, which do not write their type:
//
//   %c = index.add %a, %b
//   %is = index.cmp slt(%a, %b)
//
// become operations of arith with the same meaning:
//
//   %c = arith.addi %a, %b : index
//   %is = arith.cmpi slt, %a, %b : index

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "workloads/design/lowering/lower.hpp"

namespace xdnasim::design::lowering {
namespace {

using Renamed = std::pair<std::string_view, std::string_view>;

/// Operations on two operands, after which arith writes the type.
constexpr std::array kOfTwo{
    Renamed{"index.add", "arith.addi"},
    Renamed{"index.sub", "arith.subi"},
    Renamed{"index.mul", "arith.muli"},
    Renamed{"index.divs", "arith.divsi"},
    Renamed{"index.divu", "arith.divui"},
    Renamed{"index.ceildivs", "arith.ceildivsi"},
    Renamed{"index.ceildivu", "arith.ceildivui"},
    Renamed{"index.floordivs", "arith.floordivsi"},
    Renamed{"index.rems", "arith.remsi"},
    Renamed{"index.remu", "arith.remui"},
    Renamed{"index.maxs", "arith.maxsi"},
    Renamed{"index.maxu", "arith.maxui"},
    Renamed{"index.mins", "arith.minsi"},
    Renamed{"index.minu", "arith.minui"},
    Renamed{"index.shl", "arith.shli"},
    Renamed{"index.shrs", "arith.shrsi"},
    Renamed{"index.shru", "arith.shrui"},
    Renamed{"index.and", "arith.andi"},
    Renamed{"index.or", "arith.ori"},
    Renamed{"index.xor", "arith.xori"},
};
/// Operations whose types are written as in arith.
constexpr std::array kTyped{
    Renamed{"index.casts", "arith.index_cast"},
    Renamed{"index.castu", "arith.index_castui"},
    Renamed{"index.bool.constant", "arith.constant"},
};

template <std::size_t kCount>
std::string_view other_name(const std::array<Renamed, kCount>& names, std::string_view name) {
    const auto* const found = std::ranges::find(names, name, &Renamed::first);
    return found == names.end() ? std::string_view{} : found->second;
}

class IndexOperations {
 public:
    explicit IndexOperations(const ir::Text& text) : text_{text} {}

    void take(const ir::Operation& operation) {
        const std::uint32_t begin = operation.rest.begin;
        const std::string_view of_two = other_name(kOfTwo, operation.name);
        const std::string_view typed = other_name(kTyped, operation.name);
        const bool constant = operation.is("index.constant");
        if (operation.generic) {
            const std::string_view name = !of_two.empty() ? of_two : typed;
            if (constant || !name.empty())
                rename(operation, fmt::format("\"{}\"", constant ? "arith.constant" : name));
        } else if (!typed.empty()) {
            rename(operation, typed);
        } else if (constant && begin < operation.rest.end) {
            rename(operation, "arith.constant");
            replace({begin, begin + 1}, written(begin) + " : index", operation.at);
        } else if (!of_two.empty() && is_pair(begin, operation.rest.end)) {
            rename(operation, of_two);
            // Attributes come between the operands and the type.
            const bool attributes = begin + 3 < operation.rest.end && text_[begin + 3].is("{");
            const std::uint32_t last = attributes ? text_[begin + 3].partner : begin + 2;
            replace({last, last + 1}, written(last) + " : index", operation.at);
        } else if (operation.is("index.cmp") && begin + 1 < operation.rest.end &&
                   text_[begin + 1].is("(") && is_pair(begin + 2, operation.rest.end)) {
            rename(operation, "arith.cmpi");
            replace({begin, text_[begin + 1].partner + 1},
                    fmt::format("{}, {}, {} : index", written(begin), written(begin + 2),
                                written(begin + 4)),
                    operation.at);
        }
    }

    [[nodiscard]] std::unique_ptr<ir::Text> edited() {
        return edits_.empty() ? nullptr : text_.edited(std::move(edits_));
    }

 private:
    [[nodiscard]] bool is_pair(std::uint32_t i, std::uint32_t end) const {
        return i + 2 < end && text_[i].kind == ir::Kind::Value && text_[i + 1].is(",") &&
               text_[i + 2].kind == ir::Kind::Value;
    }
    [[nodiscard]] std::string written(std::uint32_t i) const {
        return std::string{text_.written({i, i + 1})};
    }
    void rename(const ir::Operation& operation, std::string_view name) {
        replace({operation.rest.begin - 1, operation.rest.begin}, std::string{name}, operation.at);
    }
    void replace(ir::Range range, std::string words, base::Position at) {
        edits_.push_back({range, std::move(words), at});
    }

    const ir::Text& text_;
    std::vector<ir::Edit> edits_;
};

}  // namespace

std::unique_ptr<ir::Text> with_arith_on_indices(const ir::Text& text, const ir::Module& module) {
    IndexOperations operations{text};
    for_each_within(module.top,
                    [&](const ir::Operation& operation) { operations.take(operation); });
    return operations.edited();
}

}  // namespace xdnasim::design::lowering
