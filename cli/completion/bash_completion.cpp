#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/command_tree.hpp"
#include "cli/completion/completion.hpp"
#include "cli/options/option_values.hpp"

namespace xdnasim::cli {
namespace {

// The beginning of the script. Bash treats `=` and `:` as words of their own. The variable
// `command` holds the subcommands before the word to be completed.
constexpr std::string_view kBashStart =
    R"(# Completion of xdnasim for bash, written by `xdnasim completion bash`.

_xdnasim_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current"); }

# Completes the last of several words separated by commas.
_xdnasim_list() {
    local before=
    [[ $current == *,* ]] && before=${current%,*},
    mapfile -t COMPREPLY < <(compgen -P "$before" -W "$1" -- "${current##*,}")
}

_xdnasim_folders() {
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -d -- "$current")
}

_xdnasim_files() {
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
}

# YAML files, and folders that may lead to them; any file if there are none.
_xdnasim_yaml_files() {
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -X '!*.yaml' -- "$current"; compgen -d -- "$current")
    ((${#COMPREPLY[@]})) || _xdnasim_files
}

_xdnasim_devices() {
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current"; compgen -f -X '!*.yaml' -- "$current")
}

_xdnasim() {
    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command= i
    COMPREPLY=()
    if [[ $current == = ]]; then
        current=
    elif [[ $before == = ]] && ((COMP_CWORD > 1)); then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    for ((i = 1; i < COMP_CWORD; i++)); do
        case "$command ${COMP_WORDS[i]}" in
)";

constexpr std::string_view kBashEnd = R"(    esac
}

complete -F _xdnasim xdnasim
)";

std::string path_of(const CommandEntry& command) {
    std::string path;
    for (const std::string& word : command.words)
        path += " " + word;
    return path;
}

std::string command_patterns(CLI::App& app) {
    std::vector<std::string> patterns;
    for (const CommandEntry& command : all_commands(app))
        if (!command.words.empty()) patterns.push_back(fmt::format("'{}'", path_of(command)));
    return fmt::format("            {}) command+=\" ${{COMP_WORDS[i]}}\" ;;\n",
                       fmt::join(patterns, " | "));
}

/// The shell code that completes a value of `option`; empty if nothing completes it.
std::string bash_action(CLI::Option& option, const std::vector<std::string>& devices) {
    const std::vector<std::string> choices = choices_of(option);
    if (!choices.empty())
        return fmt::format("{} '{}'",
                           option.get_delimiter() == ',' ? "_xdnasim_list" : "_xdnasim_words",
                           fmt::join(choices, " "));
    switch (kind_of(option)) {
        case ValueKind::File:
        case ValueKind::FileOrStdout:
            return "_xdnasim_files";
        case ValueKind::ProblemFile:
            return "_xdnasim_yaml_files";
        case ValueKind::Folder:
            return "_xdnasim_folders";
        case ValueKind::Device:
            return fmt::format("_xdnasim_devices '{}'", fmt::join(devices, " "));
        case ValueKind::Other:
            break;
    }
    return {};
}

/// A `case` branch for each option with a value, which completes the value or offers nothing.
std::string option_branches(const CommandEntry& command, const std::vector<std::string>& devices) {
    std::string text;
    for (CLI::Option* const option : options_of(*command.app)) {
        if (!takes_value(*option) || option->get_items_expected_min() == 0) continue;
        std::vector<std::string> patterns;
        for (const std::string& name : names_of(*option))
            patterns.push_back(fmt::format("'{} {}'", path_of(command), name));
        const std::string action = bash_action(*option, devices);
        text += fmt::format("        {})\n{}            return ;;\n", fmt::join(patterns, " | "),
                            action.empty() ? "" : fmt::format("            {}\n", action));
    }
    return text;
}

/// The `case` branch for a word that is an option, a subcommand or an argument.
std::string word_branch(const CommandEntry& command, const std::vector<std::string>& devices) {
    std::vector<std::string> options;
    for (const CLI::Option* const option : options_of(*command.app))
        for (const std::string& name : names_of(*option))
            options.push_back(name);
    std::vector<std::string> commands;
    for (const CLI::App* const inner : commands_in(*command.app))
        commands.push_back(inner->get_name());
    std::string action = ":";
    if (!commands.empty()) {
        action = fmt::format("_xdnasim_words '{}'", fmt::join(commands, " "));
    } else if (const auto arguments = arguments_of(*command.app); !arguments.empty()) {
        const std::string value = bash_action(*arguments.front(), devices);
        if (!value.empty()) action = value;
    }
    return fmt::format(
        "        '{}')\n            if [[ $current == -* ]]; then\n"
        "                _xdnasim_words '{}'\n            else\n                {}\n"
        "            fi ;;\n",
        path_of(command), fmt::join(options, " "), action);
}

}  // namespace

std::string bash_completion(CLI::App& app, const std::vector<std::string>& devices) {
    const std::vector<CommandEntry> commands = all_commands(app);
    std::string text{kBashStart};
    text += command_patterns(app);
    text += "        esac\n    done\n    case \"$command $before\" in\n";
    for (const CommandEntry& command : commands)
        text += option_branches(command, devices);
    text += "    esac\n    case \"$command\" in\n";
    for (const CommandEntry& command : commands)
        text += word_branch(command, devices);
    return text + std::string{kBashEnd};
}

}  // namespace xdnasim::cli
