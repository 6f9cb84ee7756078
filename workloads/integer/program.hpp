#pragma once
// An integer program: columns, some of which must be whole numbers, rows with a lower and an upper
// limit, and a cost to minimise.

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace xdnasim::integer {

using ColumnId = int;

inline constexpr double kUnlimited = std::numeric_limits<double>::infinity();

/// A term of a row: `factor` times the column.
struct Term {
    ColumnId column = 0;
    double factor = 1;
};

struct Column {
    double lower = 0;
    double upper = 1;
    double cost = 0;
    bool is_whole = true;
};

struct Row {
    double lower = -kUnlimited;
    double upper = kUnlimited;
    /// Index in Program::terms_; the terms end at the next row's first.
    std::size_t first_term = 0;
};

class Program {
 public:
    ColumnId add_column(const Column& column);
    /// Adds the row `lower` <= sum of the terms <= `upper`. A column may occur in several terms.
    void add_row(double lower, std::span<const Term> terms, double upper);
    /// Adds a constant to the cost of every solution.
    void add_cost(double cost) { constant_ += cost; }

    [[nodiscard]] const std::vector<Column>& columns() const { return columns_; }
    [[nodiscard]] std::size_t row_count() const { return rows_.size(); }
    [[nodiscard]] const Row& row(std::size_t number) const { return rows_[number]; }
    [[nodiscard]] std::span<const Term> terms(std::size_t row) const;
    [[nodiscard]] double constant() const { return constant_; }

    /// Cost of a solution, with its values by column.
    [[nodiscard]] double cost_of(std::span<const double> values) const;
    /// Do the values meet all limits and are they whole where required, up to rounding?
    [[nodiscard]] bool holds(std::span<const double> values) const;

 private:
    std::vector<Column> columns_;
    std::vector<Row> rows_;
    std::vector<Term> terms_;  ///< terms of all rows, one row after the other
    double constant_ = 0;
};

}  // namespace xdnasim::integer
