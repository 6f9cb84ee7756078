#pragma once
// The commands as CLI11 knows them, for what is generated of them and said about them.

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace xdnasim::cli {

struct CommandEntry {
    std::vector<std::string> words;  ///< "trace", "decode"; none: the command itself
    CLI::App* app = nullptr;
};

/// `app` and all commands in it, each before those in it.
[[nodiscard]] std::vector<CommandEntry> all_commands(CLI::App& app);

/// The commands right below `app`.
[[nodiscard]] std::vector<CLI::App*> commands_in(CLI::App& app);

/// The arguments without a name of their own, in order.
[[nodiscard]] std::vector<CLI::Option*> arguments_of(CLI::App& app);
/// The options with dashes, in the order of the help.
[[nodiscard]] std::vector<CLI::Option*> options_of(CLI::App& app);

/// "-o", "--output"
[[nodiscard]] std::vector<std::string> names_of(const CLI::Option& option);

/// A value follows it.
[[nodiscard]] bool takes_value(const CLI::Option& option);

// What is said of a command line that cannot be read.

/// Names the argument at fault and the nearest one that exists. `words` are those of the command
/// line behind the command's name, of which `app` has made what it could before `error`.
[[nodiscard]] std::string usage_message(CLI::App& app, const std::vector<std::string>& words,
                                        const CLI::Error& error);

}  // namespace xdnasim::cli
