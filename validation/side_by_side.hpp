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
    /// Where finished rows are kept. What it holds already is not simulated again: a run that was
    /// killed loses nothing. Rows of another suite, and those that another build of xdnasim, or
    /// other device files, made are refused.
    std::optional<std::filesystem::path> keep{};
    std::string rows_of{};  ///< what is run, such as the name of a suite
};

/// In the order of `cases`. `on_done` is called with the number of rows that are done; it may be
/// empty. Throws InputError when `keep` cannot be used, with file:line where it is not what a
/// run has written, and when a row cannot be simulated.
[[nodiscard]] std::vector<Simulation> simulate_side_by_side(
    std::span<const Case> cases, const SideBySide& how,
    const std::function<void(std::size_t)>& on_done);

}  // namespace xdnasim::validation
