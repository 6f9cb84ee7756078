#include "workloads/design/cores/core_affine.hpp"

#include <optional>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "workloads/design/affine_map.hpp"
#include "workloads/design/cores/core_arithmetic.hpp"
#include "workloads/design/cores/operation_cost.hpp"

namespace xdnasim::design {
namespace {

/// Result of an arith operation on two values; data if one of them is data.
Value of_values(std::string_view function, const Value& left, const Value& right) {
    if (left.kind == Value::Kind::Data || right.kind == Value::Kind::Data) return {};
    if (!left.is_number() || !right.is_number()) return Value::varying();
    const auto result = computed(function, left.number, right.number);
    return result ? Value::of(*result) : Value{};
}

}  // namespace

bool is_affine_value(const ir::Operation& operation) {
    return operation.is("affine.apply") || operation.is("affine.min") || operation.is("affine.max");
}

void read_affine_value(CoreState& state, const ir::Operation& operation, CoreSteps& steps) {
    const auto map = map_of(state.draft.text, operation, state.draft.module.aliases);
    const auto names = state.program.operands(operation);
    if (!map || map->results.empty() || map->names.size() != names.size())
        state.draft.text.fail(operation.at, std::string{operation.name} +
                                                " whose map cannot be parsed; allowed: maps such "
                                                "as affine_map<(d0)[s0] -> (d0 * 4 + s0)>(%i)[%n]");
    if (operation.is("affine.apply") && map->results.size() > 1)
        state.draft.text.fail(operation.at,
                              fmt::format("affine.apply of a map with {} results; allowed: "
                                          "1",
                                          map->results.size()));
    const auto leaf = [&](const ir::Token& token) {
        for (std::size_t i = 0; i < names.size(); ++i)
            if (map->names[i] == token.text) return state.values.get(names[i]);
        if (const auto number = ir::whole_number(token)) return Value::of(*number);
        state.draft.text.fail(
            token.at, fmt::format("{} in a map; allowed: whole numbers, and its dimensions and "
                                  "symbols: {}",
                                  to_string(token), fmt::join(map->names, ", ")));
    };
    const auto made = [&](std::string_view function, const Value& left, const Value& right) {
        const Value value = of_values(function, left, right);
        if (value.kind == Value::Kind::Data)
            append(
                steps,
                {Compute{cost_of(function, state.draft.device.core.slots).value_or(arch::Cycles{})},
                 operation.at});
        return value;
    };
    AffineExpression<Value, decltype(leaf), decltype(made)> expression{state.draft.text, leaf,
                                                                       made};
    const std::string_view choice = operation.is("affine.min") ? "arith.minsi" : "arith.maxsi";
    std::optional<Value> value;
    for (const ir::Range& result : map->results) {
        if (!is_affine(state.draft.text, *map, result))
            state.draft.text.fail(
                state.draft.text[result.begin].at,
                "an expression that is not affine; allowed: a product with a number "
                "or a symbol, and floordiv, ceildiv and mod by one");
        const auto one = expression.read(result);
        if (!one)
            state.draft.text.fail(state.draft.text[result.begin].at, "cannot parse an expression");
        value = value ? made(choice, *value, *one) : *one;
    }
    state.values.set_results(operation, *value);
}

}  // namespace xdnasim::design
