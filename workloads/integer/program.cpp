#include "workloads/integer/program.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace xdnasim::integer {

ColumnId Program::add_column(const Column& column) {
    columns_.push_back(column);
    return static_cast<ColumnId>(columns_.size() - 1);
}

void Program::add_row(double lower, std::span<const Term> terms, double upper) {
    rows_.push_back({lower, upper, terms_.size()});
    std::map<ColumnId, double> sums;
    for (const Term& term : terms)
        sums[term.column] += term.factor;
    for (const auto& [column, factor] : sums)
        if (factor != 0) terms_.push_back({column, factor});
}

std::span<const Term> Program::terms(std::size_t row) const {
    const std::size_t first = rows_[row].first_term;
    const std::size_t end = row + 1 < rows_.size() ? rows_[row + 1].first_term : terms_.size();
    return std::span{terms_}.subspan(first, end - first);
}

double Program::cost_of(std::span<const double> values) const {
    double cost = constant_;
    for (std::size_t i = 0; i < columns_.size(); ++i)
        cost += columns_[i].cost * values[i];
    return cost;
}

bool Program::holds(std::span<const double> values) const {
    constexpr double kRounding = 1e-5;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        const Column& column = columns_[i];
        if (values[i] < column.lower - kRounding || values[i] > column.upper + kRounding)
            return false;
        if (column.is_whole && std::abs(values[i] - std::round(values[i])) > kRounding)
            return false;
    }
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        double sum = 0;
        double size = 1;
        for (const Term& term : terms(row)) {
            const double part = term.factor * values[static_cast<std::size_t>(term.column)];
            sum += part;
            size = std::max(size, std::abs(part));
        }
        const double rounding = kRounding * size;
        if (sum < rows_[row].lower - rounding || sum > rows_[row].upper + rounding) return false;
    }
    return true;
}

}  // namespace xdnasim::integer
