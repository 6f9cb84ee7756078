#include "cli/options/page_option.hpp"

#include "cli/options/option_values.hpp"
#include "cli/python_script.hpp"
#include "cli/scratch_folder.hpp"
#include "validation/data_files.hpp"

namespace xdnasim::cli {
namespace {

constexpr const char* kPage = "--html";

void run_on_results(PythonScript script, const WritePieces& json,
                    const std::filesystem::path& folder) {
    ScratchFolder scratch;
    const std::filesystem::path results = scratch.file("results.json");
    OutputFile output{results};
    json([&](std::string_view piece) { output.write(piece); });
    output.finish();
    script.file = validation::data_folder() / "report" / script.file;
    run_script(script, {results, folder});
}

}  // namespace

CLI::Option* PageOption::add_to(CLI::App& command) {
    return command
        .add_option(kPage, folder_, "Write a page with figures, index.html, to this folder")
        ->type_name("DIR")
        ->check(of_kind(ValueKind::Folder));
}

void PageOption::add_role(FileRoles& files) const {
    if (folder_) files.writes(kPage, std::filesystem::path{*folder_} / "index.html");
}

std::optional<ResultFolder> PageOption::make_folder() const {
    return folder_ ? std::optional<ResultFolder>{std::in_place, kPage, *folder_} : std::nullopt;
}

void PageOption::write(const std::string& name, const WritePieces& json) const {
    if (folder_) run_on_results({name, kPage, {"matplotlib", "jinja2"}}, json, *folder_);
}

void PageOption::write(const std::string& name, std::string_view json) const {
    write(name, [&](const WritePiece& write_piece) { write_piece(json); });
}

void write_figures(const std::string& name, const WritePieces& json,
                   const std::filesystem::path& folder) {
    run_on_results({name, "--figures", {"matplotlib"}}, json, folder);
}

}  // namespace xdnasim::cli
