#include "xdnasim/cli/usage.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "xdnasim/arch/spelling.hpp"

namespace xdnasim::cli {
namespace {

/// The command that was given, or the app itself when none was.
const CLI::App& active(const CLI::App& app) {
    const auto commands = app.get_subcommands();
    return commands.empty() ? app : *commands.front();
}

std::vector<std::string> names_of_commands(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(command->get_name());
    return names;
}

std::vector<std::string> names_of_options(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options())
        for (const std::string& name : option->get_lnames())
            names.push_back("--" + name);
    return names;
}

std::string describe(const CLI::App& app, const CLI::Error& error) {
    const CLI::App& command = active(app);
    const auto unexpected = app.remaining(true);
    if (unexpected.empty()) return error.what();
    const std::string& first = unexpected.front();
    const std::vector<std::string> options = names_of_options(command);
    const bool is_option = std::ranges::find(options, first) != options.end();  // after a "--"
    if (first.starts_with('-') && !is_option)
        return fmt::format("unknown option '{}'{}", first, arch::suggestion(first, options));
    if (&command == &app)
        return fmt::format("unknown command '{}'{}", first,
                           arch::suggestion(first, names_of_commands(app)));
    return fmt::format("unexpected argument '{}'", first);
}

}  // namespace

std::string usage_message(const CLI::App& app, const CLI::Error& error) {
    const CLI::App& command = active(app);
    const std::string name = &command == &app ? "xdnasim" : "xdnasim " + command.get_name();
    return fmt::format("xdnasim: {}\nRun '{} --help' for what is allowed.\n", describe(app, error),
                       name);
}

}  // namespace xdnasim::cli
