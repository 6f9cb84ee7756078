#include "workloads/study/condition.hpp"

#include <cctype>
#include <charconv>
#include <cmath>
#include <ranges>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

namespace xdnasim::study {
namespace {

using base::Node;
using Value = std::variant<bool, double, std::string>;

}  // namespace

/// A value, a key, or an operation on one or two others.
struct Expression {
    std::string operation{};  ///< empty: `value`, or the value of `key`
    std::vector<Expression> operands{};
    std::string key{};
    Value value{};
};

namespace {

/// Reads an expression, the operators that bind least first.
class ExpressionReader {
 public:
    explicit ExpressionReader(const Node& node) : node_{node}, text_{node.as_string()} { skip(); }

    Expression read() {
        Expression all = level(0);
        if (at_ < text_.size()) fail("an operator");
        return all;
    }

 private:
    static constexpr std::size_t kUnary = 3;  ///< of the levels below: `not` stands before it
    static constexpr int kMostNested = 64;

    /// Of one level, the longer spelling first.
    static const std::vector<std::vector<std::string>>& levels() {
        static const std::vector<std::vector<std::string>> kLevels{
            {"or"}, {"and"}, {"==", "!=", "<=", ">=", "<", ">"}, {"+", "-"}, {"*", "/", "%"}};
        return kLevels;
    }

    [[noreturn]] void fail(const std::string& wanted) const {
        node_.fail(fmt::format(
            "'{}' is no condition: {} is missing {}; allowed: such as "
            "gemm.tile.m * gemm.tile.n <= 16384",
            text_, wanted,
            at_ < text_.size() ? fmt::format("before '{}'", text_.substr(at_)) : "at its end"));
    }

    void skip() {
        while (at_ < text_.size() && text_[at_] == ' ')
            ++at_;
    }

    static bool is_word(char letter) {
        return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_' ||
               letter == '.';
    }

    bool accept(const std::string& token) {
        if (!text_.substr(at_).starts_with(token)) return false;
        const std::size_t end = at_ + token.size();
        // "order" does not begin with the operator "or".
        if (is_word(token.back()) && end < text_.size() && is_word(text_[end])) return false;
        at_ = end;
        skip();
        return true;
    }

    Expression level(std::size_t number) {
        if (number == levels().size()) return operand();
        if (number == kUnary - 1 && accept("not"))
            return {.operation = "not", .operands = {nested([&] { return level(number); })}};
        Expression left = level(number + 1);
        for (bool more = true; more;) {
            more = false;
            for (const std::string& operation : levels()[number]) {
                if (!accept(operation)) continue;
                left = {.operation = operation, .operands = {std::move(left), level(number + 1)}};
                more = true;
                break;
            }
        }
        return left;
    }

    template <class Read>
    Expression nested(Read read) {
        if (++depth_ > kMostNested) node_.fail("a condition that is nested too deep");
        Expression inner = read();
        --depth_;
        return inner;
    }

    Expression operand() {
        if (accept("-"))
            return {.operation = "-",
                    .operands = {{.value = 0.0}, nested([&] { return operand(); })}};
        if (accept("(")) {
            Expression inner = nested([&] { return level(0); });
            if (!accept(")")) fail("')'");
            return inner;
        }
        if (at_ < text_.size() && (text_[at_] == '\'' || text_[at_] == '"')) return quoted();
        return word();
    }

    Expression quoted() {
        const std::size_t end = text_.find(text_[at_], at_ + 1);
        if (end == std::string::npos) fail("the other quote");
        Expression value{.value = text_.substr(at_ + 1, end - at_ - 1)};
        at_ = end + 1;
        skip();
        return value;
    }

    Expression word() {
        const std::size_t begin = at_;
        while (at_ < text_.size() && is_word(text_[at_]))
            ++at_;
        if (at_ == begin) fail("a number or a key");
        const std::string found = text_.substr(begin, at_ - begin);
        skip();
        double number = 0;
        const auto [end, error] =
            std::from_chars(found.data(), found.data() + found.size(), number);
        if (error == std::errc{} && end == found.data() + found.size()) return {.value = number};
        if (found == "true" || found == "false") return {.value = found == "true"};
        return {.key = found};
    }

