#include "workloads/study/condition.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "workloads/study/expression.hpp"

namespace xdnasim::study {
namespace {

using base::Node;

/// Evaluation of an expression for one problem.
class Evaluation {
 public:
    Evaluation(const Node& condition, const Node& root, std::span<const problem::Setting> settings)
        : condition_{condition}, root_{root}, settings_{settings} {}

    [[nodiscard]] Value value_of(const Expression& expression) const {
        const std::vector<Expression>& operands = expression.operands;
        switch (expression.operation) {
            case Operation::Constant:
                return expression.value;
            case Operation::ValueOfKey:
                return value_at(expression.key);
            case Operation::Not:
                return !truth_of(operands[0]);
            case Operation::Or:
                return truth_of(operands[0]) || truth_of(operands[1]);
            case Operation::And:
                return truth_of(operands[0]) && truth_of(operands[1]);
            case Operation::Equal:
                return are_equal(operands[0], operands[1]);
            case Operation::Unequal:
                return !are_equal(operands[0], operands[1]);
            case Operation::AtMost:
                return number(operands[0]) <= number(operands[1]);
            case Operation::AtLeast:
                return number(operands[0]) >= number(operands[1]);
            case Operation::Less:
                return number(operands[0]) < number(operands[1]);
            case Operation::Greater:
                return number(operands[0]) > number(operands[1]);
            case Operation::Add:
                return number(operands[0]) + number(operands[1]);
            case Operation::Subtract:
                return number(operands[0]) - number(operands[1]);
            case Operation::Multiply:
                return number(operands[0]) * number(operands[1]);
            case Operation::Divide:
                return number(operands[0]) / divisor(operands[1]);
            case Operation::Remainder:
                break;
        }
        return std::fmod(number(operands[0]), divisor(operands[1]));
    }
    [[nodiscard]] bool truth_of(const Expression& expression) const {
        const Value value = value_of(expression);
        if (const bool* const truth = std::get_if<bool>(&value)) return *truth;
        condition_.fail(fmt::format(
            "'{}': and, or, not and the whole condition need values that are true or false",
            condition_.text()));
    }

 private:
    /// Throws InputError where one is written in the condition and of another kind than the other:
    /// they would never be equal.
    [[nodiscard]] bool are_equal(const Expression& left, const Expression& right) const {
        const Value a = value_of(left);
        const Value b = value_of(right);
        if (a.index() == b.index()) return a == b;
        if (right.operation == Operation::Constant) refuse_kind(left, a, b);
        if (left.operation == Operation::Constant) refuse_kind(right, b, a);
        return false;
    }

    /// `value`: of `expression`. `written`: what it is compared with.
    [[noreturn]] void refuse_kind(const Expression& expression, const Value& value,
                                  const Value& written) const {
        const std::string compared = expression.operation == Operation::ValueOfKey
                                         ? fmt::format("{}, which is", expression.key)
                                         : "what is";
        condition_.fail(fmt::format("'{}' compares {} {}, with {}. {}", condition_.text(), compared,
                                    kind_of(value), kind_of(written), hint_for(value, written)));
    }

    static const char* kind_of(const Value& value) {
        if (std::holds_alternative<bool>(value)) return "true or false";
        return std::holds_alternative<double>(value) ? "a number" : "a text";
    }

    static const char* hint_for(const Value& value, const Value& written) {
        if (std::holds_alternative<std::string>(written)) return "Leave out the quotes";
        if (std::holds_alternative<std::string>(value)) return "Put the text in quotes";
        return "Compare values of the same kind";
    }

    /// The node of a key; the last setting takes precedence, as it does in a problem.
    [[nodiscard]] const Node* node_at(std::string_view key) const {
        const auto setting =
            std::find_if(settings_.rbegin(), settings_.rend(), [&](const problem::Setting& each) {
                return each.key == key || key.starts_with(each.key + ".");
            });
        if (setting == settings_.rend()) return root_.at_path(key);
        if (setting->key == key) return &setting->value;
        return setting->value.at_path(key.substr(setting->key.size() + 1));
    }

    [[nodiscard]] Value value_at(const std::string& key) const {
        const Node* const node = node_at(key);
        if (node == nullptr || !node->is_scalar())
            condition_.fail(fmt::format(
                "'{}': {} is not a value of the problem; allowed: keys of the axes, and those that "
                "the problem gives; a text is put in quotes",
                condition_.text(), base::in_quotes(key)));
        if (node->is_bool()) return node->as_bool();
        const std::string& text = node->text();
        const std::optional<double> number = base::number_in(text);
        return number && !node->is_quoted() ? Value{*number} : Value{text};
    }

    [[nodiscard]] double number(const Expression& expression) const {
        const Value value = value_of(expression);
        if (const double* const found = std::get_if<double>(&value)) return *found;
        condition_.fail(fmt::format(
            "'{}' calculates with something that is not a number; allowed for it: == and !=",
            condition_.text()));
    }

    [[nodiscard]] double divisor(const Expression& expression) const {
        const double found = number(expression);
        if (found == 0) condition_.fail(fmt::format("'{}' divides by 0", condition_.text()));
        return found;
    }

    const Node& condition_;
    const Node& root_;
    std::span<const problem::Setting> settings_;
};

}  // namespace

Condition::Condition(const Node& node)
    : node_{node}, expression_{std::make_shared<const Expression>(read_expression(node_))} {}

bool Condition::holds(const Node& root, std::span<const problem::Setting> settings) const {
    return Evaluation{node_, root, settings}.truth_of(*expression_);
}

}  // namespace xdnasim::study
