#include "cli/options/option_values.hpp"

#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arch/device_file.hpp"
#include "base/error.hpp"
#include "base/place.hpp"
#include "base/spelling.hpp"
#include "cli/command_tree.hpp"

namespace xdnasim::cli {
namespace {

// The kind of values is stored as the name of a check, because CLI11 keeps only names and
// descriptions of checks.
constexpr const char* kOneOf = "one of";
constexpr std::array<std::pair<ValueKind, const char*>, 5> kKinds{
    {{ValueKind::File, "file"},
     {ValueKind::FileOrStdout, "file or standard output"},
     {ValueKind::ProblemFile, "problem file"},
     {ValueKind::Folder, "folder"},
     {ValueKind::Device, "device"}}};

const CLI::Validator* find_check(CLI::Option& option, const char* name) {
    try {
        return option.get_validator(name);
    } catch (const CLI::OptionNotFound&) {
        return nullptr;
    }
}

/// "file" or "folder" if values of `kind` are paths; else nullptr.
const char* named_by(ValueKind kind) {
    switch (kind) {
        case ValueKind::File:
        case ValueKind::FileOrStdout:
        case ValueKind::ProblemFile:
        case ValueKind::Device:
            return "file";
        case ValueKind::Folder:
            return "folder";
        case ValueKind::Other:
            break;
    }
    return nullptr;
}

bool is_negative_number(std::string_view value) {
    return value.size() > 1 && value.find_first_of("0123456789.") == 1;
}

/// The reason why `value`, which begins with a dash, is not allowed for an option with values of
/// `kind`; empty if it is allowed.
std::string refusal(ValueKind kind, std::string_view value) {
    if (kind == ValueKind::FileOrStdout && value == "-") return {};
    if (const char* const named = named_by(kind))
        return fmt::format("{} is not a {} here; write ./{} for a {} of that name",
                           base::in_quotes(value), named, value, named);
    if (is_negative_number(value)) return {};
    return fmt::format("{} is not a value: words that begin with a dash are options",
                       base::in_quotes(value));
}

}  // namespace

std::filesystem::path file_of_device_option(const std::string& device) {
    try {
        return arch::find_device(device);
    } catch (const base::InputError& error) {
        throw base::InputError{fmt::format("--device: {}", error.what())};
    }
}

CLI::Validator of_kind(ValueKind kind) {
    std::string name;
    for (const auto& [known, text] : kKinds)
        if (known == kind) name = text;
    return CLI::Validator{
        [kind](const std::string& value) {
            const char* const named = named_by(kind);
            // find_device() says which devices there are.
            const bool is_missing = value.empty() && named != nullptr && kind != ValueKind::Device;
            return is_missing ? fmt::format("the name of the {} is empty; allowed: a path", named)
                              : std::string{};
        },
        "", name};
}

ValueKind kind_of(CLI::Option& option) {
    for (const auto& [kind, name] : kKinds)
        if (find_check(option, name) != nullptr) return kind;
    return ValueKind::Other;
}

void refuse_options_as_values(CLI::App& app) {
    for (const CommandEntry& command : all_commands(app))
        for (CLI::Option* const option : options_of(*command.app)) {
            if (!takes_value(*option)) continue;
            // transform() puts this check before all others.
            option->transform(CLI::Validator{[option](std::string& value) {
                                                 return value.starts_with('-')
                                                            ? refusal(kind_of(*option), value)
                                                            : std::string{};
                                             },
                                             ""});
        }
}

CLI::Validator one_of(const std::vector<std::string>& names) {
    return one_of(names, [names](const std::string& value) {
        const bool known = std::ranges::find(names, value) != names.end();
        return known ? std::string{} : base::unknown_name(value, names);
    });
}

CLI::Validator one_of(const std::vector<std::string>& names,
                      std::function<std::string(const std::string&)> refusal) {
    return CLI::Validator{
        [refusal = std::move(refusal)](std::string& value) { return refusal(value); },
        fmt::format("{{{}}}", fmt::join(names, ",")), kOneOf};
}

CLI::Validator whole_numbers(std::int64_t min, std::int64_t max) {
    const std::string range = fmt::format("whole numbers from {} to {}", min, max);
    return CLI::Validator{
        [min, max, range](const std::string& value) {
            const std::string_view digits =
                std::string_view{value}.substr(value.starts_with('-') ? 1 : 0);
            const bool whole =
                !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
            std::int64_t number = 0;
            if (whole && CLI::detail::lexical_cast(value, number) && number >= min && number <= max)
                return std::string{};
            return fmt::format("{} is {}; allowed: {}", base::in_quotes(value),
                               whole ? "out of range" : "not a whole number", range);
        },
        range};
}

CLI::Validator listing(const std::vector<std::string>& names) {
    return one_of(names, [](const std::string&) { return std::string{}; });
}

std::vector<std::string> choices_of(CLI::Option& option) {
    const CLI::Validator* const check = find_check(option, kOneOf);
    if (check == nullptr) return {};
    const std::string text = check->get_description();  // "{a,b}"
    return CLI::detail::split(text.substr(1, text.size() - 2), ',');
}

}  // namespace xdnasim::cli
