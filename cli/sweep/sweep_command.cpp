// `xdnasim sweep`: a study, many runs of one problem with other values.

#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "arch/device_file.hpp"
#include "base/error.hpp"
#include "cli/commands.hpp"
#include "cli/file_roles.hpp"
#include "cli/option_values.hpp"
#include "cli/output.hpp"
#include "cli/progress_line.hpp"
#include "cli/python_script.hpp"
#include "cli/result_folder.hpp"
#include "cli/run_options.hpp"
#include "cli/sweep/sweep.hpp"

namespace xdnasim::cli {
namespace {

class SweepCommand {
 public:
    explicit SweepCommand(CLI::App& app);

    [[nodiscard]] CLI::App* options() const { return command_; }
    [[nodiscard]] base::ExitCode run() const;

 private:
    void require_outputs() const;
    void report(const Sweep& sweep) const;
    [[nodiscard]] bool to_stdout() const { return csv_ == "-" || json_ == "-"; }

    CLI::App* command_;
    std::string study_;
    std::string backend_ = "systemc";
    SideBySideOptions side_by_side_;
    std::optional<std::string> csv_;   ///< path, or "-"
    std::optional<std::string> json_;  ///< path, or "-"
    std::optional<std::string> html_;  ///< folder
};

SweepCommand::SweepCommand(CLI::App& app)
    : command_{app.add_subcommand("sweep", "Run a problem with many values of its keys")} {
    command_->add_option("STUDY", study_, "Study file (YAML); see docs/studies.md")
        ->required()
        ->check(of_kind(ValueKind::ProblemFile));
    command_->add_option("--backend", backend_, "What runs the points")
        ->type_name("NAME")
        ->capture_default_str()
        ->check(one_of({"systemc", "analytic"}));
    side_by_side_.add_to(*command_, "Points");
    command_->add_option("--csv", csv_, "Write the table as CSV; - is standard output")
        ->type_name("FILE")
        ->check(of_kind(ValueKind::FileOrStdout));
    command_->add_option("--json", json_, "Write the table as JSON; - is standard output")
        ->type_name("FILE")
        ->check(of_kind(ValueKind::FileOrStdout));
    command_->add_option("--html", html_, "Write a page with figures, index.html, to this folder")
        ->type_name("DIR")
        ->check(of_kind(ValueKind::Folder));
}

void SweepCommand::require_outputs() const {
    if (csv_ == "-" && json_ == "-")
        throw base::InputError{"--csv - and --json -: only one can be standard output"};
    FileRoles files;
    files.reads(study_, "the study file");
    files.reads_folder(arch::devices_folder(), "a device file");
    if (html_) files.writes("--html", report_page(*html_));
    if (csv_ && csv_ != "-") files.writes("--csv", *csv_);
    if (json_ && json_ != "-") files.writes("--json", *json_);
    side_by_side_.add_outputs(files);
}

base::ExitCode SweepCommand::run() const {
    const study::Study study = study::load_study(study_);
    const auto folder = html_folder(html_);
    require_outputs();
    side_by_side_.keep_through_interruptions();
    SweepOptions options{.backend = backend_, .processes = side_by_side_.processes()};
    if (side_by_side_.kept()) options.keep = *side_by_side_.kept();
    std::optional<Sweep> sweep;
    {
        ProgressLine line;
        const std::size_t points = study::points_of(study).size();
        sweep = run_sweep(study, options, [&](std::size_t done) {
            line.update(PartProgress{"points", done, points});
        });
    }
    report(*sweep);
    return base::ExitCode::Done;
}

void SweepCommand::report(const Sweep& sweep) const {
    const std::string csv = csv_ ? sweep_csv(sweep) : std::string{};
    const std::string json = json_ || html_ ? sweep_json(sweep) : std::string{};
    if (csv_ && csv_ != "-") write_file(*csv_, csv);
    if (json_ && json_ != "-") write_file(*json_, json);
    if (html_) write_html_report("sweep_report.py", json, *html_);
    if (to_stdout()) write_stdout(csv_ == "-" ? csv : json);
    (to_stdout() ? write_stderr : write_stdout)(sweep_report(sweep));
}

}  // namespace

Command add_sweep(CLI::App& app) {
    return make_command<SweepCommand>(app);
}

}  // namespace xdnasim::cli
