#pragma once
// Limits of a suite's errors: one file per suite, validation/tolerances/SUITE.yaml.

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "validation/statistics.hpp"
#include "validation/suite.hpp"

namespace xdnasim::validation {

/// A filter that takes the rows that meet all its non-empty conditions.
struct RowFilter {
    std::vector<std::string> sources{};  ///< the row's source begins with one of these
    std::string device{};                ///< the row is on this device
    std::vector<Group> groups{};         ///< the row's group is one of these

    [[nodiscard]] bool takes(const Measurement& row) const;
    [[nodiscard]] std::string name() const;  ///< "all" without conditions
};

/// The limit of one statistic over some rows.
struct Tolerance {
    RowFilter rows;
    Statistic statistic{};
    double limit = 0;  ///< fraction of the measured value
};

/// A tolerance and the value that it limits.
struct Check {
    std::string rows;  ///< name of the row filter
    Statistic statistic{};
    double limit = 0;
    double value = 0;
    bool passed = false;
};

/// Loads tolerances. Throws InputError with file:line:column for any error in the file.
[[nodiscard]] std::vector<Tolerance> load_tolerances(const std::filesystem::path& file);

/// Checks one tolerance. Throws InputError if its filter takes none of the rows.
[[nodiscard]] Check check(const Tolerance& tolerance, std::span<const Row> rows);

}  // namespace xdnasim::validation
