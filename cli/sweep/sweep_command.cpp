// `xdnasim sweep`: runs a study, which is one problem with many combinations of values.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "arch/device_file.hpp"
#include "base/error.hpp"
#include "base/node.hpp"
#include "cli/commands.hpp"
#include "cli/file_roles.hpp"
#include "cli/options/backend_options.hpp"
#include "cli/options/cluster_options.hpp"
#include "cli/options/option_values.hpp"
#include "cli/options/page_option.hpp"
#include "cli/options/problem_options.hpp"
#include "cli/options/result_option.hpp"
#include "cli/options/side_by_side_options.hpp"
#include "cli/output.hpp"
#include "cli/progress_line.hpp"
#include "cli/scratch_folder.hpp"
#include "cli/sweep/sweep.hpp"

namespace xdnasim::cli {
namespace {

class SweepCommand {
 public:
    explicit SweepCommand(CLI::App& app);

    [[nodiscard]] CLI::App* options() const { return command_; }
    [[nodiscard]] base::ExitCode run();

 private:
    void require_outputs(const study::Study& study, const std::string& backend) const;
    [[nodiscard]] SweepOptions options_for(const study::Study& study);
    void report(const Sweep& sweep) const;
    [[nodiscard]] bool to_stdout() const { return csv_.is_stdout() || json_.is_stdout(); }

    CLI::App* command_;
    std::string study_;
    std::optional<std::string> backend_;
    BackendOptions backend_options_;
    SideBySideOptions side_by_side_;
    ClusterOptions cluster_;
    ResultOption csv_{"--csv"};
    ResultOption json_{"--json"};
    PageOption html_;
    std::optional<std::string> figures_;  ///< path of a folder
    std::optional<std::string> record_;   ///< path of a folder
};

SweepCommand::SweepCommand(CLI::App& app)
    : command_{app.add_subcommand("sweep", "Run a problem with many values of its keys")} {
    command_->add_option("STUDY", study_, "Study file (YAML); see docs/studies.md")
        ->required()
        ->check(of_kind(ValueKind::ProblemFile));
    command_
        ->add_option("--backend", backend_,
                     "Backend to run the points on (default: the study's backend, or systemc)")
        ->type_name("NAME")
        ->check(one_of(backend_names(), check_backend));
    backend_options_.add_to(*command_);
    side_by_side_.add_to(*command_, "Points");
    cluster_.add_to(*command_, "points");
    csv_.add_to(*command_, "Write the table as CSV");
    json_.add_to(*command_, "Write the table as JSON");
    html_.add_to(*command_);
    command_
        ->add_option("--figures", figures_,
                     "Write each figure of the study to this folder, as SVG and PNG")
        ->type_name("DIR")
        ->check(of_kind(ValueKind::Folder));
    command_
        ->add_option("--record", record_,
                     "Write each run to a subfolder of this folder, for --backend replay")
        ->type_name("DIR")
        ->check(of_kind(ValueKind::Folder));
    cluster_.exclude(*command_, {"--keep", "--csv", "--json", "--html", "--figures"});
}

std::vector<std::filesystem::path> figure_files(const std::string& folder, std::size_t figures) {
    std::vector<std::filesystem::path> files;
    for (std::size_t i = 1; i <= figures; ++i)
        for (const char* const ending : {"svg", "png"})
            files.push_back(std::filesystem::path{folder} / fmt::format("figure-{}.{}", i, ending));
    return files;
}

void SweepCommand::require_outputs(const study::Study& study, const std::string& backend) const {
    if (figures_ && study.figures.empty())
        throw base::InputError{
            fmt::format("--figures: {} has no `figures`. Add them to the study", study_)};
    require_one_on_stdout(csv_, json_);
    FileRoles files;
    files.reads(study_, "the study file");
    if (study.problem_file) files.reads(*study.problem_file, "the problem file");
    files.reads_folder(arch::devices_folder(), "a device file");
    for (const std::filesystem::path& file : study::named_files(study))
        files.reads(file, "read for a point of the study");
    backend_options_.add_inputs(files, {&backend, 1}, study_);
    html_.add_role(files);
    if (figures_)
        for (const std::filesystem::path& file : figure_files(*figures_, study.figures.size()))
            files.writes("--figures", file);
    csv_.add_role(files);
    json_.add_role(files);
    side_by_side_.add_outputs(files);
}

SweepOptions SweepCommand::options_for(const study::Study& study) {
    SweepOptions options{.study = study_,
                         .backend = backend_.value_or(study.backend.value_or(backends::kSystemC)),
                         .backend_options = backend_options_,
                         .scheduler = cluster_.scheduler()};
    const std::string wrong = study.backend ? check_backend(*study.backend) : std::string{};
    if (!wrong.empty()) study.file.find("backend")->fail("backend: " + wrong);
    backend_options_.require_taken_by({&options.backend, 1});
    if (backend_options_.make(options.backend, study_)->needs_device_alone())
        side_by_side_.run_one_at_a_time();
    options.processes = side_by_side_.processes();
    if (!record_) return options;
    options.record = *record_;
    const auto read = backend_options_.folder(options.backend, study_);
    std::error_code ignored;
    if (read && std::filesystem::equivalent(*read, *record_, ignored))
        throw base::InputError{fmt::format(
            "--record: '{}' is the folder that the points are run from. Name another folder",
            *record_)};
    return options;
}

base::ExitCode SweepCommand::run() {
    if (study_ == kStandardInput)
        throw base::InputError{"'-' is not a file here; write ./- for a file of that name"};
    const study::Study study = study::load_study(study_);
    if (study.problem_file) refuse_other_files(study.problem, study.problem_file->string());
    study::require_keys(study);
    SweepOptions options = options_for(study);
    std::optional<ResultFolder> recordings;
    if (record_) recordings.emplace("--record", *record_);
    if (cluster_.asks_for_points()) {
        write_stdout(lines_of_points(study, options, cluster_.points()));
        return base::ExitCode::Done;
    }
    const auto folder = html_.make_folder();
    std::optional<ResultFolder> figures;
    if (figures_) figures.emplace("--figures", *figures_);
    require_outputs(study, options.backend);
    side_by_side_.keep_through_interruptions();
    std::optional<ScratchFolder> scratch;
    options.keep = side_by_side_.kept() ? std::filesystem::path{*side_by_side_.kept()}
                                        : scratch.emplace().file("points");
    std::optional<Sweep> sweep;
    {
        ProgressLine line;
        sweep.emplace(run_sweep(study, options, [&](const SweepProgress& progress) {
            line.update(StudyProgress{progress.done, progress.refused, progress.points,
                                      progress.done - progress.before});
        }));
    }
    report(*sweep);
    return base::ExitCode::Done;
}

void SweepCommand::report(const Sweep& sweep) const {
    const WritePieces json = [&](const WritePiece& write) { write_sweep_json(sweep, write); };
    const WritePieces csv = [&](const WritePiece& write) { write_sweep_csv(sweep, write); };
    // Files first, then standard output: nothing is shown if a file cannot be written.
    for (const bool shows : {false, true}) {
        if (csv_.is_stdout() == shows) csv_.write(csv);
        if (json_.is_stdout() == shows) json_.write(json);
    }
    (to_stdout() ? write_stderr : write_stdout)(sweep_report(sweep));
    if (html_.is_wanted() || figures_) require_figures(sweep);
    html_.write("sweep_report.py", json);
    if (figures_) write_figures("sweep_pictures.py", json, *figures_);
}

}  // namespace

Command add_sweep(CLI::App& app) {
    return make_command<SweepCommand>(app);
}

}  // namespace xdnasim::cli
