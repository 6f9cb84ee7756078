#pragma once
// Options such as --json FILE, which write a result for programs to read.

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <CLI/CLI.hpp>

#include "cli/file_roles.hpp"
#include "cli/output.hpp"

namespace xdnasim::cli {

/// An option whose value is a file for a result, or "-" for standard output.
class ResultOption {
 public:
    /// `name`: the option's name with its dashes.
    explicit ResultOption(std::string name) : name_{std::move(name)} {}
    // Not copyable: CLI11 holds a reference to a member.
    ResultOption(const ResultOption&) = delete;
    ResultOption& operator=(const ResultOption&) = delete;

    /// `help`: what is written; the meaning of "-" is appended.
    CLI::Option* add_to(CLI::App& command, const std::string& help);

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] const std::optional<std::string>& file() const { return file_; }
    [[nodiscard]] bool is_wanted() const { return file_.has_value(); }
    [[nodiscard]] bool is_stdout() const { return file_ == "-"; }
    /// Whether the file is a device or a named pipe, which may refuse what is written.
    [[nodiscard]] bool is_device() const { return is_wanted() && is_special(*file_); }

    /// Registers the file, unless it is standard output. Throws as FileRoles::writes() does.
    void add_role(FileRoles& files) const;
    /// Writes the result; does nothing if the option was not given. Throws InputError if the text
    /// cannot be written.
    void write(std::string_view text) const;
    void write(const WritePieces& text) const;

 private:
    std::string name_;
    std::optional<std::string> file_;
};

/// Throws InputError if both options name standard output.
void require_one_on_stdout(const ResultOption& a, const ResultOption& b);

/// Writes a command's result: `json` to where `option` says, and `text` to standard output, or to
/// standard error if `json` goes to standard output.
void write_result(const ResultOption& option, std::string_view json, std::string_view text);

}  // namespace xdnasim::cli
