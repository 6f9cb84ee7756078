#pragma once
// The rows of a suite in processes side by side, kept in a file as they are done.

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "validation/suite.hpp"

namespace xdnasim::validation {

struct SideBySide {
    unsigned processes = 1;
    /// Where finished rows are kept: see base::Keep.
    std::optional<std::filesystem::path> keep{};
    /// What is run, such as the name of a suite: suites name different runs of a measured row
    /// alike.
    std::string rows_of{};
};

/// In the order of `cases`. `on_done` and errors are those of base::run_side_by_side().
[[nodiscard]] std::vector<Simulation> simulate_side_by_side(
    std::span<const Case> cases, const SideBySide& how,
    const std::function<void(std::size_t)>& on_done);

}  // namespace xdnasim::validation
