#pragma once
// The rows of a suite in processes side by side, kept in a file as they are done.

#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
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

// The file in which finished rows are kept: a line that says what made them, and one for each row.

/// A line of JSON, without its end.
[[nodiscard]] std::string row_line(const std::string& id, const Simulation& simulation);

struct KeptRow {
    std::string id;
    Simulation simulation;
};

/// Throws std::exception when `line` is not what row_line() makes.
[[nodiscard]] KeptRow read_row_line(const std::string& line);

class KeptRows {
 public:
    /// Reads what `file` holds, or begins it. A last line without an end, which a killed run
    /// leaves, does not count. `rows_of`: what is run; a file of anything else is refused, since
    /// suites name different runs of a measured row alike. Throws InputError.
    KeptRows(const std::filesystem::path& file, const std::string& rows_of);

    [[nodiscard]] const std::map<std::string, Simulation>& rows() const { return rows_; }
    /// Throws InputError when the file cannot be written.
    void add(const std::string& line);

 private:
    void read(std::istream& input);

    std::filesystem::path file_;
    std::map<std::string, Simulation> rows_;
    std::ofstream output_;
};

}  // namespace xdnasim::validation
