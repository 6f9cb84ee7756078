#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/place.hpp"
#include "base/spelling.hpp"
#include "cli/command_tree.hpp"
#include "cli/options/option_values.hpp"

namespace xdnasim::cli {
namespace {

constexpr std::string_view kEndOfOptions = "--";  // after it come neither options nor commands

/// The chain of commands on the command line, from `app` to the innermost subcommand.
std::vector<CLI::App*> given_commands(CLI::App& app) {
    std::vector<CLI::App*> given{&app};
    for (auto within = app.get_subcommands(); !within.empty();
         within = given.back()->get_subcommands())
        given.push_back(within.front());
    return given;
}

std::vector<std::string> names_of_commands(CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* command : commands_in(app))
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

/// CLI11's message about the number or the type of an option's values, reworded.
std::string reworded(const CLI::App& command, const CLI::Error& error) {
    constexpr std::string_view kNotConverted = "Could not convert: ";
    constexpr std::string_view kIs = " = ";
    constexpr std::string_view kReceived = " 1 required but received ";
    std::string text = error.what();
    if (const std::size_t is = text.find(kIs);
        text.starts_with(kNotConverted) && is != std::string::npos) {
        const std::string flag = text.substr(kNotConverted.size(), is - kNotConverted.size());
        const std::string value = base::in_quotes(text.substr(is + kIs.size()));
        const CLI::Option* const option = command.get_option_no_throw(flag);
        if (option != nullptr && takes_value(*option))
            return fmt::format("{}: {} is not a whole number, or too large", flag, value);
        return fmt::format("{0}: {1} is not a valid value; allowed: {0} alone, or true or false",
                           flag, value);
    }
    const std::string option = text.substr(0, text.find(": "));
    if (error.get_name() != "ArgumentMismatch") return text;
    if (const std::size_t at = text.find(kReceived); at != std::string::npos)
        return fmt::format("{}: at most one is allowed, {} were given", option,
                           text.substr(at + kReceived.size()));
    if (text.ends_with(" missing")) return fmt::format("{}: the value is missing", option);
    return text;
}

bool contains(const std::vector<std::string>& words, std::string_view word) {
    return std::ranges::find(words, word) != words.end();
}

/// A suggestion to write KEY=VALUE if `words` contain `--set KEY VALUE`; else empty.
std::string with_equals_sign(const CLI::App& command, const std::vector<std::string>& words) {
    for (std::size_t i = 0; i + 2 < words.size(); ++i) {
        const CLI::Option* const option = command.get_option_no_throw(words[i]);
        if (option == nullptr || option->get_type_name() != "KEY=VALUE") continue;
        const std::string& key = words[i + 1];
        const std::string& value = words[i + 2];
        if (key.find('=') == std::string::npos && !value.starts_with('-'))
            return fmt::format("; did you mean {} {}={}?", words[i], key, value);
    }
    return {};
}

bool takes_problem(CLI::App& command) {
    return std::ranges::any_of(arguments_of(command), [](CLI::Option* argument) {
        return kind_of(*argument) == ValueKind::ProblemFile;
    });
}

/// A suggestion what to write in place of `word`, which is not a command of `app`: the command that
/// takes problem files if it is a file, else the nearest command.
std::string suggested_command(CLI::App& app, const std::string& word) {
    std::error_code ignored;
    const auto commands = commands_in(app);
    const auto found =
        std::ranges::find_if(commands, [](CLI::App* command) { return takes_problem(*command); });
    if (found != commands.end() && std::filesystem::is_regular_file(word, ignored))
        return fmt::format("; did you mean '{} {} {}'?", app.get_name(), (*found)->get_name(),
                           word);
    return base::suggestion(word, names_of_commands(app));
}

std::string name_of_option(const std::string& word) {
    return word.substr(0, word.find('='));
}

bool stands_before(const std::string& word, const CLI::App& command,
                   const std::vector<std::string>& words) {
    return std::ranges::find(words, word) < std::ranges::find(words, command.get_name());
}

std::string describe(const CLI::App& app, CLI::App& command, const std::vector<std::string>& words,
                     const CLI::Error& error) {
    const auto unexpected = app.remaining(true);
    const auto found = std::ranges::find_if(
        unexpected, [](const std::string& word) { return word != kEndOfOptions; });
    const std::vector<std::string> commands = names_of_commands(command);
    if (found == unexpected.end()) {
        if (commands.empty()) return reworded(command, error);
        return contains(unexpected, kEndOfOptions)
                   ? fmt::format("a command must stand before '{}'", kEndOfOptions)
                   : fmt::format("a command is required; allowed: {}", fmt::join(commands, ", "));
    }
    const std::string& first = *found;
    const std::vector<std::string> options = names_of_options(command);
    if (stands_before(first, command, words) && contains(options, name_of_option(first)))
        return fmt::format("the option '{}' must stand behind the command '{}'",
                           name_of_option(first), command.get_name());
    if (first.starts_with('-') && !contains(options, first))
        return fmt::format("unknown option {}{}", base::in_quotes(first),
                           base::suggestion(first, options));
    if (contains(commands, first))
        return fmt::format("the command '{}' must stand before '{}'", first, kEndOfOptions);
    if (!commands.empty())
        return fmt::format("unknown command '{}'{}", first, suggested_command(command, first));
    return fmt::format("unexpected argument '{}'{}", first, with_equals_sign(command, words));
}

}  // namespace

std::string usage_message(CLI::App& app, const std::vector<std::string>& words,
                          const CLI::Error& error) {
    const std::vector<CLI::App*> given = given_commands(app);
    std::string name = "xdnasim";
    for (std::size_t i = 1; i < given.size(); ++i)
        name += " " + given[i]->get_name();
    return fmt::format("{}\nRun '{} --help' for what is allowed.",
                       describe(app, *given.back(), words, error), name);
}

}  // namespace xdnasim::cli
