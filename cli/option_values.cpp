#include "cli/option_values.hpp"

#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace xdnasim::cli {
namespace {

// CLI11 keeps names and texts of checks, and nothing else that could be asked of an option.
constexpr const char* kOneOf = "one of";
constexpr std::array<std::pair<ValueKind, const char*>, 4> kKinds{
    {{ValueKind::File, "file"},
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

}  // namespace

CLI::Validator of_kind(ValueKind kind) {
    std::string name;
    for (const auto& [known, text] : kKinds)
        if (known == kind) name = text;
    return CLI::Validator{[](std::string&) { return std::string{}; }, "", name};
}

ValueKind kind_of(CLI::Option& option) {
    for (const auto& [kind, name] : kKinds)
        if (find_check(option, name) != nullptr) return kind;
    return ValueKind::Other;
}

CLI::Validator one_of(const std::vector<std::string>& names) {
    CLI::Validator check = CLI::IsMember(names);
    check.name(kOneOf);
    return check;
}

CLI::Validator one_of(const std::vector<std::string>& names,
                      std::function<std::string(const std::string&)> refusal) {
    return CLI::Validator{
        [refusal = std::move(refusal)](std::string& value) { return refusal(value); },
        fmt::format("{{{}}}", fmt::join(names, ",")), kOneOf};
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
