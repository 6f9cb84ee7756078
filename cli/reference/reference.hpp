#pragma once
// The parts of `xdnasim reference`, each as Markdown that GitHub renders.

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/parameters/description.hpp"

namespace xdnasim::cli {

/// Commands with their arguments and options, and the exit codes.
[[nodiscard]] std::string commands_reference(CLI::App& app);
/// The keys of a problem file, as the devices that come with xdnasim allow them.
[[nodiscard]] std::string problem_reference();
/// The keys of a device file.
[[nodiscard]] std::string devices_reference();

/// The keys of the file of `xdnasim kernel --program`.
[[nodiscard]] std::string kernel_program_reference();

// The keys of several devices as one list.

/// What the keys of a file are with one device.
struct KeysOfDevice {
    std::string device;
    std::vector<parameters::Description> keys;
};

/// A range, and the devices that have it.
struct AllowedIn {
    std::string allowed;
    std::vector<std::string> devices;
};

/// A key that one or more devices have.
struct CommonKey {
    parameters::Description key;  ///< of the first
    std::vector<AllowedIn> ranges;
    std::vector<std::string> devices;
};

/// Each path once. What the first device does not have comes behind the key that it follows in the
/// device that has it.
[[nodiscard]] std::vector<CommonKey> common_keys(const std::vector<KeysOfDevice>& devices);

/// As Markdown: the range, or each with its devices.
[[nodiscard]] std::string allowed_text(const CommonKey& key);

// Markdown.

/// `text` as it stands, in a table or outside.
[[nodiscard]] std::string plain(const std::string& text);
/// As code; empty stays empty.
[[nodiscard]] std::string code(const std::string& text);
/// "`a`, `b` or `c`"
[[nodiscard]] std::string code_alternatives(const std::vector<std::string>& names);

/// Rows of equal length; the first is the head. The cells are Markdown.
[[nodiscard]] std::string table(const std::vector<std::vector<std::string>>& rows);

}  // namespace xdnasim::cli
