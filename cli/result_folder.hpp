#pragma once
// Folders for results.

#include <filesystem>
#include <string>
#include <vector>

namespace xdnasim::cli {

/// A folder that is created together with its missing parents. Folders that it created and that are
/// still empty at the end of the scope, or when the process is interrupted, are removed again.
class ResultFolder {
 public:
    /// `option`: the option that asks for the folder, for messages. Throws InputError if the folder
    /// cannot be made.
    ResultFolder(const std::string& option, const std::filesystem::path& folder);
    ResultFolder(const ResultFolder&) = delete;
    ResultFolder& operator=(const ResultFolder&) = delete;
    ~ResultFolder();

 private:
    std::vector<std::string> made_;  ///< folders that were created, each before its parent
};

}  // namespace xdnasim::cli
