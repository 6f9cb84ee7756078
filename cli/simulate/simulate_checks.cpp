// Checks of `xdnasim simulate`: combinations of options, and options that the backend, the design
// or the run does not support.

#include <filesystem>

#include <fmt/format.h>

#include "cli/file_roles.hpp"
#include "cli/options/problem_options.hpp"
#include "cli/output.hpp"
#include "cli/simulate/picture_output.hpp"
#include "cli/simulate/recording_output.hpp"
#include "cli/simulate/simulate_command.hpp"
#include "cli/simulate/trace_output.hpp"

namespace xdnasim::cli {

void SimulateCommand::require_run() const {
    design_.require_run_for({{"--json", json_.is_wanted()},
                             {"--trace", trace_.has_value()},
                             {"--record", record_.has_value()},
                             {"--picture", picture_.has_value()},
                             {"--timeline", timeline_.wanted()},
                             {"--activations", activations_.wanted()},
                             {"--verify", verification_.wanted()},
                             {"--what-if", what_if_},
                             {"--exact-check", exact_check_},
                             {"--in-full", in_full_},
                             {"--approximate", approximate_.has_value()},
                             {"--input, --output and --expect", design_.move_data()}});
    verification_.require_data(moves_data());
    require_nothing_exact();
}

void SimulateCommand::require_nothing_exact() const {
    if (!tolerance()) return;
    const char* const option = verification_.wanted()  ? "--verify"
                               : activations_.wanted() ? "--activations"
                               : design_.move_data()   ? "--input, --output or --expect"
                               : trace_                ? "--trace"
                               : timeline_.wanted()    ? "--timeline"
                               : record_               ? "--record"
                               : what_if_              ? "--what-if"
                                                       : nullptr;
    if (option != nullptr)
        throw base::InputError{fmt::format(
            "--approximate cannot be combined with {}, which needs an exact simulation", option)};
}

void SimulateCommand::require_no_trace(const problem::Problem& problem) const {
    if (!approximate_) return;
    if (problem.trace)
        problem.file.find("trace")->fail(
            "trace: --approximate cannot be combined with a trace, which needs an exact "
            "simulation");
    if (problem.workload->has_own_trace())
        throw base::InputError{
            "--approximate cannot be combined with the trace of the design, which needs an exact "
            "simulation"};
}

void SimulateCommand::require_outputs(const problem::Problem& problem) const {
    FileRoles files;
    design_.add_inputs(files);
    add_inputs(files, problem_, problem);
    backend_options_.add_inputs(files, {&backend_, 1}, problem_);
    add_outputs(files, problem, moves_data());
    activations_.add_roles(files, *problem.workload);
    if (record_)
        for (const std::filesystem::path& file : recording_files_in(*record_))
            files.writes("--record", file);
    json_.add_role(files);
    if (trace_) {
        files.writes("--trace", *trace_);
        if (!is_special(*trace_)) files.writes("--trace", trace_config_file(*trace_));
    }
    if (picture_) {
        require_picture_file(*picture_);
        files.writes("--picture", *picture_);
    }
    if (!timeline_.wanted()) return;
    static_cast<void>(timeline_.window());
    static_cast<void>(timeline_.lines());
    if (!timeline_.is_text()) files.writes("--timeline", timeline_.file());
}

void SimulateCommand::require_taken_by(const backends::Backend& backend) const {
    if (timeline_.wanted() && !backend.tells_events())
        throw base::InputError{fmt::format(
            "--timeline: the backend '{}' reports no events of the array; allowed: systemc",
            backend_)};
    const char* const skipping = exact_check_   ? "--exact-check"
                                 : in_full_     ? "--in-full"
                                 : approximate_ ? "--approximate"
                                                : nullptr;
    if (skipping != nullptr && !backend.tells_events())
        throw base::InputError{fmt::format("{}: the backend '{}' skips nothing; allowed: systemc",
                                           skipping, backend_)};
    if (what_if_ && !backend.models_device())
        throw base::InputError{
            fmt::format("--what-if: the backend '{}' does not model a device that could be "
                        "changed; allowed: systemc, analytic",
                        backend_)};
}

void SimulateCommand::require_taken_by(const std::vector<problem::Problem>& parts) const {
    if (parts.size() == 1) return;
    const char* const option = timeline_.wanted() ? "--timeline"
                               : trace_           ? "--trace"
                               : record_          ? "--record"
                               : picture_         ? "--picture"
                               : what_if_         ? "--what-if"
                                                  : nullptr;
    if (option != nullptr)
        throw base::InputError{fmt::format(
            "{}: the design configures the array {} times. Choose one device with --aie-device",
            option, parts.size())};
    if (parts.front().trace)
        parts.front().file.find("trace")->fail(
            fmt::format("trace: the design configures the array {} times. Leave it out, or choose "
                        "one device with design.aie_device",
                        parts.size()));
    if (backend_ != backends::kSystemC)
        throw base::InputError{
            fmt::format("the design configures the array {} times, which the backend '{}' cannot "
                        "run. Use systemc, or choose one device with --aie-device",
                        parts.size(), backend_)};
}

void SimulateCommand::require_trace(const backends::RunResult& result) const {
    if (trace_ && !result.trace)
        throw base::InputError{
            fmt::format("--trace: the backend '{}' has no trace of this run. Use systemc, xrt, or "
                        "a recording with a trace",
                        backend_)};
}

}  // namespace xdnasim::cli
