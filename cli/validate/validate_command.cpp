// `xdnasim validate`: simulates the measured rows of the project and compares the results.

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "arch/device_file.hpp"
#include "base/error.hpp"
#include "base/regular_file.hpp"
#include "cli/commands.hpp"
#include "cli/file_roles.hpp"
#include "cli/options/option_values.hpp"
#include "cli/options/page_option.hpp"
#include "cli/options/result_option.hpp"
#include "cli/options/side_by_side_options.hpp"
#include "cli/output.hpp"
#include "cli/progress_line.hpp"
#include "cli/validate/validation_tables.hpp"
#include "validation/data_files.hpp"
#include "validation/regression.hpp"
#include "validation/regression_json.hpp"

namespace xdnasim::cli {
namespace {

class ValidateCommand {
 public:
    explicit ValidateCommand(CLI::App& app);

    [[nodiscard]] CLI::App* options() const { return command_; }
    [[nodiscard]] base::ExitCode run() const;

 private:
    /// Throws InputError for results that overwrite another file or cannot be written.
    /// Precondition: their folders exist.
    void require_outputs() const;
    void report(const std::vector<validation::SuiteResult>& suites) const;
    void write_results(const std::vector<validation::SuiteResult>& suites) const;

    [[nodiscard]] validation::SideBySide how(std::string rows_of) const;
    [[nodiscard]] base::ExitCode write_sensitivity() const;
    /// The new content of the file of --sensitivity.
    [[nodiscard]] std::string sensitivity_page(const std::string& tables) const;
    [[nodiscard]] std::string accuracy_page(const std::string& table) const;

