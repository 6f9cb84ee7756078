#include "cli/usage.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "base/spelling.hpp"

namespace xdnasim::cli {
namespace {

/// The commands that were given, each within the one before, from the app itself on.
std::vector<const CLI::App*> given_commands(const CLI::App& app) {
    std::vector<const CLI::App*> given{&app};
    for (auto within = app.get_subcommands(); !within.empty();
         within = given.back()->get_subcommands())
        given.push_back(within.front());
    return given;
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

std::string describe(const CLI::App& app, const CLI::App& command, const CLI::Error& error) {
    const auto unexpected = app.remaining(true);
    if (unexpected.empty()) return error.what();
    const std::string& first = unexpected.front();
    const std::vector<std::string> options = names_of_options(command);
    const bool is_option = std::ranges::find(options, first) != options.end();  // after a "--"
    if (first.starts_with('-') && !is_option)
        return fmt::format("unknown option '{}'{}", first, base::suggestion(first, options));
    const std::vector<std::string> commands = names_of_commands(command);
    if (!commands.empty())
        return fmt::format("unknown command '{}'{}", first, base::suggestion(first, commands));
    return fmt::format("unexpected argument '{}'", first);
}

}  // namespace

std::string usage_message(const CLI::App& app, const CLI::Error& error) {
    const std::vector<const CLI::App*> given = given_commands(app);
    std::string name = "xdnasim";
    for (std::size_t i = 1; i < given.size(); ++i)
        name += " " + given[i]->get_name();
    return fmt::format("xdnasim: {}\nRun '{} --help' for what is allowed.\n",
                       describe(app, *given.back(), error), name);
}

}  // namespace xdnasim::cli
