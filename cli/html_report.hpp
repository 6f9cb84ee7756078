#pragma once
// Results as one page, index.html, made by a Python script of validation/report.

#include <filesystem>
#include <string>

namespace xdnasim::cli {

/// Makes `folder`, and gives the page in it. Throws InputError when it cannot be made.
[[nodiscard]] std::filesystem::path report_page(const std::filesystem::path& folder);

/// Runs `script` on the results. Throws as run_script does.
void write_html_report(const std::string& script, const std::string& json,
                       const std::filesystem::path& folder);

}  // namespace xdnasim::cli
