#pragma once
// The parts of `xdnasim reference` as GitHub's Markdown.

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/parameters/description.hpp"

namespace xdnasim::cli {

/// The commands with their arguments and options, and the exit codes.
[[nodiscard]] std::string commands_reference(CLI::App& app);
/// The keys of a problem file, with the ranges that the devices of xdnasim allow.
[[nodiscard]] std::string problem_reference();
/// The keys of a device file.
[[nodiscard]] std::string devices_reference();

/// The keys of a kernel program, the file of `xdnasim kernel --program`.
[[nodiscard]] std::string kernel_program_reference();

// Merging the keys of several devices into one list.

/// The keys of a file for one device.
struct KeysOfDevice {
    std::string device;
    std::vector<parameters::Description> keys;
};

/// A range of allowed values, and the devices that have it.
struct AllowedIn {
    std::string allowed;
    std::vector<std::string> devices;
};

/// A key that one or more devices have.
struct CommonKey {
    parameters::Description key;  ///< description from the first device that has the key
    std::vector<AllowedIn> ranges;
    std::vector<std::string> devices;
};

/// Merges the keys of all devices; each path appears once. A key that earlier devices lack is
/// inserted after the key that precedes it in its own device.
[[nodiscard]] std::vector<CommonKey> common_keys(const std::vector<KeysOfDevice>& devices);

/// The key's range as Markdown; if there are several, each with its devices.
[[nodiscard]] std::string allowed_text(const CommonKey& key);

// Markdown.

/// Escapes `text` so that it is rendered literally, also in a table.
[[nodiscard]] std::string plain(const std::string& text);
/// `text` as code; empty if `text` is empty.
[[nodiscard]] std::string code(const std::string& text);
/// Names as code: "`a`, `b` or `c`".
[[nodiscard]] std::string code_alternatives(const std::vector<std::string>& names);

/// A table. `rows`: rows of equal length, the first of which is the head, with cells in Markdown.
[[nodiscard]] std::string table(const std::vector<std::vector<std::string>>& rows);

}  // namespace xdnasim::cli