    const Node& node_;
    std::string text_;
    std::size_t at_ = 0;
    int depth_ = 0;
};

const Node* find_path(const Node& root, std::string_view path) {
    const Node* node = &root;
    while (node != nullptr && !path.empty()) {
        const std::size_t dot = path.find('.');
        node = node->find(path.substr(0, dot));
        path = dot == std::string_view::npos ? "" : path.substr(dot + 1);
    }
    return node;
}

/// Of an expression, for one problem.
class Evaluation {
 public:
    Evaluation(const Node& condition, const Node& root, std::span<const problem::Setting> settings)
        : condition_{condition}, root_{root}, settings_{settings} {}

    [[nodiscard]] Value value_of(const Expression& expression) const {
        if (!expression.key.empty()) return value_at(expression.key);
        if (expression.operation.empty()) return expression.value;
        const std::vector<Expression>& operands = expression.operands;
        if (expression.operation == "not") return !truth_of(operands[0]);
        if (expression.operation == "and") return truth_of(operands[0]) && truth_of(operands[1]);
        if (expression.operation == "or") return truth_of(operands[0]) || truth_of(operands[1]);
        const Value left = value_of(operands[0]);
        const Value right = value_of(operands[1]);
        if (expression.operation == "==") return left == right;
        if (expression.operation == "!=") return left != right;
        return combined(expression.operation, number(left), number(right));
    }
    [[nodiscard]] bool truth_of(const Expression& expression) const {
        const Value value = value_of(expression);
        if (const bool* const truth = std::get_if<bool>(&value)) return *truth;
        condition_.fail(fmt::format("'{}': and, or, not and the whole take what is true or false",
                                    condition_.text()));
    }

 private:
    /// The last setting wins, as it does in a problem.
    [[nodiscard]] const Node* node_at(std::string_view key) const {
        for (const problem::Setting& setting : std::views::reverse(settings_)) {
            if (setting.key == key) return &setting.value;
            if (key.starts_with(setting.key + "."))
                return find_path(setting.value, key.substr(setting.key.size() + 1));
        }
        return find_path(root_, key);
    }

    [[nodiscard]] Value value_at(const std::string& key) const {
        const Node* const node = node_at(key);
        if (node == nullptr || !node->is_scalar())
            condition_.fail(fmt::format(
                "'{}': {} is no value of the problem; allowed: keys of the axes, and those that "
                "the problem gives; a text is put in quotes",
                condition_.text(), base::in_quotes(key)));
        if (node->is_bool()) return node->as_bool();
        const std::string& text = node->text();
        double number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        const bool whole = error == std::errc{} && end == text.data() + text.size();
        return whole && !node->is_quoted() ? Value{number} : Value{text};
    }

    [[nodiscard]] double number(const Value& value) const {
        if (const double* const found = std::get_if<double>(&value)) return *found;
        condition_.fail(
            fmt::format("'{}' calculates with what is not a number; allowed for it: "
                        "== and !=",
                        condition_.text()));
    }

    [[nodiscard]] Value combined(const std::string& operation, double left, double right) const {
        if (operation == "<") return left < right;
        if (operation == "<=") return left <= right;
        if (operation == ">") return left > right;
        if (operation == ">=") return left >= right;
        if (operation == "+") return left + right;
        if (operation == "-") return left - right;
        if (operation == "*") return left * right;
        if (right == 0) condition_.fail(fmt::format("'{}' divides by 0", condition_.text()));
        return operation == "/" ? left / right : std::fmod(left, right);
    }

    const Node& condition_;
    const Node& root_;
    std::span<const problem::Setting> settings_;
};

}  // namespace

Condition::Condition(const Node& node)
    : node_{node},
      expression_{std::make_shared<const Expression>(ExpressionReader{node_}.read())} {}

bool Condition::holds(const Node& root, std::span<const problem::Setting> settings) const {
    return Evaluation{node_, root, settings}.truth_of(*expression_);
}

}  // namespace xdnasim::study
