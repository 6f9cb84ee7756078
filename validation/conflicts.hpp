#pragma once
// Measured rows that disagree: no parameter meets both sides.

#include <filesystem>
#include <string>
#include <vector>

namespace xdnasim::validation {

struct Conflict {
    struct Side {
        std::string claim;
        std::vector<std::string> rows;  ///< ids of measured rows: "ddr_bandwidth:12"
    };
    std::string title;
    std::string why;
    std::vector<Side> sides;
};

/// Throws InputError with file:line:column for everything that is wrong with the file.
[[nodiscard]] std::vector<Conflict> load_conflicts(const std::filesystem::path& file);

/// Those that come with xdnasim.
[[nodiscard]] std::vector<Conflict> known_conflicts();

}  // namespace xdnasim::validation
