#pragma once
// Scripts that complete the words of a command line, made of the commands as CLI11 knows them.

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace xdnasim::cli {

/// For bash 4 and later. `devices`: names that complete a device.
[[nodiscard]] std::string bash_completion(CLI::App& app, const std::vector<std::string>& devices);

/// For zsh, as a file _xdnasim in its `fpath`.
[[nodiscard]] std::string zsh_completion(CLI::App& app, const std::vector<std::string>& devices);

}  // namespace xdnasim::cli
