#pragma once
// Python scripts that draw a command's results.

#include <filesystem>
#include <string>
#include <vector>

namespace xdnasim::cli {

struct PythonScript {
    std::filesystem::path file;
    std::string option;                ///< the command's option that needs the script, for messages
    std::vector<std::string> modules;  ///< modules it needs besides Python's standard library
};

/// Runs a script with `arguments`. Throws Error (Unavailable) if Python, a module or memory is
/// missing; InputError with the script's message if it exits with 2, which means that its arguments
/// are wrong; std::runtime_error if it ends with any other exception, which no arguments should
/// cause. If an interruption ended the script, it also ends this process.
void run_script(const PythonScript& script, const std::vector<std::filesystem::path>& arguments);

}  // namespace xdnasim::cli
