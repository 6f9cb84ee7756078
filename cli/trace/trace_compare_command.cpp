// `xdnasim trace compare`: compares a measured recording with a simulated one.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/error.hpp"
#include "base/node.hpp"
#include "cli/commands.hpp"
#include "cli/file_roles.hpp"
#include "cli/options/option_values.hpp"
#include "cli/options/page_option.hpp"
#include "cli/options/result_option.hpp"
#include "cli/output.hpp"
#include "cli/trace/trace_tables.hpp"
#include "traces/comparison/comparison.hpp"
#include "traces/comparison/comparison_json.hpp"

namespace xdnasim::cli {
namespace {

class TraceCompareCommand {
 public:
    /// Adds the subcommand to `trace`.
    explicit TraceCompareCommand(CLI::App& trace);

    [[nodiscard]] CLI::App* options() const { return command_; }
    [[nodiscard]] base::ExitCode run() const;

 private:
    void add_inputs();
    void add_outputs();
    void add_tolerances();
    /// Throws InputError for results that overwrite another file or cannot be written.
    /// Precondition: their folders exist.
    void require_outputs(const SlotConfig& measured, const SlotConfig& simulated) const;
    [[nodiscard]] std::vector<comparison::Window> own_windows(
        const comparison::Recorded& measured) const;
    void write(const comparison::Comparison& comparison, const std::string& json) const;

