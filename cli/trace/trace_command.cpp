// `xdnasim trace`: decodes and encodes the words of trace units.

#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/error.hpp"
#include "base/number_format.hpp"
#include "cli/commands.hpp"
#include "cli/file_roles.hpp"
#include "cli/options/option_values.hpp"
#include "cli/output.hpp"
#include "cli/trace/trace_tables.hpp"
#include "traces/comparison/recorded_events.hpp"
#include "traces/recording/event_json.hpp"
#include "traces/recording/statistics.hpp"
#include "traces/words/packet.hpp"

namespace xdnasim::cli {
namespace {

/// The note about slots without a configuration. Register offsets are those of Trace_Event0 and
/// Trace_Event1 in AM025.
constexpr const char* kSlotsByNumber =
    "slots by number; --config names them, from a configuration (JSON) or the design's instruction "
    "stream (insts.bin). The design sets them in registers 0x340E0 and 0x340E4 of a core's "
    "tile or a shim, 0x140E0 and 0x140E4 of a core's memory, and 0x940E0 and 0x940E4 of a mem "
    "tile: one byte with the event's number for each of slots 0 to 3 and 4 to 7";

class TraceCommand {
 public:
    explicit TraceCommand(CLI::App& app);

    [[nodiscard]] CLI::App* options() const { return command_; }
    [[nodiscard]] base::ExitCode run() const;

 private:
    void add_decode();
    void add_encode();
    [[nodiscard]] base::ExitCode decode() const;
    [[nodiscard]] base::ExitCode encode() const;
    /// Throws InputError if the output would overwrite an input. `config`: the file that says which
    /// events the slots watch, which is an input.
    void require_other_output(const SlotConfig& config) const;

    CLI::App* command_;
    CLI::App* decode_ = nullptr;
    CLI::App* encode_ = nullptr;
    Command compare_;
    std::string file_;
    std::optional<std::string> config_;
    bool json_ = false;
    bool timeline_ = false;
    bool summary_ = false;
    bool reference_quirks_ = false;
    bool text_ = false;
    std::optional<std::string> output_;
};

/// The output: standard output, or a file that appears only when it is complete.
class Target {
 public:
    explicit Target(const std::optional<std::string>& file) {
        if (file && *file != "-") file_ = std::make_unique<OutputFile>(*file);
    }
    void write(std::string_view text) { file_ ? file_->write(text) : write_stdout(text); }
    void finish() {
        if (file_) file_->finish();
    }

