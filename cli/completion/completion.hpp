#pragma once
// Scripts for shells that complete the words of a command line, generated from CLI11's commands.

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace xdnasim::cli {

/// The script for bash 4 and later. `devices`: device names offered for an option that takes one.
[[nodiscard]] std::string bash_completion(CLI::App& app, const std::vector<std::string>& devices);

/// The script for zsh, to be a file _xdnasim in its `fpath`. `devices`: as for bash_completion().
[[nodiscard]] std::string zsh_completion(CLI::App& app, const std::vector<std::string>& devices);

}  // namespace xdnasim::cli
