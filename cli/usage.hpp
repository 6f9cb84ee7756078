#pragma once
// What the user is told when the command line is wrong.

#include <string>

#include <CLI/CLI.hpp>

namespace xdnasim::cli {

/// Names the argument at fault and the nearest one that exists.
[[nodiscard]] std::string usage_message(const CLI::App& app, const CLI::Error& error);

}  // namespace xdnasim::cli
