#include "workloads/design/cores/core_arithmetic.hpp"

#include <algorithm>
#include <array>

#include "workloads/design/interpreter/scalar.hpp"
#include "workloads/design/ir/fields.hpp"

namespace xdnasim::design {
namespace {

using interpreter::OperandTypes;
using interpreter::Scalar;
using interpreter::ScalarType;

// In the order of the predicates' numbers in arith (ArithBase.td, Arith_CmpIPredicateAttr).
constexpr std::array<std::string_view, 10> kPredicates{"eq",  "ne",  "slt", "sle", "sgt",
                                                       "sge", "ult", "ule", "ugt", "uge"};

/// A whole-number type of any width; nullopt for another type.
std::optional<ScalarType> whole_type(const ir::Token& token) {
    const auto known = interpreter::value_type(token.text);
    return known && known->floats() ? std::nullopt : known;
}

/// Index of the first `word` from `i` on that is not in brackets; `end` if there is none.
std::uint32_t find_outside(const ir::Text& text, std::uint32_t i, std::uint32_t end,
                           std::string_view word) {
    while (i < end && !text[i].is(word))
        i = text[i].opens() && text[i].partner > i ? text[i].partner + 1 : i + 1;
    return std::min(i, end);
}

/// The types in "i8 to i32", or in "(i1, i32, i32) -> i32" in generic form, where the last operand
/// has the type of the computation. nullopt if they are not whole numbers, or if their notation is
/// unknown.
std::optional<OperandTypes> types_computed_with(const ir::Text& text,
                                                const ir::Operation& operation) {
    const std::uint32_t end = operation.rest.end;
    std::uint32_t from = find_outside(text, operation.rest.begin, end, ":") + 1;
    std::uint32_t to = from;
    if (operation.generic) {
        to = find_outside(text, from, end, "->") + 1;
        const auto operands =
            from < end ? ir::split(text, ir::inside(text, {from, end})) : std::vector<ir::Range>{};
        if (operands.empty()) return std::nullopt;
        from = operands.back().begin;
    } else if (const std::uint32_t arrow = find_outside(text, from, end, "to"); arrow < end) {
        to = arrow + 1;
    }
    if (from >= end || to >= end) return std::nullopt;
    const auto taken = whole_type(text[from]);
    const auto given = operation.is("arith.cmpi")
                           ? std::optional{ScalarType{ScalarType::Kind::Signed, 1}}
                           : whole_type(text[to]);
    if (!taken || !given) return std::nullopt;
    return OperandTypes{*taken, *given};
}

/// Returns whether MLIR leaves the result undefined: a division by 0, or a shift by all bits or
/// more.
bool is_open(std::string_view function, std::int64_t right, const ScalarType& type) {
    constexpr std::array<std::string_view, 4> kDivisions{"arith.div", "arith.rem", "arith.floordiv",
                                                         "arith.ceildiv"};
    const bool divides = std::ranges::any_of(
        kDivisions, [&](std::string_view begin) { return function.starts_with(begin); });
    const bool shifts = function.starts_with("arith.sh");
    return (divides && right == 0) || (shifts && (right < 0 || right >= type.bits));
}

std::optional<std::int64_t> result_of(std::string_view function,
                                      const std::vector<std::int64_t>& numbers,
                                      const OperandTypes& types) {
    const auto* const known = interpreter::function_called(function);
    if (known == nullptr || known->operands != numbers.size()) return std::nullopt;
    std::vector<Scalar> operands;
    for (const std::int64_t number : numbers)
        operands.push_back(interpreter::fitted({number}, types.from));
    // The condition of a select has a type of its own.
    if (function == "arith.select") operands.front() = {numbers.front()};
    if (is_open(function, operands.back().integer, types.from)) return std::nullopt;
    return interpreter::fitted(known->function(operands.data(), types), types.to).integer;
}

}  // namespace

std::string_view predicate_of(const ir::Text& text, const ir::Operation& comparison) {
    std::string_view written;
    for (std::uint32_t i = comparison.rest.begin; i < comparison.rest.end && written.empty(); ++i) {
        if (comparison.generic && text[i].is("predicate")) written = text[i + 2].text;
        if (!comparison.generic && text[i].kind == ir::Kind::Word) written = text[i].text;
    }
    if (std::ranges::find(kPredicates, written) != kPredicates.end()) return written;
    const bool is_digit = written.size() == 1 && written[0] >= '0' && written[0] <= '9';
    return is_digit ? kPredicates[static_cast<std::size_t>(written[0] - '0')] : std::string_view{};
}

std::optional<std::int64_t> computed(const ir::Text& text, const ir::Operation& operation,
                                     const std::vector<std::int64_t>& operands) {
    const auto types = types_computed_with(text, operation);
    if (!types) return std::nullopt;
    return result_of(operation.is("arith.cmpi") ? predicate_of(text, operation) : operation.name,
                     operands, *types);
}

std::optional<std::int64_t> computed(std::string_view operation, std::int64_t left,
                                     std::int64_t right) {
    return result_of(operation, {left, right}, {});
}

}  // namespace xdnasim::design
