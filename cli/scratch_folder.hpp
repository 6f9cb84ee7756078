#pragma once
// A folder for temporary files.

#include <filesystem>
#include <string>
#include <vector>

namespace xdnasim::cli {

/// A temporary folder, which is removed with everything in it at the end of the scope, and also
/// when the process is interrupted.
class ScratchFolder {
 public:
    /// Throws InputError if the folder cannot be made.
    ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    ~ScratchFolder();

    /// The path of the file `name` in the folder. An interruption removes only files whose path was
    /// asked for here.
    [[nodiscard]] std::filesystem::path file(const std::string& name);

 private:
    std::string path_;
    std::vector<std::string> removed_when_interrupted_;
};

}  // namespace xdnasim::cli
