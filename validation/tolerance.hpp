#pragma once
// How far a suite's errors may go: one file per suite, validation/tolerances/SUITE.yaml.

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "validation/statistics.hpp"
#include "validation/suite.hpp"

namespace xdnasim::validation {

/// Which rows count: those that meet every condition that is given.
struct RowFilter {
    std::vector<std::string> sources{};  ///< beginnings of a source's name; one of them
    std::string device{};
    std::vector<Group> groups{};  ///< one of them

    [[nodiscard]] bool takes(const Measurement& row) const;
    [[nodiscard]] std::string name() const;  ///< "all" without conditions
};

/// A limit of one statistic over some rows.
struct Tolerance {
    RowFilter rows;
    Statistic statistic{};
    double limit = 0;  ///< a fraction
};

struct Check {
    std::string rows;  ///< the name of their filter
    Statistic statistic{};
    double limit = 0;
    double value = 0;
    bool passed = false;
};

/// Throws InputError with file:line:column for everything that is wrong with the file.
[[nodiscard]] std::vector<Tolerance> load_tolerances(const std::filesystem::path& file);

/// Throws InputError when the tolerance is about no row at all.
[[nodiscard]] Check check(const Tolerance& tolerance, std::span<const Row> rows);

}  // namespace xdnasim::validation