    CLI::App* command_;
    std::string measured_;
    std::string simulated_;
    std::optional<std::string> config_;
    std::optional<std::string> simulated_config_;
    std::string align_ = to_string(comparison::AlignBy::Calls);
    std::string judge_ = to_string(comparison::JudgeBy::Medians);
    comparison::Tolerances tolerances_;
    ResultOption json_{"--json"};
    PageOption html_;
    std::vector<std::string> windows_;
};

using comparison::Interval;

constexpr double kMaxTolerated = 1e9;

/// Parses FROM:TO, in cycles of the measured recording.
Interval interval_of(const std::string& text) {
    constexpr std::int64_t kMaxCycle = std::int64_t{1} << 56;
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos)
        throw base::InputError{
            fmt::format("--window: {}; allowed: FROM:TO, in cycles", base::in_quotes(text))};
    const std::int64_t to =
        base::option_value("--window", text.substr(colon + 1)).as_int(1, kMaxCycle);
    return {base::option_value("--window", text.substr(0, colon)).as_int(0, to - 1), to};
}

/// A check for numbers from 0 to `max`. In contrast to CLI::Range it refuses NaN, which is neither
/// below nor above a limit.
CLI::Validator from_zero_to(double max) {
    const auto check = [max](const std::string& text) {
        double value = -1;
        const bool fits = CLI::detail::lexical_cast(text, value) && value >= 0 && value <= max;
        return fits ? std::string{} : fmt::format("'{}'; allowed: 0 to {}", text, max);
    };
    return CLI::Validator{check, fmt::format("0 to {}", max)};
}

/// A note with the recording that it is about in front; empty if there is no note.
std::string note_on(const char* which, const std::string& note) {
    return note.empty() ? "" : fmt::format("{}: {}", which, note);
}

std::optional<recording::TraceConfig> configuration_of(const SlotConfig& slots) {
    return slots.file ? std::optional{load_slot_events(*slots.file)} : std::nullopt;
}

std::int64_t last_cycle(const comparison::Recorded& recorded) {
    std::int64_t last = 0;
    for (const comparison::RecordedUnit& unit : recorded.units)
        last = std::max(last, unit.to);
    return last;
}

TraceCompareCommand::TraceCompareCommand(CLI::App& trace)
    : command_{trace.add_subcommand("compare", "Compare a simulated trace with a measured one")} {
    add_inputs();
    add_tolerances();
    add_outputs();
}

void TraceCompareCommand::add_inputs() {
    command_
        ->add_option("MEASURED", measured_,
                     "Trace words: raw, little-endian, or 8 hex digits a line; or trace events "
                     "(JSON) as Perfetto reads them")
        ->required()
        ->type_name("")
        ->check(of_kind(ValueKind::File));
    command_->add_option("SIMULATED", simulated_, "The recording to judge, in any of these forms")
        ->required()
        ->type_name("")
        ->check(of_kind(ValueKind::File));
    command_
        ->add_option("--config", config_,
                     "Which events the slots of the units watch: JSON, or the design's instruction "
                     "stream (default: FILE.json of each)")
        ->type_name("FILE")
        ->check(of_kind(ValueKind::File));
    command_
        ->add_option("--simulated-config", simulated_config_,
                     "The same for SIMULATED only (default: SIMULATED.json, or --config)")
        ->type_name("FILE")
        ->check(of_kind(ValueKind::File));
    command_
        ->add_option(
            "--align", align_,
            "What to align the recordings by: the calls that agree best (or the first event, if "
            "there are too few calls), the first event, or the start of the traces")
        ->check(one_of(names_of(comparison::kAlignments)))
        ->capture_default_str();
    command_
        ->add_option("--judge", judge_,
                     "How to judge a core's calls: by medians, wherever the recordings begin (or "
                     "in pairs, if there are too few calls), or in pairs, from the first one on")
        ->check(one_of(names_of(comparison::kJudgements)))
        ->capture_default_str();
}

void TraceCompareCommand::add_tolerances() {
    const CLI::Validator share = from_zero_to(1);
    command_
        ->add_option("--tolerance-cycles", tolerances_.cycles,
                     "Allowed difference, in cycles, in the length of a core event or the interval "
                     "between two")
        ->check(from_zero_to(kMaxTolerated))
        ->type_name("N")
        ->capture_default_str();
    command_
        ->add_option("--tolerance-length", tolerances_.length,
                     "Allowed difference in the median lengths of kernels and in what they issue, "
                     "as a share of the measurement")
        ->check(share)
        ->type_name("SHARE")
        ->capture_default_str();
    command_
        ->add_option("--tolerance-stalls", tolerances_.stalls,
                     "Allowed difference in the median cycles that a core stalls, as a share of "
                     "the measurement")
        ->check(share)
        ->type_name("SHARE")
        ->capture_default_str();
    command_
        ->add_option(
            "--tolerance-band", tolerances_.band,
            "Allowed difference in whatever depends on the DRAM, as a share of the measurement")
        ->check(share)
        ->type_name("SHARE")
        ->capture_default_str();
    command_
        ->add_option(
            "--tolerance-drift", tolerances_.drift,
            "Allowed drift in the positions of core events, as a share of the time elapsed")
        ->check(share)
        ->type_name("SHARE")
        ->capture_default_str();
}

void TraceCompareCommand::add_outputs() {
    json_.add_to(*command_, "Write the comparison as JSON");
    auto* const html = html_.add_to(*command_);
    command_->add_option("--window", windows_, "Extra cycles for the page to show")
        ->type_name("FROM:TO")
        ->needs(html);
}

base::ExitCode TraceCompareCommand::run() const {
    const SlotConfig measured_slots = slot_config(measured_, config_);
    const SlotConfig simulated_slots = slot_config(simulated_, simulated_config_, config_);
    const auto folder = html_.make_folder();
    require_outputs(measured_slots, simulated_slots);
    // Trace events (JSON) may not name their device: then it is that of the other recording.
    std::optional<recording::TraceConfig> of_simulated = configuration_of(simulated_slots);
    const arch::Generation generation =
        of_simulated ? of_simulated->names.generation() : comparison::kUsualGeneration;
    const comparison::Recorded measured =
        comparison::read_named(measured_, configuration_of(measured_slots), generation);
    std::vector<comparison::Window> windows = own_windows(measured);
    comparison::Recorded simulated = comparison::read_named(
        simulated_, std::move(of_simulated), measured.names.generation().value_or(generation));
    const comparison::Comparison found =
        comparison::compare(measured, simulated,
                            {.align = named(comparison::kAlignments, align_),
                             .judge = named(comparison::kJudgements, judge_),
                             .tolerances = tolerances_});
    auto chosen = comparison::choose_windows(measured, simulated, found);
    windows.insert(windows.begin(), chosen.begin(), chosen.end());
    write(found, comparison::comparison_json(found, measured, simulated, windows));
    for (const std::string& note : {measured_slots.note, measured.names.note()})
        write_note(note_on("measured", note));
    for (const std::string& note : {simulated_slots.note, simulated.names.note()})
        write_note(note_on("simulated", note));
    if (found.passed()) return base::ExitCode::Done;
    write_stderr(found.outcome() == comparison::Outcome::NotJudged
                     ? "xdnasim: the recordings have nothing that can be compared\n"
                     : "xdnasim: the recordings differ by more than the tolerances\n");
    return base::ExitCode::CheckFailed;
}

void TraceCompareCommand::require_outputs(const SlotConfig& measured,
                                          const SlotConfig& simulated) const {
    FileRoles files;
    for (const std::string& input : {measured_, simulated_})
        files.reads(input, "an input file");
    for (const auto& config : {measured.file, simulated.file})
        if (config) files.reads(*config, "a configuration that is read");
    html_.add_role(files);
    json_.add_role(files);
}

std::vector<comparison::Window> TraceCompareCommand::own_windows(
    const comparison::Recorded& measured) const {
    const std::int64_t last = last_cycle(measured);
    std::vector<comparison::Window> windows;
    for (const std::string& text : windows_) {
        const Interval time = interval_of(text);
        if (time.begin > last)
            throw base::InputError{
                fmt::format("--window: '{}' begins after the end of the measured recording; "
                            "allowed: FROM up to "
                            "its last cycle, {}",
                            text, last)};
        windows.push_back({fmt::format("Cycles {}", text), time});
    }
    return windows;
}

void TraceCompareCommand::write(const comparison::Comparison& comparison,
                                const std::string& json) const {
    write_result(json_, json, comparison_report(comparison));
    html_.write("trace_report.py", json);
}

}  // namespace

Command add_trace_compare(CLI::App& app) {
    return make_command<TraceCompareCommand>(app);
}

}  // namespace xdnasim::cli
