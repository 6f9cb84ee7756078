#pragma once
// Scripts in Python that draw what the command has found out.

#include <filesystem>
#include <string>
#include <vector>

namespace xdnasim::cli {

struct PythonScript {
    std::filesystem::path file;
    std::string option;                ///< of the command that needs it, for messages
    std::vector<std::string> modules;  ///< beyond Python's own
};

/// Throws Error (Unavailable) when Python or a module is missing, InputError with the script's
/// message when it exits with 2: its arguments are at fault. Throws std::runtime_error when it ends
/// with an exception of another kind, which no arguments should lead to. Ends the process as an
/// interruption does when one ended the script.
void run_script(const PythonScript& script, const std::vector<std::filesystem::path>& arguments);

}  // namespace xdnasim::cli
