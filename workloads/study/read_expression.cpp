#include <algorithm>
#include <cctype>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "workloads/study/expression.hpp"

namespace xdnasim::study {
namespace {

using base::Node;

/// Reads an expression, starting with the operators of lowest precedence.
class ExpressionReader {
 public:
    explicit ExpressionReader(const Node& node) : node_{node}, text_{node.as_string()} { skip(); }

    Expression read() {
        Expression all = level(0);
        if (at_ < text_.size()) fail("an operator");
        return all;
    }

 private:
    /// Index of the comparisons in levels(), after `not`.
    static constexpr std::size_t kComparisons = 2;
    static constexpr int kMostNested = 64;
    /// Limit, since each operator is nested to the left of the next one.
    static constexpr int kMostOperators = 1000;

    struct Operator {
        std::string_view text;
        Operation operation;
    };

    /// Operators by level of precedence; within a level, longer spellings first.
    static std::span<const std::vector<Operator>> levels() {
        using enum Operation;
        static const std::vector<std::vector<Operator>> kLevels{
            {{"or", Or}},
            {{"and", And}},
            {{"==", Equal},
             {"!=", Unequal},
             {"<=", AtMost},
             {">=", AtLeast},
             {"<", Less},
             {">", Greater}},
            {{"+", Add}, {"-", Subtract}},
            {{"*", Multiply}, {"/", Divide}, {"%", Remainder}}};
        return kLevels;
    }

    [[noreturn]] void fail(const std::string& wanted) const {
        node_.fail(fmt::format(
            "'{}' is not a condition: {} is missing {}; allowed: such as "
            "gemm.tile.m * gemm.tile.n <= 16384",
            text_, wanted,
            at_ < text_.size() ? fmt::format("before '{}'", text_.substr(at_)) : "at its end"));
    }

    void skip() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }

    static bool is_word(char letter) {
        return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_' ||
               letter == '.';
    }

    bool accept(std::string_view token) {
        if (!std::string_view{text_}.substr(at_).starts_with(token)) return false;
        const std::size_t end = at_ + token.size();
        // "order" does not begin with the operator "or".
        if (is_word(token.back()) && end < text_.size() && is_word(text_[end])) return false;
        at_ = end;
        skip();
        return true;
    }

    Expression level(std::size_t number) {
        if (number == levels().size()) return operand();
        if (number == kComparisons && accept("not"))
            return {.operation = Operation::Not,
                    .operands = {nested([&] { return level(number); })}};
        Expression left = level(number + 1);
        int comparisons = 0;
        while (const Operator* const found = accepted(levels()[number])) {
            if (number == kComparisons && ++comparisons > 1)
                node_.fail(fmt::format(
                    "'{}': compare two values at a time, as in 1 < a and a < 100", text_));
            if (++operators_ > kMostOperators)
                node_.fail(
                    fmt::format("this condition has more operators than can be read; "
                                "allowed: {}",
                                kMostOperators));
            std::vector<Expression> operands;
            operands.push_back(std::move(left));
            operands.push_back(level(number + 1));
            left = {.operation = found->operation, .operands = std::move(operands)};
        }
        return left;
    }

    /// The operator at the present position; nullptr if it is none of these.
    const Operator* accepted(const std::vector<Operator>& operators) {
        for (const Operator& each : operators)
            if (accept(each.text)) return &each;
        return nullptr;
    }

    template <class Read>
    Expression nested(Read read) {
        if (++depth_ > kMostNested) node_.fail("this condition is nested too deeply");
        Expression inner = read();
        --depth_;
        return inner;
    }

    Expression operand() {
        if (accept("-"))
            return {.operation = Operation::Subtract,
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
        pass_word();
        if (at_ == begin) fail("a number or a key");
        const bool is_number = begins_number(text_[begin]);
        if (is_number && ends_at_exponent()) {
            ++at_;
            pass_word();
        }
        const std::string found = text_.substr(begin, at_ - begin);
        skip();
        if (is_number) return {.value = number(found)};
        if (found == "true" || found == "false") return {.value = found == "true"};
        return {.operation = Operation::ValueOfKey, .key = found};
    }

    void pass_word() {
        while (at_ < text_.size() && is_word(text_[at_]))
            ++at_;
    }
    static bool begins_number(char letter) {
        return std::isdigit(static_cast<unsigned char>(letter)) != 0 || letter == '.';
    }
    /// Whether the number that ends here continues with the sign of its exponent, as in 1e-3.
    [[nodiscard]] bool ends_at_exponent() const {
        const char last = text_[at_ - 1];
        return (last == 'e' || last == 'E') && at_ < text_.size() &&
               (text_[at_] == '+' || text_[at_] == '-');
    }
    [[nodiscard]] double number(const std::string& text) const {
        if (const auto number = base::number_in(text)) return *number;
        node_.fail(fmt::format("'{}': '{}' is not a number", text_, text));
    }

    const Node& node_;
    std::string text_;
    std::size_t at_ = 0;
    int depth_ = 0;
    int operators_ = 0;
};

}  // namespace

Expression read_expression(const base::Node& node) {
    return ExpressionReader{node}.read();
}

}  // namespace xdnasim::study
