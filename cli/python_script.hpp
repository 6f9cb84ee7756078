#pragma once
// Scripts in Python that draw what the command has found out.

#include <filesystem>
#include <string>
#include <vector>

namespace xdnasim::cli {

/// A folder that is removed with everything in it, also when the process is interrupted.
class ScratchFolder {
 public:
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

struct PythonScript {
    std::filesystem::path file;
    std::string option;                ///< of the command that needs it, for messages
    std::vector<std::string> modules;  ///< beyond Python's own
};

/// Throws Error (Unavailable) when Python or a module is missing, InputError with the script's
/// message when it exits with 2: its arguments are at fault. Ends the process as an interruption
/// does when one ended the script.
void run_script(const PythonScript& script, const std::vector<std::filesystem::path>& arguments);

}  // namespace xdnasim::cli
