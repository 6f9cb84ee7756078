#include "cli/python_script.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "base/error.hpp"
#include "base/regular_file.hpp"
#include "cli/interruption.hpp"
#include "cli/scratch_folder.hpp"

namespace xdnasim::cli {
namespace {

namespace fs = std::filesystem;

std::string shell_quoted(const fs::path& path) {
    std::string text = "'";
    for (const char c : path.string())
        text += c == '\'' ? std::string{"'\\''"} : std::string{c};
    return text + "'";
}

/// The last line of Python's messages, which names the exception.
std::string last_line(std::string text) {
    while (!text.empty() && text.back() == '\n')
        text.pop_back();
    return text.substr(text.rfind('\n') + 1);
}

/// Whether the script failed with an exception of its own, and not because the machine lacks a
/// module or memory. The exceptions are searched for in all lines, because numpy's ImportError has
/// many.
bool failed_by_itself(const std::string& messages) {
    constexpr std::array kOfTheMachine{"\nImportError", "\nModuleNotFoundError", "\nMemoryError"};
    return messages.find("Traceback (most recent call last)") != std::string::npos &&
           std::ranges::none_of(kOfTheMachine, [&](const char* exception) {
               return messages.find(exception) != std::string::npos;
           });
}

/// The signal that ended the process whose exit status system() returned as `status`; 0 if none
/// did.
int signal_of(int status) {
    if (WIFSIGNALED(status)) return WTERMSIG(status);
    return WIFEXITED(status) ? std::max(WEXITSTATUS(status) - kBySignal, 0) : 0;
}

/// Throws Error (Unavailable) if `ulimit -v` allows less memory than drawing needs: numpy's
/// OpenBLAS would wait for ever for memory that it does not get.
void require_memory_for(const PythonScript& script) {
    constexpr rlim_t kMebibyte = 1024 * 1024;
    constexpr rlim_t kNeeded = 512 * kMebibyte;  // measured: 340 MiB
    rlimit limit{};
    if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur >= kNeeded) return;
    throw base::Error{
        base::ExitCode::Unavailable,
        fmt::format("{} needs {} MiB of memory for python3 with {}; the limit is {} (ulimit -v)",
                    script.option, kNeeded / kMebibyte, fmt::join(script.modules, " and "),
                    limit.rlim_cur / kMebibyte)};
}

}  // namespace

void run_script(const PythonScript& script, const std::vector<fs::path>& arguments) {
    require_memory_for(script);
    ScratchFolder folder;
    const fs::path output = folder.file("messages");
    std::string messages;
    std::string failure;
    std::string call = shell_quoted(script.file);
    for (const fs::path& argument : arguments)
        call += ' ' + shell_quoted(argument);
    bool refused = false;
    // Modules installed by Debian belong to /usr/bin/python3, which need not be first in the path.
    for (const char* python : {"python3", "/usr/bin/python3"}) {
        const int status = std::system(
            // OpenBLAS's threads take memory, and drawing does not need them.
            fmt::format("OPENBLAS_NUM_THREADS=1 {} {} >{} 2>&1", python, call, shell_quoted(output))
                .c_str());
        if (status == 0) return;
        // system() makes this process ignore SIGINT, but not the script.
        if (signal_of(status) == SIGINT) ::raise(SIGINT);
        messages = base::bytes_of_file(output);
        refused =
            WIFEXITED(status) && WEXITSTATUS(status) == static_cast<int>(base::ExitCode::BadInput);
        if (refused) break;
        if (failed_by_itself(messages)) failure = last_line(messages);
    }
    if (refused) throw base::InputError{fmt::format("{}: {}", script.option, last_line(messages))};
    if (!failure.empty())
        throw std::runtime_error{
            fmt::format("{}: {}: {}", script.option, script.file.filename().string(), failure)};
    throw base::Error{base::ExitCode::Unavailable,
                      fmt::format("{} needs python3 with {} (Debian: python3-{}): {}",
                                  script.option, fmt::join(script.modules, " and "),
                                  fmt::join(script.modules, ", python3-"), last_line(messages))};
}

}  // namespace xdnasim::cli
