#pragma once
// Kinds of option values. They are stated where an option is declared; the help, the reference and
// the shell completions read them from there.

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
    FileOrStdout,  ///< a file, or - for standard output
    ProblemFile,   ///< a YAML file
    Folder,
    Device,  ///< name of a device, or path of a device file
};

/// For Option::check: marks the option's values as `kind`, and refuses only files and folders
/// without a name.
[[nodiscard]] CLI::Validator of_kind(ValueKind kind);
[[nodiscard]] ValueKind kind_of(CLI::Option& option);

/// Makes all options of `app` and of its subcommands refuse values that begin with a dash: such a
/// word is another option, and the value was forgotten. Negative numbers are allowed unless the
/// value is a file or folder, and - is allowed where it means standard output.
void refuse_options_as_values(CLI::App& app);

/// The path of the device file that `--device` names. Throws InputError if there is none.
[[nodiscard]] std::filesystem::path file_of_device_option(const std::string& device);

/// For Option::check: allows only the values `names`.
[[nodiscard]] CLI::Validator one_of(const std::vector<std::string>& names);
/// For Option::check: as above, but `refusal` decides: it returns why a value is refused, or an
/// empty text if it is allowed.
[[nodiscard]] CLI::Validator one_of(const std::vector<std::string>& names,
                                    std::function<std::string(const std::string&)> refusal);
/// For Option::check: allows only whole numbers from `min` to `max`.
[[nodiscard]] CLI::Validator whole_numbers(std::int64_t min, std::int64_t max);
/// For Option::check: lists `names` as the option's values, but refuses none; the command checks
/// them later.
[[nodiscard]] CLI::Validator listing(const std::vector<std::string>& names);

/// The names given to one_of() or listing() for this option; empty if there are none.
[[nodiscard]] std::vector<std::string> choices_of(CLI::Option& option);

// Values of a closed set, and their names from to_string().

template <class Value, std::size_t size>
[[nodiscard]] std::vector<std::string> names_of(const std::array<Value, size>& values) {
    std::vector<std::string> names;
    for (const Value value : values)
        names.push_back(to_string(value));
    return names;
}

/// The value whose name is `name`. Precondition: there is one; the check one_of(names_of(values))
/// ensures that.
template <class Value, std::size_t size>
[[nodiscard]] Value named(const std::array<Value, size>& values, const std::string& name) {
    return *std::ranges::find_if(values,
                                 [&](const Value value) { return to_string(value) == name; });
}

}  // namespace xdnasim::cli