 private:
    std::unique_ptr<OutputFile> file_;
};

std::string lines_of(const std::vector<std::uint32_t>& words) {
    std::string text;
    for (const std::uint32_t word : words)
        fmt::format_to(std::back_inserter(text), "{:08x}\n", word);
    return text;
}

using Config = std::optional<recording::TraceConfig>;

recording::SlotNames slot_names_of(const Config& config, const std::vector<words::Unit>& units) {
    return config ? recording::SlotNames{*config, units} : recording::SlotNames{};
}

/// Messages about a recording that was converted.
struct Remarks {
    recording::FaultLog faults;
    std::string note;
};

/// Writes a recording as JSON. It is read twice: rows contain names of events, which depend on all
/// units of the recording, so that the units are collected first.
Remarks write_json(const std::string& file, words::Reading reading, const Config& config,
                   Target& target) {
    std::vector<words::PacketHeader> headers = recording::units_of(file, reading);
    std::vector<words::Unit> units;
    for (const words::PacketHeader& header : headers)
        units.push_back(header.unit);
    recording::SlotNames names = slot_names_of(config, units);
    recording::EventJson json{std::move(headers), names, reading,
                              [&](std::string_view text) { target.write(text); }};
    const recording::Decoded decoded = recording::decode_file(file, reading, json);
    json.finish(decoded);
    recording::note_asserted(names, decoded.streams);
    return {decoded.faults, names.note()};
}

Remarks write_timeline(const std::string& file, words::Reading reading, const Config& config,
                       Target& target) {
    recording::Activity activity;
    const recording::Decoded decoded = recording::decode_file(file, reading, activity);
    recording::SlotNames names = slot_names_of(config, recording::units_of(decoded.streams));
    recording::note_asserted(names, decoded.streams);
    target.write(activity.text(decoded, names));
    return {decoded.faults, names.note()};
}

Remarks write_summary(const std::string& file, words::Reading reading, const Config& config,
                      Target& target) {
    recording::Statistics statistics{config ? &*config : nullptr};
    const recording::Decoded decoded = recording::decode_file(file, reading, statistics);
    recording::SlotNames names = slot_names_of(config, recording::units_of(decoded.streams));
    recording::note_asserted(names, decoded.streams);
    target.write(trace_summary(decoded, statistics, names));
    return {decoded.faults, names.note()};
}

/// Reports faults of a recording on standard error and returns the exit code.
base::ExitCode report(const recording::FaultLog& faults) {
    constexpr std::size_t kShown = 20;
    if (faults.count() == 0) return base::ExitCode::Done;
    std::string text =
        fmt::format("xdnasim: the trace is damaged, {}\n",
                    base::counted(static_cast<std::int64_t>(faults.count()), "fault"));
    for (std::size_t i = 0; i < faults.first().size() && i < kShown; ++i)
        text += words::to_string(faults.first()[i]) + "\n";
    if (faults.count() > kShown) text += fmt::format("and {} more\n", faults.count() - kShown);
    write_stderr(text);
    return base::ExitCode::CheckFailed;
}

TraceCommand::TraceCommand(CLI::App& app)
    : command_{app.add_subcommand("trace", "Read, write and compare the words of trace units")},
      compare_{add_trace_compare(*command_)} {
    command_->require_subcommand(1);
    add_decode();
    add_encode();
}

void TraceCommand::add_decode() {
    decode_ = command_->add_subcommand("decode", "Show what happened when, from trace words");
    decode_->add_option("FILE", file_, "Trace words: raw, little-endian, or 8 hex digits a line")
        ->required()
        ->type_name("")
        ->check(of_kind(ValueKind::File));
    decode_
        ->add_option("--config", config_,
                     "Which events the slots of the units watch: JSON, or the design's instruction "
                     "stream (default: FILE.json, if it exists)")
        ->type_name("FILE")
        ->check(of_kind(ValueKind::File));
    auto* json =
        decode_->add_flag("--json", json_, "Write every event as JSON, for programs and Perfetto");
    auto* timeline = decode_->add_flag("--timeline", timeline_, "Draw the events in characters");
    auto* summary =
        decode_->add_flag("--summary", summary_, "Print a table of the events (default)");
    json->excludes(timeline)->excludes(summary);
    timeline->excludes(summary);
    decode_->add_flag("--reference-quirks", reference_quirks_,
                      "Read as mlir-aie's parser does, mistakes included");
    decode_->add_option("-o,--output", output_, "File for the result; - is standard output")
        ->type_name("FILE")
        ->check(of_kind(ValueKind::FileOrStdout));
}

void TraceCommand::add_encode() {
    encode_ = command_->add_subcommand("encode",
                                       "Turn the output of decode --json back into trace words");
    encode_->add_option("FILE", file_, "Decoded trace (JSON)")
        ->required()
        ->type_name("")
        ->check(of_kind(ValueKind::File));
    encode_->add_option("-o,--output", output_, "File for the words")
        ->required()
        ->type_name("FILE")
        ->check(of_kind(ValueKind::File));
    encode_->add_flag("--text", text_, "Write 8 hexadecimal digits a line instead of raw words");
}

base::ExitCode TraceCommand::run() const {
    if (compare_.options->parsed()) return compare_.run();
    return decode_->parsed() ? decode() : encode();
}

void TraceCommand::require_other_output(const SlotConfig& config) const {
    FileRoles files;
    files.reads(file_, "the input file");
    if (config.file) files.reads(*config.file, "the configuration that is read");
    if (output_ && *output_ != "-") files.writes("--output", *output_);
}

/// Throws InputError if the file is a recording in JSON instead of trace words.
void require_words(const std::string& file) {
    std::error_code ignored;  // the decoder reports the error
    if (std::filesystem::is_regular_file(file, ignored) && comparison::is_event_json(file))
        throw base::InputError{
            fmt::format("'{}' is JSON, as decoded recordings are; allowed: trace words. 'xdnasim "
                        "trace compare' takes trace events (JSON), too",
                        file)};
}

base::ExitCode TraceCommand::decode() const {
    const auto reading =
        reference_quirks_ ? words::Reading::AsReference : words::Reading::AsWritten;
    const SlotConfig slots = slot_config(file_, config_);
    require_other_output(slots);
    require_words(file_);
    Config config;
    if (slots.file) config = load_slot_events(*slots.file);
    Target target{output_};
    const auto write = json_ ? write_json : timeline_ ? write_timeline : write_summary;
    const Remarks remarks = write(file_, reading, config, target);
    target.finish();
    write_note(!slots.file && slots.note.empty() ? kSlotsByNumber : slots.note);
    write_note(remarks.note);
    return report(remarks.faults);
}

base::ExitCode TraceCommand::encode() const {
    require_other_output({});
    const std::vector<std::uint32_t> words = recording::encode_file(file_);
    Target target{output_};
    if (text_)
        target.write(lines_of(words));
    else
        target.write(words::as_bytes(words));
    target.finish();
    return base::ExitCode::Done;
}

}  // namespace

Command add_trace(CLI::App& app) {
    return make_command<TraceCommand>(app);
}

}  // namespace xdnasim::cli
