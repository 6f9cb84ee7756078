#include "cli/command_tree.hpp"

namespace xdnasim::cli {
namespace {

void append(CLI::App& app, const std::vector<std::string>& words,
            std::vector<CommandEntry>& commands) {
    commands.push_back({words, &app});
    for (CLI::App* const command : commands_in(app)) {
        std::vector<std::string> longer = words;
        longer.push_back(command->get_name());
        append(*command, longer, commands);
    }
}

}  // namespace

std::vector<CommandEntry> all_commands(CLI::App& app) {
    std::vector<CommandEntry> commands;
    append(app, {}, commands);
    return commands;
}

std::vector<CLI::App*> commands_in(CLI::App& app) {
    return app.get_subcommands([](const CLI::App*) { return true; });
}

std::vector<CLI::Option*> arguments_of(CLI::App& app) {
    return app.get_options([](const CLI::Option* option) { return option->get_positional(); });
}

std::vector<CLI::Option*> options_of(CLI::App& app) {
    return app.get_options([](const CLI::Option* option) { return option->nonpositional(); });
}

std::vector<std::string> names_of(const CLI::Option& option) {
    std::vector<std::string> names;
    for (const std::string& name : option.get_snames())
        names.push_back("-" + name);
    for (const std::string& name : option.get_lnames())
        names.push_back("--" + name);
    return names;
}

bool takes_value(const CLI::Option& option) {
    return option.get_items_expected_max() > 0;
}

}  // namespace xdnasim::cli
