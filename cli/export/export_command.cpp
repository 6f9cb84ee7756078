// `xdnasim export`: writes a problem's design as files for an NPU's tools.

#include <deque>
#include <filesystem>
#include <fstream>
#include <functional>
#include <set>
#include <string>
#include <system_error>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "backends/mlir/design_files.hpp"
#include "base/error.hpp"
#include "cli/commands.hpp"
#include "cli/file_roles.hpp"
#include "cli/options/option_values.hpp"
#include "cli/options/problem_options.hpp"
#include "cli/output.hpp"
#include "cli/result_folder.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::cli {

namespace {

namespace fs = std::filesystem;

bool is_an_exports(const fs::path& folder) {
    std::error_code ignored;
    if (!fs::is_regular_file(folder / mlir::kMarkedFile, ignored)) return false;  // pipes may block
    std::ifstream marked{folder / mlir::kMarkedFile};
    std::string line;
    return std::getline(marked, line) && line == mlir::kExportMark;
}

/// Throws InputError unless `folder` is new, empty or written by an earlier export: other files
/// must not be mixed with the exported ones.
void require_export_folder(const fs::path& folder) {
    std::error_code error;
    if (!fs::exists(folder, error)) return;
    if (!fs::is_directory(folder, error))
        throw base::InputError{fmt::format("'{}' is not a folder", folder.string())};
    const bool empty = fs::is_empty(folder, error);
    if (error)
        throw base::InputError{
            fmt::format("cannot read the folder '{}': {}", folder.string(), error.message())};
    if (!empty && !is_an_exports(folder))
        throw base::InputError{
            fmt::format("'{}' contains files that no export wrote. Name a new folder, an empty one "
                        "or one of an export, or use --force",
                        folder.string())};
}

/// Removes the binaries that were built from an earlier export; otherwise a run would use them with
/// the new export. Throws InputError if they cannot be removed.
void remove_built_design(const fs::path& folder) {
    for (const char* const name : mlir::kBuiltFiles) {
        const fs::path built = folder / name;
        std::error_code error;
        fs::remove(built, error);
        if (error)
            throw base::InputError{
                fmt::format("cannot remove '{}': {}", built.string(), error.message())};
    }
}

/// The folders of `files`, and `root`, each before its parent.
std::vector<fs::path> folders_of(const fs::path& root, const std::vector<mlir::DesignFile>& files) {
    std::set<fs::path, std::greater<>> folders{root};
    for (const mlir::DesignFile& file : files)
        folders.insert((root / file.path).parent_path());
    return {folders.begin(), folders.end()};
}

/// Writes all files or none, creates missing folders, and removes what was built from an earlier
/// export. If it throws InputError, it leaves no new folder, and keeps what was built.
void write_files(const fs::path& root, const std::vector<mlir::DesignFile>& files) {
    std::deque<ResultFolder> folders;
    for (const fs::path& folder : folders_of(root, files))
        folders.emplace_back("--output", folder);
    std::deque<OutputFile> outputs;
    for (const mlir::DesignFile& file : files) {
        outputs.emplace_back(root / file.path).write(file.content);
        outputs.back().settle();
    }
    remove_built_design(root);
    for (OutputFile& output : outputs)
        output.finish();
}

class ExportCommand {
 public:
    explicit ExportCommand(CLI::App& app);

    [[nodiscard]] CLI::App* options() const { return command_; }
    [[nodiscard]] base::ExitCode run() const;

 private:
    /// Throws InputError if a file of the design would overwrite an input.
    void require_other_files(const problem::Problem& problem,
                             const std::vector<mlir::DesignFile>& files) const;

    [[nodiscard]] mlir::Release release() const { return named(mlir::kReleases, release_); }

    CLI::App* command_;
    std::string problem_;
    std::string folder_;
    std::vector<std::string> settings_;
    std::string release_ = to_string(mlir::Release::Current);
    bool force_ = false;
};

ExportCommand::ExportCommand(CLI::App& app)
    : command_{app.add_subcommand("export", "Write a problem's design for an NPU's tools")} {
    command_->require_subcommand(1);
    CLI::App& mlir = *command_->add_subcommand(
        "mlir", "For mlir-aie: the design, its kernels, the NPU's instructions, a Makefile");
    add_problem_argument(mlir, problem_);
    mlir.add_option("-o,--output", folder_,
                    "Folder to write to: new, empty, or one of an earlier export")
        ->required()
        ->type_name("DIR")
        ->check(of_kind(ValueKind::Folder));
    add_settings_option(mlir, settings_);
    mlir.add_option("--mlir-aie", release_, "Release of mlir-aie to write for")
        ->type_name("RELEASE")
        ->capture_default_str()
        ->check(one_of(names_of(mlir::kReleases)));
    mlir.add_flag("--force", force_, "Write even to a folder that contains other files");
}

void ExportCommand::require_other_files(const problem::Problem& problem,
                                        const std::vector<mlir::DesignFile>& files) const {
    FileRoles roles;
    add_inputs(roles, problem_, problem);
    for (const char* const name : mlir::kBuiltFiles)
        roles.will_write("--output", fs::path{folder_} / name);
    for (const mlir::DesignFile& file : files)
        roles.will_write("--output", fs::path{folder_} / file.path);
}

base::ExitCode ExportCommand::run() const {
    if (!force_) require_export_folder(folder_);
    const problem::Problem problem = load_problem(problem_, settings_);
    // A device file elsewhere is named by its absolute path; the design's text has only its name.
    const std::string device = found_anywhere(problem).find("device")->to_flow();
    const std::vector<mlir::DesignFile> files = mlir::design_files(
        problem::map_problem(problem), problem.device, {device, problem.reconfigure}, release());
    require_other_files(problem, files);
    write_files(folder_, files);
    std::string report;
    for (const mlir::DesignFile& file : files)
        report += fmt::format("{:>12} bytes  {}\n", file.content.size(), file.path);
    write_stdout(report);
    return base::ExitCode::Done;
}

}  // namespace

Command add_export(CLI::App& app) {
    return make_command<ExportCommand>(app);
}

}  // namespace xdnasim::cli
