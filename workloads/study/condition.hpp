#pragma once
// Conditions of a study, which decide which combinations of values are points.

#include <memory>
#include <span>
#include <string>

#include "base/node.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::study {

struct Expression;

/// A condition such as "gemm.tile.m * gemm.tile.n <= 16384 and gemm.b_layout == 'row-major'". It
/// consists of numbers, texts in quotes, keys of the problem, + - * / %, == != < <= > >=, and, or,
/// not, and parentheses.
class Condition {
 public:
    /// Throws InputError with the position of `node` if it is not a condition.
    explicit Condition(const base::Node& node);

    /// Is it true for the problem file `root` with `settings`? Throws InputError for a key that
    /// does not exist, and for operations that its value does not support.
    [[nodiscard]] bool holds(const base::Node& root,
                             std::span<const problem::Setting> settings) const;

    [[nodiscard]] const std::string& text() const { return node_.text(); }

 private:
    base::Node node_;
    std::shared_ptr<const Expression> expression_;
};

}  // namespace xdnasim::study
