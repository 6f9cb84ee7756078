#pragma once
// A folder for files that nobody asked for.

#include <filesystem>
#include <string>
#include <vector>

namespace xdnasim::cli {

/// A folder that is removed with everything in it, also when the process is interrupted.
class ScratchFolder {
 public:
    /// Throws InputError when it cannot be made.
    ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    ~ScratchFolder();

    /// A file in it.
    [[nodiscard]] std::filesystem::path file(const std::string& name);

 private:
    std::string path_;
    std::vector<std::string> removed_when_interrupted_;
};

}  // namespace xdnasim::cli
