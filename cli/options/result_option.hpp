#pragma once
// Options such as --json FILE, which write a result for programs.

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <CLI/CLI.hpp>

#include "cli/file_roles.hpp"
#include "cli/output.hpp"

namespace xdnasim::cli {

/// A file, or "-" for standard output.
class ResultOption {
 public:
    /// `name` with its dashes.
    explicit ResultOption(std::string name) : name_{std::move(name)} {}
    // The command writes to this object.
    ResultOption(const ResultOption&) = delete;
    ResultOption& operator=(const ResultOption&) = delete;

    /// `help` says what is written; where "-" leads is added to it.
    CLI::Option* add_to(CLI::App& command, const std::string& help);

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] const std::optional<std::string>& file() const { return file_; }
    [[nodiscard]] bool is_wanted() const { return file_.has_value(); }
    [[nodiscard]] bool is_stdout() const { return file_ == "-"; }
    /// A device or a named pipe, which may not take what is written.
    [[nodiscard]] bool is_device() const { return is_wanted() && is_special(*file_); }

    /// Throws as FileRoles::writes() does. Standard output has no role.
    void add_role(FileRoles& files) const;
    /// Does nothing where nothing is wanted. Throws InputError when the text cannot be written.
    void write(std::string_view text) const;
    void write(const WritePieces& text) const;

 private:
    std::string name_;
    std::optional<std::string> file_;
};

/// Throws InputError when both are to be standard output.
void require_one_on_stdout(const ResultOption& a, const ResultOption& b);

/// What a command has found: `json` as the option says, and `text` to standard output, or to
/// standard error where `json` has that.
void write_result(const ResultOption& option, std::string_view json, std::string_view text);

}  // namespace xdnasim::cli
