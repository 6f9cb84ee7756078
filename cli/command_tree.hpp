#pragma once
// The tree of CLI11 commands: for the reference, the shell completions and error messages about a
// command line.

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace xdnasim::cli {

struct CommandEntry {
    std::vector<std::string> words;  ///< such as "trace", "decode"; empty for `xdnasim` itself
    CLI::App* app = nullptr;
};

/// `app` and all its commands, each before its own subcommands.
[[nodiscard]] std::vector<CommandEntry> all_commands(CLI::App& app);

/// The direct subcommands of `app`.
[[nodiscard]] std::vector<CLI::App*> commands_in(CLI::App& app);

/// The positional arguments of `app`, in order.
[[nodiscard]] std::vector<CLI::Option*> arguments_of(CLI::App& app);
/// The options with dashes of `app`, in the order of the help.
[[nodiscard]] std::vector<CLI::Option*> options_of(CLI::App& app);

/// The option's names with their dashes: "-o", "--output".
[[nodiscard]] std::vector<std::string> names_of(const CLI::Option& option);

/// Whether a value follows the option.
[[nodiscard]] bool takes_value(const CLI::Option& option);

// The message about a command line that cannot be parsed.

/// Returns a message that names the argument at fault and the nearest valid one.
/// `app`: the command tree, which has parsed `words` up to `error`.
/// `words`: the command line without the program's name.
[[nodiscard]] std::string usage_message(CLI::App& app, const std::vector<std::string>& words,
                                        const CLI::Error& error);

}  // namespace xdnasim::cli
