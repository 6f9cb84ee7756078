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

}  // namespace xdnasim::cli
