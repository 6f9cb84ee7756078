#pragma once
// Folders that results go to.

#include <filesystem>
#include <string>
#include <vector>

namespace xdnasim::cli {

/// A folder that is made when it is missing, with those that it lies in. What was made and is still
/// empty at the end of the scope, or when the process is interrupted, goes again.
class ResultFolder {
 public:
    /// `option` asked for it. Throws InputError when it cannot be made.
    ResultFolder(const std::string& option, const std::filesystem::path& folder);
    ResultFolder(const ResultFolder&) = delete;
    ResultFolder& operator=(const ResultFolder&) = delete;
    ~ResultFolder();

 private:
    std::vector<std::string> made_;  ///< each before the one that it lies in
};

}  // namespace xdnasim::cli
