#pragma once
// Results as one page, index.html, made by a Python script of validation/report.

#include <filesystem>
#include <string>

namespace xdnasim::cli {

/// Makes `folder`. Throws InputError when that or index.html in it cannot be written: to be asked
/// before a long run.
void require_report_folder(const std::filesystem::path& folder);

/// Runs `script` on the results. Throws as run_script does.
void write_html_report(const std::string& script, const std::string& json,
                       const std::filesystem::path& folder);

}  // namespace xdnasim::cli
