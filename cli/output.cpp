#include "cli/output.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <system_error>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/uninterrupted.hpp"
#include "cli/redirection.hpp"

namespace xdnasim::cli {

namespace fs = std::filesystem;

fs::path folder_of_temporary_files() {
    std::error_code error;
    const fs::path folder = fs::temp_directory_path(error);
    if (!error) return folder;
    for (const char* const variable : {"TMPDIR", "TMP", "TEMP", "TEMPDIR"})  // libstdc++'s order
        if (const char* const chosen = std::getenv(variable); chosen != nullptr)
            throw base::InputError{
                fmt::format("{}: '{}': {}. Name a folder", variable, chosen, error.message())};
    throw base::InputError{fmt::format("no folder for temporary files: {}", error.message())};
}

void write_stdout(std::string_view text) {
    if (Redirection* const redirection = Redirection::current()) {
        redirection->output += text;
        return;
    }
    base::Uninterrupted{}.results_are_being_written();
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
        throw base::InputError{fmt::format("cannot write to standard output: {}",
                                           std::generic_category().message(errno))};
}

void write_stderr(std::string_view text) {
    if (Redirection* const redirection = Redirection::current()) {
        redirection->messages += text;
        return;
    }
    std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace xdnasim::cli
