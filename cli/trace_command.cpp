#include "xdnasim/cli/trace_command.hpp"

#include <filesystem>
#include <iterator>
#include <memory>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "xdnasim/cli/output.hpp"
#include "xdnasim/cli/trace_summary.hpp"
#include "xdnasim/traces/recording/activity.hpp"
#include "xdnasim/traces/recording/encode.hpp"
#include "xdnasim/traces/recording/event_json.hpp"
#include "xdnasim/traces/recording/statistics.hpp"

namespace xdnasim::cli {
namespace {

/// A file that appears when it is whole, or standard output.
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

std::string bytes_of(const std::vector<std::uint32_t>& words) {
    return {reinterpret_cast<const char*>(words.data()), words.size() * sizeof(std::uint32_t)};
}

std::string lines_of(const std::vector<std::uint32_t>& words) {
    std::string text;
    for (const std::uint32_t word : words)
        fmt::format_to(std::back_inserter(text), "{:08x}\n", word);
    return text;
}

using Config = std::optional<recording::TraceConfig>;

recording::SlotNames names_of(const Config& config, const std::vector<words::Unit>& units) {
    return config ? recording::SlotNames{*config, units} : recording::SlotNames{};
}

/// Each row has the name of an event, and the columns of named units are known when all units
/// are: they are looked for first.
recording::FaultLog write_json(const std::string& file, words::Reading reading,
                               const Config& config, Target& target) {
    std::vector<words::PacketHeader> headers = recording::units_of(file, reading);
    std::vector<words::Unit> units;
    for (const words::PacketHeader& header : headers)
        units.push_back(header.unit);
    const recording::SlotNames names = names_of(config, units);
    recording::EventJson json{std::move(headers), names, reading,
                              [&](std::string_view text) { target.write(text); }};
    const recording::Decoded decoded = recording::decode_file(file, reading, json);
    json.finish(decoded);
    return decoded.faults;
}

recording::FaultLog write_timeline(const std::string& file, words::Reading reading,
                                   const Config& config, Target& target) {
    recording::Activity activity;
    const recording::Decoded decoded = recording::decode_file(file, reading, activity);
    target.write(activity.text(decoded, names_of(config, recording::units_of(decoded.streams))));
    return decoded.faults;
}

recording::FaultLog write_summary(const std::string& file, words::Reading reading,
                                  const Config& config, Target& target) {
    recording::Statistics statistics{config ? &*config : nullptr};
    const recording::Decoded decoded = recording::decode_file(file, reading, statistics);
    target.write(
        trace_summary(decoded, statistics, names_of(config, recording::units_of(decoded.streams))));
    return decoded.faults;
}

/// The damage of a recording, on standard error.
arch::ExitCode report(const recording::FaultLog& faults) {
    constexpr std::size_t kShown = 20;
    if (faults.count() == 0) return arch::ExitCode::Done;
    std::string text = fmt::format("xdnasim: the trace is damaged, {} {}\n", faults.count(),
                                   faults.count() == 1 ? "fault" : "faults");
    for (std::size_t i = 0; i < faults.first().size() && i < kShown; ++i)
        text += words::to_string(faults.first()[i]) + "\n";
    if (faults.count() > kShown) text += fmt::format("and {} more\n", faults.count() - kShown);
    write_stderr(text);
    return arch::ExitCode::CheckFailed;
}

}  // namespace

TraceCommand::TraceCommand(CLI::App& app)
    : command_{app.add_subcommand("trace", "Read, write and compare the words of trace units")},
      compare_{*command_} {
    command_->require_subcommand(1);
    add_decode();
    add_encode();
}

void TraceCommand::add_decode() {
    decode_ = command_->add_subcommand("decode", "What happened when, from trace words");
    decode_->add_option("FILE", file_, "Trace words: raw, little-endian, or 8 hex digits a line")
        ->required()
        ->type_name("");
    decode_->add_option("--config", config_, "Which events the slots of the units watch (JSON)")
        ->type_name("FILE");
    auto* json = decode_->add_flag("--json", json_, "Every event, for programs and Perfetto");
    auto* timeline = decode_->add_flag("--timeline", timeline_, "Draw the events in characters");
    auto* summary = decode_->add_flag("--summary", summary_, "A table of the events; the default");
    json->excludes(timeline)->excludes(summary);
    timeline->excludes(summary);
    decode_->add_flag("--reference-quirks", reference_quirks_,
                      "Read as mlir-aie's parser does, mistakes included");
    decode_->add_option("-o,--output", output_, "File for the result; - is standard output")
        ->type_name("FILE");
}

void TraceCommand::add_encode() {
    encode_ = command_->add_subcommand("encode", "Trace words from what decode --json wrote");
    encode_->add_option("FILE", file_, "Decoded trace (JSON)")->required()->type_name("");
    encode_->add_option("-o,--output", output_, "File for the words")
        ->required()
        ->type_name("FILE");
    encode_->add_flag("--text", text_, "8 hexadecimal digits a line instead of raw words");
}

arch::ExitCode TraceCommand::run() const {
    if (compare_.chosen()) return compare_.run();
    require_other_output();
    return decode_->parsed() ? decode() : encode();
}

/// Throws InputError when the result would take the place of what it is made from.
void TraceCommand::require_other_output() const {
    std::error_code ignored;  // one of them is missing or out of reach: not the same
    if (!output_ || !std::filesystem::equivalent(file_, *output_, ignored)) return;
    throw arch::InputError{
        fmt::format("--output: '{}' is the input file; allowed: another file", *output_)};
}

arch::ExitCode TraceCommand::decode() const {
    const auto reading =
        reference_quirks_ ? words::Reading::AsReference : words::Reading::AsWritten;
    Config config;
    if (config_) config = recording::load_config(*config_);
    Target target{output_};
    const auto write = json_ ? write_json : timeline_ ? write_timeline : write_summary;
    const recording::FaultLog faults = write(file_, reading, config, target);
    target.finish();
    return report(faults);
}

arch::ExitCode TraceCommand::encode() const {
    const std::vector<std::uint32_t> words = recording::encode_file(file_);
    Target target{output_};
    target.write(text_ ? lines_of(words) : bytes_of(words));
    target.finish();
    return arch::ExitCode::Done;
}

}  // namespace xdnasim::cli
