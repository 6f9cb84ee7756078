#pragma once
// The option --html, which writes a result as a page with figures, and figures as single files.
// Python scripts of validation/report draw them.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "cli/file_roles.hpp"
#include "cli/output.hpp"
#include "cli/result_folder.hpp"

namespace xdnasim::cli {

/// The option --html, which names the folder for the page index.html.
class PageOption {
 public:
    PageOption() = default;
    // Not copyable: CLI11 holds a reference to a member.
    PageOption(const PageOption&) = delete;
    PageOption& operator=(const PageOption&) = delete;

    CLI::Option* add_to(CLI::App& command);

    [[nodiscard]] bool is_wanted() const { return folder_.has_value(); }
    /// Throws as FileRoles::writes() does.
    void add_role(FileRoles& files) const;
    /// Creates the folder; nullopt if the option was not given.
    [[nodiscard]] std::optional<ResultFolder> make_folder() const;

    /// Writes the page by running the script `name` on results in JSON; does nothing if the option
    /// was not given. Throws as run_script() does.
    void write(const std::string& name, const WritePieces& json) const;
    void write(const std::string& name, std::string_view json) const;

 private:
    std::optional<std::string> folder_;
};

/// Runs the script `name`, which draws the figures of `--figures` into `folder`, on results in
/// JSON. Throws as run_script() does.
void write_figures(const std::string& name, const WritePieces& json,
                   const std::filesystem::path& folder);

}  // namespace xdnasim::cli
