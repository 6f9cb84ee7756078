#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "cli/command_tree.hpp"
#include "cli/options/option_values.hpp"
#include "cli/reference/reference.hpp"

namespace xdnasim::cli {
namespace {

using Rows = std::vector<std::vector<std::string>>;

/// Whether a check of the option has a description of what it allows. CLI11 appends it to the
/// type's name.
bool says_what_is_checked(CLI::Option& option) {
    try {
        for (int i = 0;; ++i)
            if (!option.get_validator(i)->get_description().empty()) return true;
    } catch (const CLI::OptionNotFound&) {  // there are no more
        return false;
    }
}

std::string value_of(CLI::Option& option) {
    if (!takes_value(option)) return {};
    if (const std::vector<std::string> choices = choices_of(option); !choices.empty())
        return code_alternatives(choices) +
               (option.get_delimiter() == ',' ? ", with commas between them" : "");
    // "N", "FROM:TO", or with the description of a check "N:0 to 1"
    const std::string type = option.get_type_name();
    const std::size_t colon = type.find(':');
    if (colon == std::string::npos || !says_what_is_checked(option)) return code(type);
    return fmt::format("{}, {}", code(type.substr(0, colon)), plain(type.substr(colon + 1)));
}

/// Names of `options` in the order of the command; the order of the set is that of addresses.
std::string names_in_order(CLI::App& app, const std::set<CLI::Option*>& options) {
    std::vector<std::string> names;
    for (CLI::Option* const option : options_of(app))
        if (options.contains(option)) names.push_back(code(option->get_name()));
    return fmt::format("{}", fmt::join(names, ", "));
}

std::string meaning_of(CLI::App& app, const CLI::Option& option) {
    std::string text = plain(option.get_description());
    if (!option.get_needs().empty())
        text += fmt::format("; only with {}", names_in_order(app, option.get_needs()));
    if (!option.get_excludes().empty())
        text += fmt::format("; not with {}", names_in_order(app, option.get_excludes()));
    return text;
}

void append(Rows& rows, CLI::App& app, CLI::Option& option) {
    const std::string name = option.nonpositional()
                                 ? fmt::format("{}", fmt::join(names_of(option), ", "))
                                 : option.get_name(true);
    rows.push_back({code(name), value_of(option), option.get_required() ? "yes" : "no",
                    code(option.get_default_str()), meaning_of(app, option)});
}

std::string command_text(const CommandEntry& command) {
    std::string name = "xdnasim";
    for (const std::string& word : command.words)
        name += " " + word;
    Rows rows{{"argument or option", "value", "required", "default", "what it does"}};
    for (CLI::Option* const argument : arguments_of(*command.app))
        append(rows, *command.app, *argument);
    for (CLI::Option* const option : options_of(*command.app))
        append(rows, *command.app, *option);
    std::string text =
        fmt::format("### {}\n\n{}.\n\n", code(name), plain(command.app->get_description()));
    std::vector<std::string> below;
    for (const CLI::App* const inner : commands_in(*command.app))
        below.push_back(code(inner->get_name()));
    if (!below.empty()) text += fmt::format("Commands: {}.\n\n", fmt::join(below, ", "));
    return text + table(rows) + '\n';
}

}  // namespace

std::string commands_reference(CLI::App& app) {
    std::string text = "## Commands\n\n";
    for (const CommandEntry& command : all_commands(app))
        text += command_text(command);
    text += "## Exit codes\n\n";
    Rows rows{{"code", "meaning"}};
    for (const base::ExitCodeMeaning& entry : base::kExitCodes)
        rows.push_back(
            {std::to_string(static_cast<int>(entry.code)), plain(std::string{entry.meaning})});
    return text + table(rows);
}

}  // namespace xdnasim::cli
