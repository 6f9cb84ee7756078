#pragma once
// Maps of the affine dialect, and affine expressions in maps and in lists of indices.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "workloads/design/ir/fields.hpp"

namespace xdnasim::design {

/// An affine map, such as "affine_map<(d0)[s0] -> (d0 * 4 + s0, 8)>".
struct AffineMap {
    std::vector<std::string_view> names;  ///< of the dimensions, followed by the symbols
    std::size_t dimensions = 0;           ///< how many of `names` are dimensions
    std::vector<ir::Range> results;
};

/// The map that begins at `range`, or that an alias "#map" at `range` stands for; nullopt if there
/// is none.
[[nodiscard]] std::optional<AffineMap> find_affine_map(const ir::Text& text, ir::Range range,
                                                       const ir::Aliases& aliases);

/// The map of an affine.apply, affine.min or affine.max; nullopt if the operation has none that can
/// be read.
[[nodiscard]] std::optional<AffineMap> map_of(const ir::Text& text, const ir::Operation& operation,
                                              const ir::Aliases& aliases);

/// Returns whether `result` of the map is affine: a sum of dimensions, symbols and numbers, each
/// multiplied or divided only by factors without dimensions. An expression in an unknown notation
/// counts as affine.
[[nodiscard]] bool is_affine(const ir::Text& text, const AffineMap& map, ir::Range result);

/// Maximum nesting depth of parentheses and signs in an expression: far more than a design needs,
/// far less than would overflow the stack.
inline constexpr int kMaxExpressionDepth = 256;

/// Evaluates an affine expression such as "%i * 2 + 1" as a series of arith operations. `leaf`:
/// returns the value of a single word. `of_two`: applies an operation, such as "arith.addi", to two
/// values.
template <class Value, class Leaf, class OfTwo>
class AffineExpression {
 public:
    AffineExpression(const ir::Text& text, Leaf leaf, OfTwo of_two)
        : text_{text}, leaf_{std::move(leaf)}, of_two_{std::move(of_two)} {}

    /// The value of the expression in `range`; nullopt if its notation is unknown. Throws
    /// InputError, with the place, for more than kMaxExpressionDepth levels of nesting.
    [[nodiscard]] std::optional<Value> read(ir::Range range) {
        at_ = range.begin;
        auto value = sum(range.end);
        return at_ == range.end ? std::move(value) : std::nullopt;
    }

 private:
    using Read = std::optional<Value>;

    Read sum(std::uint32_t end) {
        Read left = product(end);
        while (left && at_ < end) {
            const ir::Token& sign = text_[at_];
            // In "%i -1" the lexer has made the sign a part of the number.
            const bool negative = sign.kind == ir::Kind::Number && sign.text.starts_with('-');
            if (!negative && !sign.is("+") && !sign.is("-")) return left;
            if (!negative) ++at_;
            left = made(sign.is("-") ? "arith.subi" : "arith.addi", left, product(end));
        }
        return left;
    }

    Read product(std::uint32_t end) {
        Read left = single(end);
        while (left && at_ < end) {
            const ir::Token& sign = text_[at_];
            std::string_view function;
            if (sign.is("*")) function = "arith.muli";
            if (sign.is("floordiv") || sign.is("mod")) function = "arith.floordivsi";
            if (sign.is("ceildiv")) function = "arith.ceildivsi";
            if (function.empty()) return left;
            ++at_;
            const Read right = single(end);
            const Read whole = made(function, left, right);
            // The remainder of "mod" is never negative, unlike that of arith.remsi.
            left =
                sign.is("mod") ? made("arith.subi", left, made("arith.muli", whole, right)) : whole;
        }
        return left;
    }

    Read single(std::uint32_t end) {
        if (at_ >= end) return std::nullopt;
        if (depth_ == kMaxExpressionDepth)
            text_.fail(text_[at_].at,
                       fmt::format("an expression inside {} others; allowed: up to {}", depth_,
                                   depth_ - 1));
        ++depth_;
        Read value = nested(end);
        --depth_;
        return value;
    }

    Read nested(std::uint32_t end) {
        const ir::Token& token = text_[at_];
        if (token.is("-")) {
            ++at_;
            // There is no constant 0 to subtract from, so -x is computed as x - (x + x).
            const Read value = single(end);
            const Read twice = made("arith.addi", value, value);
            return made("arith.subi", value, twice);
        }
        if (token.is("symbol") && text_[at_ + 1].is("(")) ++at_;
        if (!text_[at_].is("(")) return leaf_(text_[at_++]);
        const std::uint32_t close = text_[at_].partner;
        ++at_;
        Read inner = sum(close);
        if (at_ != close) return std::nullopt;
        at_ = close + 1;
        return inner;
    }

    [[nodiscard]] Read made(std::string_view function, const Read& left, const Read& right) {
        if (!left || !right) return std::nullopt;
        return of_two_(function, *left, *right);
    }

    const ir::Text& text_;
    Leaf leaf_;
    OfTwo of_two_;
    std::uint32_t at_ = 0;
    int depth_ = 0;
};

}  // namespace xdnasim::design
