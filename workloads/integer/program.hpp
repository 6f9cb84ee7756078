#pragma once
// An integer program: columns, some of them whole numbers, rows that hold between two limits, and a
// cost to be made least.

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace xdnasim::integer {

using ColumnId = int;

inline constexpr double kUnlimited = std::numeric_limits<double>::infinity();

/// Of a row: so many times a column.
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
    std::size_t first_term = 0;  ///< in Program::terms(); the row's end is the next row's first
};

class Program {
 public:
    ColumnId add_column(const Column& column);
    /// `lower` <= sum of the terms <= `upper`. A column may stand in several terms.
    void add_row(double lower, std::span<const Term> terms, double upper);
    /// That every solution costs, whatever the columns are.
    void add_cost(double cost) { constant_ += cost; }

    [[nodiscard]] const std::vector<Column>& columns() const { return columns_; }
    [[nodiscard]] std::size_t row_count() const { return rows_.size(); }
    [[nodiscard]] const Row& row(std::size_t number) const { return rows_[number]; }
    [[nodiscard]] std::span<const Term> terms(std::size_t row) const;
    [[nodiscard]] double constant() const { return constant_; }

    /// Of values by column.
    [[nodiscard]] double cost_of(std::span<const double> values) const;
    /// Do these values keep all limits, and are they whole where they must be, but for rounding?
    [[nodiscard]] bool holds(std::span<const double> values) const;

 private:
    std::vector<Column> columns_;
    std::vector<Row> rows_;
    std::vector<Term> terms_;  ///< row after row
    double constant_ = 0;
};

}  // namespace xdnasim::integer
