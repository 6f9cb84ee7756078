#pragma once
// `--set KEY=VALUE`: values of a problem file from the command line.

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace xdnasim::problem {
struct Setting;
}

namespace xdnasim::cli {

/// Each of `settings` will be a KEY=VALUE.
void add_settings_option(CLI::App& command, std::vector<std::string>& settings);

/// Precondition: each is a KEY=VALUE.
[[nodiscard]] std::vector<problem::Setting> split_settings(
    const std::vector<std::string>& settings);

}  // namespace xdnasim::cli
