// `xdnasim export`: a problem's design as files for an NPU's tools.

#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "backends/mlir/design_files.hpp"
#include "base/error.hpp"
#include "cli/commands.hpp"
#include "cli/export/export_folder.hpp"
#include "cli/option_values.hpp"
#include "cli/output.hpp"
#include "cli/run_options.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::cli {
namespace {

class ExportCommand {
 public:
    explicit ExportCommand(CLI::App& app);

    [[nodiscard]] CLI::App* options() const { return command_; }
    [[nodiscard]] base::ExitCode run() const;

 private:
    CLI::App* command_;
    std::string problem_;
    std::string folder_;
    std::vector<std::string> settings_;
    bool force_ = false;
};

ExportCommand::ExportCommand(CLI::App& app)
    : command_{app.add_subcommand("export", "Write a problem's design for an NPU's tools")} {
    command_->require_subcommand(1);
    CLI::App& mlir = *command_->add_subcommand(
        "mlir", "For mlir-aie: the design, its kernels, the NPU's instructions, a Makefile");
    mlir.add_option("PROBLEM", problem_, "Problem file (YAML)")
        ->required()
        ->type_name("")
        ->check(of_kind(ValueKind::ProblemFile));
    mlir.add_option("-o,--output", folder_, "Folder to write to: new, empty or of an export")
        ->required()
        ->type_name("DIR")
        ->check(of_kind(ValueKind::Folder));
    add_settings_option(mlir, settings_);
    mlir.add_flag("--force", force_, "Write to a folder with other files, too");
}

base::ExitCode ExportCommand::run() const {
    if (!force_) require_export_folder(folder_);
    const problem::Problem problem = problem::load_problem(problem_, split_settings(settings_));
    const std::vector<mlir::DesignFile> files =
        mlir::design_files(problem::map_problem(problem), problem.device);
    remove_built_design(folder_);
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
