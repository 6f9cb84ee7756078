#pragma once
// The files that a command reads and writes: no result takes the place of an input or of another
// result.

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace xdnasim::cli {

class FileRoles {
 public:
    /// `what` it is, as "the problem file".
    void reads(std::filesystem::path file, std::string what) {
        taken_.emplace_back(std::move(file), std::move(what));
    }
    /// The file of `option`. Throws InputError when it has another role already, or cannot be
    /// written.
    void writes(const std::string& option, const std::filesystem::path& file);

 private:
    std::vector<std::pair<std::filesystem::path, std::string>> taken_;
};

// Files that are taken whole and as they are.

/// Throws InputError when `file` cannot be read.
[[nodiscard]] std::string content_of(const std::filesystem::path& file);

}  // namespace xdnasim::cli
