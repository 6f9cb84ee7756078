#pragma once
// What is said of a command line that cannot be read.

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace xdnasim::cli {

/// Names the argument at fault and the nearest one that exists. `words` are those of the command
/// line behind the command's name, of which `app` has made what it could before `error`.
[[nodiscard]] std::string usage_message(CLI::App& app, const std::vector<std::string>& words,
                                        const CLI::Error& error);

}  // namespace xdnasim::cli
