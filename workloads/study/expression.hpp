#pragma once
// The expression of a condition, as a tree.

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "base/node.hpp"

namespace xdnasim::study {

using Value = std::variant<bool, double, std::string>;

enum class Operation : std::uint8_t {
    Constant,
    ValueOfKey,
    Not,
    Or,
    And,
    Equal,
    Unequal,
    AtMost,
    AtLeast,
    Less,
    Greater,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder
};

/// A value, a key, or an operation on one or two expressions.
struct Expression {
    Operation operation = Operation::Constant;
    std::vector<Expression> operands{};
    std::string key{};
    Value value{};
};

/// Throws InputError with the position of `node` if its text is not a condition.
[[nodiscard]] Expression read_expression(const base::Node& node);

}  // namespace xdnasim::study
