#pragma once
// The file in which finished rows are kept: a line that says what made them, and one for each row.

#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "validation/suite.hpp"

namespace xdnasim::validation {

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
