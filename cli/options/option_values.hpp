#pragma once
// What the values of options are, written where an option is declared: the help, the reference and
// the completions of shells read it from there.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace xdnasim::cli {

enum class ValueKind : std::uint8_t {
    Other,
    File,
    FileOrStdout,  ///< - is standard output
    ProblemFile,   ///< a YAML file
    Folder,
    Device,  ///< name of a device, or path of a device file
};

/// For Option::check: says what the values are, and refuses none.
[[nodiscard]] CLI::Validator of_kind(ValueKind kind);
[[nodiscard]] ValueKind kind_of(CLI::Option& option);

/// From now on no option of `app` and of the commands in it takes what begins with a dash as its
/// value: it is another option, and the value was forgotten. Allowed are negative numbers where no
/// file is named, and - where it is standard output.
void refuse_options_as_values(CLI::App& app);

/// The file of the device that `--device` names. Throws InputError with the option's name.
[[nodiscard]] std::filesystem::path file_of_device_option(const std::string& device);

/// For Option::check: the values are these names, and others are refused.
[[nodiscard]] CLI::Validator one_of(const std::vector<std::string>& names);
/// The same where `refusal` says why a value is refused; an empty text: it is not.
[[nodiscard]] CLI::Validator one_of(const std::vector<std::string>& names,
                                    std::function<std::string(const std::string&)> refusal);
/// For Option::check: the values are these numbers, and others are refused.
[[nodiscard]] CLI::Validator whole_numbers(std::int64_t min, std::int64_t max);
/// Names that are checked later, by who knows more of them.
[[nodiscard]] CLI::Validator listing(const std::vector<std::string>& names);

/// Those names; empty: any value may be allowed.
[[nodiscard]] std::vector<std::string> choices_of(CLI::Option& option);

// The values of a closed set, and how to_string() calls them.

template <class Value, std::size_t size>
[[nodiscard]] std::vector<std::string> names_of(const std::array<Value, size>& values) {
    std::vector<std::string> names;
    for (const Value value : values)
        names.push_back(to_string(value));
    return names;
}

/// Precondition: one of them is called `name`, as one_of(names_of(values)) makes sure.
template <class Value, std::size_t size>
[[nodiscard]] Value named(const std::array<Value, size>& values, const std::string& name) {
    return *std::ranges::find_if(values,
                                 [&](const Value value) { return to_string(value) == name; });
}

}  // namespace xdnasim::cli
