#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/command_tree.hpp"
#include "cli/completion/completion.hpp"
#include "cli/options/option_values.hpp"

namespace xdnasim::cli {
namespace {

std::string function_of(const std::vector<std::string>& words) {
    std::string name = "_xdnasim";
    for (const std::string& word : words)
        name += "_" + word;
    return name;
}

/// Quotes `text` for use inside single quotes, and escapes the characters in `special`, which have
/// a meaning for _arguments or _describe.
std::string quoted(std::string_view text, std::string_view special) {
    std::string result;
    for (const char c : text) {
        if (c == '\'') {
            result += "'\\''";
            continue;
        }
        if (special.find(c) != std::string_view::npos) result += '\\';
        result += c;
    }
    return result;
}

/// The action that completes a value of `option`, in the syntax of _arguments.
std::string zsh_action(CLI::Option& option, const std::vector<std::string>& devices) {
    const std::vector<std::string> choices = choices_of(option);
    if (!choices.empty())
        return option.get_delimiter() == ','
                   ? fmt::format("_sequence compadd - {}", fmt::join(choices, " "))
                   : fmt::format("({})", fmt::join(choices, " "));
    switch (kind_of(option)) {
        case ValueKind::File:
        case ValueKind::FileOrStdout:
            return "_files";
        case ValueKind::ProblemFile:
            return "_files -g \"*.yaml\"";
        case ValueKind::Folder:
            return "_files -/";
        case ValueKind::Device:
            return fmt::format("({})", fmt::join(devices, " "));
        case ValueKind::Other:
            break;
    }
    return " ";
}

std::string message_of(const CLI::Option& option) {
    return quoted(option.get_positional() ? option.get_name(true) : "value", ":");
}

std::string option_lines(CLI::App& app, const std::vector<std::string>& devices) {
    std::string text;
    for (CLI::Option* const option : options_of(app)) {
        for (const std::string& name : names_of(*option)) {
            const bool is_long = name.starts_with("--");
            const bool has_value = takes_value(*option);
            const bool may_miss = option->get_items_expected_min() == 0;
            text += fmt::format(
                " \\\n        '{}{}[{}]{}'", name,
                !has_value ? ""
                : is_long  ? "="
                           : "+",
                quoted(option->get_description(), "[]\\:"),
                !has_value ? ""
                           : fmt::format("{}{}:{}", may_miss ? "::" : ":", message_of(*option),
                                         zsh_action(*option, devices)));
        }
    }
    return text;
}

std::string leaf_function(const CommandEntry& command, const std::vector<std::string>& devices) {
    std::string text = fmt::format("{}() {{\n    _arguments{}", function_of(command.words),
                                   option_lines(*command.app, devices));
    for (CLI::Option* const argument : arguments_of(*command.app))
        text += fmt::format(" \\\n        ':{}:{}'", message_of(*argument),
                            zsh_action(*argument, devices));
    return text + "\n}\n\n";
}

/// The function that completes a command with subcommands.
std::string branch_function(const CommandEntry& command, const std::vector<std::string>& devices) {
    std::string names;
    std::string branches;
    for (const CLI::App* const inner : commands_in(*command.app)) {
        std::vector<std::string> words = command.words;
        words.push_back(inner->get_name());
        names += fmt::format("        '{}:{}'\n", inner->get_name(),
                             quoted(inner->get_description(), ":\\"));
        branches += fmt::format("        {}) {} ;;\n", inner->get_name(), function_of(words));
    }
    return fmt::format(
        "{}() {{\n    local curcontext=\"$curcontext\" line state\n    local -a commands=(\n{}    "
        ")\n"
        "    _arguments -C{} \\\n        '1: :->command' \\\n        '*:: :->arguments'\n"
        "    case $state in\n    command) _describe command commands ;;\n"
        "    arguments)\n        case $line[1] in\n{}        esac ;;\n    esac\n}}\n\n",
        function_of(command.words), names, option_lines(*command.app, devices), branches);
}

}  // namespace

std::string zsh_completion(CLI::App& app, const std::vector<std::string>& devices) {
    std::string text =
        "#compdef xdnasim\n# Completion of xdnasim for zsh, written by `xdnasim completion zsh`."
        "\n\n";
    for (const CommandEntry& command : all_commands(app))
        text += commands_in(*command.app).empty() ? leaf_function(command, devices)
                                                  : branch_function(command, devices);
    return text + "_xdnasim \"$@\"\n";
}

}  // namespace xdnasim::cli
