#include "xdnasim/cli/html_report.hpp"

#include <system_error>

#include <fmt/format.h>

#include "xdnasim/arch/error.hpp"
#include "xdnasim/cli/output.hpp"
#include "xdnasim/cli/python_script.hpp"
#include "xdnasim/validation/data_files.hpp"

namespace xdnasim::cli {

void require_report_folder(const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        throw arch::InputError{fmt::format("--html: cannot make the folder '{}': {}",
                                           folder.string(), error.message())};
    require_writable(folder / "index.html");
}

void write_html_report(const std::string& script, const std::string& json,
                       const std::filesystem::path& folder) {
    const ScratchFolder scratch;
    write_file(scratch / "results.json", json);
    run_script({.file = validation::data_folder() / "report" / script,
                .option = "--html",
                .modules = {"matplotlib", "jinja2"}},
               {scratch / "results.json", folder});
}

}  // namespace xdnasim::cli
