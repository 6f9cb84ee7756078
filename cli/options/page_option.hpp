#pragma once
// The option --html, which shows a result as one page, and figures of their own. Python scripts of
// validation/report make them.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "cli/file_roles.hpp"
#include "cli/output.hpp"
#include "cli/result_folder.hpp"

namespace xdnasim::cli {

/// A folder, in which the page is index.html.
class PageOption {
 public:
    PageOption() = default;
    // The command writes to this object.
    PageOption(const PageOption&) = delete;
    PageOption& operator=(const PageOption&) = delete;

    CLI::Option* add_to(CLI::App& command);

    [[nodiscard]] bool is_wanted() const { return folder_.has_value(); }
    /// Throws as FileRoles::writes() does.
    void add_role(FileRoles& files) const;
    /// None where nothing is wanted.
    [[nodiscard]] std::optional<ResultFolder> make_folder() const;

    /// Runs the script `name` on results in JSON; does nothing where nothing is wanted. Throws as
    /// run_script() does.
    void write(const std::string& name, const WritePieces& json) const;
    void write(const std::string& name, std::string_view json) const;

 private:
    std::optional<std::string> folder_;
};

/// The same for a script that draws figures, for `--figures`.
void write_figures(const std::string& name, const WritePieces& json,
                   const std::filesystem::path& folder);

}  // namespace xdnasim::cli
