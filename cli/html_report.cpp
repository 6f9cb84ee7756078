#include "cli/html_report.hpp"

#include <system_error>

#include <fmt/format.h>

#include "base/error.hpp"
#include "cli/output.hpp"
#include "cli/python_script.hpp"
#include "validation/data_files.hpp"

namespace xdnasim::cli {

std::filesystem::path report_page(const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        throw base::InputError{fmt::format("--html: cannot make the folder '{}': {}",
                                           folder.string(), error.message())};
    return folder / "index.html";
}

void write_html_report(const std::string& script, const std::string& json,
                       const std::filesystem::path& folder) {
    ScratchFolder scratch;
    const std::filesystem::path results = scratch.file("results.json");
    write_file(results, json);
    run_script({.file = validation::data_folder() / "report" / script,
                .option = "--html",
                .modules = {"matplotlib", "jinja2"}},
               {results, folder});
}

}  // namespace xdnasim::cli