    CLI::App* command_;
    std::optional<std::string> suite_;
    bool all_ = false;
    SideBySideOptions side_by_side_;
    ResultOption sensitivity_{"--sensitivity"};
    ResultOption json_{"--json"};
    PageOption html_;
    ResultOption markdown_{"--markdown"};
};

using validation::SuiteResult;

std::vector<std::string> suite_names() {
    std::vector<std::string> names;
    for (const validation::Suite& suite : validation::all_suites())
        names.push_back(suite.name);
    return names;
}

/// Findings of the suites. Sweeps and comparisons are added only if the suite "effects", which they
/// continue, has run, because they take as long as a suite.
validation::Findings findings_of(const std::vector<SuiteResult>& suites) {
    validation::Findings findings{.suites = suites,
                                  .conflicts = validation::known_conflicts(),
                                  .devices = validation::devices_of(suites)};
    if (std::ranges::find(suites, "effects", &SuiteResult::name) == suites.end()) return findings;
    findings.sweeps = validation::all_sweeps();
    findings.comparisons = validation::whole_array_comparisons();
    return findings;
}

/// What a validation reads, which no result may overwrite.
FileRoles files_read() {
    FileRoles files;
    for (const char* const data : {"measured", "tolerances", "report"})
        files.reads_folder(validation::data_folder() / data, "part of the validation");
    files.reads_folder(arch::devices_folder(), "a device file");
    return files;
}

ValidateCommand::ValidateCommand(CLI::App& app)
    : command_{app.add_subcommand("validate", "Compare the simulator with measured hardware")} {
    command_->add_option("--suite", suite_, "Only this suite")
        ->type_name("NAME")
        ->check(listing(suite_names()));
    command_->add_flag("--all", all_, "All suites, including those that take minutes")
        ->excludes("--suite");
    side_by_side_.add_to(*command_, "Rows", "; with --suite or --sensitivity");
    sensitivity_.add_to(
        *command_,
        fmt::format("Instead, raise each memory parameter by {:.0f} % and write the resulting "
                    "errors as Markdown tables, between the marks of FILE if it has any",
                    100 * (validation::Sensitivity::kRaised - 1)));
    json_.add_to(*command_, "Write the results as JSON");
    html_.add_to(*command_);
    markdown_.add_to(*command_, "Put the table of accuracy between the marks of FILE");
}

base::ExitCode ValidateCommand::run() const {
    if (sensitivity_.is_wanted()) return write_sensitivity();
    const std::vector<validation::Suite> suites =
        all_ ? validation::all_suites() : validation::find_suites(suite_);
    const auto folder = html_.make_folder();
    require_outputs();
    side_by_side_.keep_through_interruptions();
    std::vector<SuiteResult> results;
    {
        ProgressLine line;
        const auto show = [&line](const validation::SuiteProgress& progress) {
            line.update(PartProgress{progress.suite, progress.done, progress.rows});
        };
        for (const validation::Suite& suite : suites)
            results.push_back(validation::run_suite_side_by_side(suite, how(suite.name), show));
    }
    report(results);
    if (std::ranges::all_of(results, &SuiteResult::passed)) return base::ExitCode::Done;
    write_stderr("xdnasim: an error exceeds its tolerance\n");
    return base::ExitCode::CheckFailed;
}

validation::SideBySide ValidateCommand::how(std::string rows_of) const {
    validation::SideBySide how{.processes = side_by_side_.processes(),
                               .rows_of = std::move(rows_of)};
    if (side_by_side_.kept()) how.keep = *side_by_side_.kept();
    return how;
}

base::ExitCode ValidateCommand::write_sensitivity() const {
    if (json_.is_wanted() || html_.is_wanted() || markdown_.is_wanted())
        throw base::InputError{
            "--sensitivity writes only its own tables; remove --json, --html and --markdown"};
    if (all_) throw base::InputError{"--sensitivity covers only the fast suites; remove --all"};
    FileRoles files = files_read();
    sensitivity_.add_role(files);
    side_by_side_.add_outputs(files);
    const validation::Sensitivity sensitivity{suite_};
    static_cast<void>(sensitivity_page(""));
    side_by_side_.keep_through_interruptions();
    std::vector<validation::Simulation> errors;
    {
        ProgressLine line;
        errors = validation::simulate_side_by_side(
            sensitivity.cases(), how("--sensitivity"), [&](std::size_t done) {
                line.update(PartProgress{"sensitivity", done, sensitivity.cases().size()});
            });
    }
    sensitivity_.write(sensitivity_page(sensitivity.tables(errors)));
    return base::ExitCode::Done;
}

std::string ValidateCommand::sensitivity_page(const std::string& tables) const {
    const std::string& file = sensitivity_.file().value();
    if (!sensitivity_.is_stdout() && std::filesystem::is_regular_file(file))
        if (auto page = with_sensitivity(base::bytes_of_file(file), suite_, tables, file))
            return *page;
    return validation::Sensitivity::legend() + tables;
}

void ValidateCommand::require_outputs() const {
    if (side_by_side_.kept() && !suite_)
        throw base::InputError{"--keep works on a single suite; choose one with --suite"};
    require_one_on_stdout(json_, markdown_);
    FileRoles files = files_read();
    html_.add_role(files);
    json_.add_role(files);
    side_by_side_.add_outputs(files);
    static_cast<void>(accuracy_page(""));
    markdown_.add_role(files);
}

std::string ValidateCommand::accuracy_page(const std::string& table) const {
    if (!markdown_.is_wanted() || markdown_.is_stdout()) return table;
    const std::string& file = *markdown_.file();
    return with_accuracy_table(base::bytes_of_file(file), table, file);
}

void ValidateCommand::report(const std::vector<SuiteResult>& suites) const {
    write_results(suites);
    markdown_.write(accuracy_page(accuracy_table(suites)));
    const bool taken = json_.is_stdout() || markdown_.is_stdout();
    (taken ? write_stderr : write_stdout)(validation_report(suites));
}

void ValidateCommand::write_results(const std::vector<SuiteResult>& suites) const {
    if (!json_.is_wanted() && !html_.is_wanted()) return;
    const std::string json = validation::regression_json(findings_of(suites));
    json_.write(json);
    html_.write("report.py", json);
}

}  // namespace

Command add_validate(CLI::App& app) {
    return make_command<ValidateCommand>(app);
}

}  // namespace xdnasim::cli
