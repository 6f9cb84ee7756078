#include "cli/simulate/timeline_output.hpp"

#include <cstdint>
#include <string_view>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/node.hpp"
#include "base/number_format.hpp"
#include "cli/options/option_values.hpp"
#include "cli/text_layout.hpp"

namespace xdnasim::cli {
namespace {

using base::grouped;

using arch::Cycles;

constexpr std::int64_t kMebibyte = 1024 * 1024;
/// About the largest file that viewers can open.
constexpr arch::Bytes kMaxFile{1024 * kMebibyte};
constexpr int kMinLines = 10;
constexpr int kMaxLines = 10'000;

Cycles cycle_of(const char* option, const std::string& text, std::int64_t min) {
    return Cycles{base::option_value(option, text).as_int(min, arch::kMostCycles.count())};
}

}  // namespace

void TimelineOptions::add_to(CLI::App& command) {
    CLI::Option* const timeline =
        command
            .add_option("--timeline", target_,
                        "Write when each tile did what, for ui.perfetto.dev; - shows it as text")
            ->type_name("FILE")
            ->check(of_kind(ValueKind::FileOrStdout));
    command.add_option("--timeline-from", from_, "First cycle of the timeline")
        ->type_name("CYCLE")
        ->capture_default_str()
        ->needs(timeline);
    command
        .add_option("--timeline-to", to_,
                    "Cycle before which the timeline ends (default: the end of the run)")
        ->type_name("CYCLE")
        ->needs(timeline);
    lines_option_ =
        command.add_option("--timeline-lines", lines_, "Maximum number of lines of the text")
            ->type_name("N")
            ->capture_default_str()
            ->needs(timeline);
}

timeline::Window TimelineOptions::window() const {
    timeline::Window window{.from = cycle_of("--timeline-from", from_, 0)};
    if (to_) window.to = cycle_of("--timeline-to", *to_, 1);
    if (window.from < window.to) return window;
    throw base::InputError{
        fmt::format("--timeline-to: {} is not after --timeline-from, {}", *to_, from_)};
}

int TimelineOptions::lines() const {
    return static_cast<int>(
        base::option_value("--timeline-lines", lines_).as_int(kMinLines, kMaxLines));
}

void TimelineOptions::require_text_for_lines() const {
    if (lines_option_->count() > 0 && !is_text())
        throw base::InputError{"--timeline-lines applies only to text, which --timeline - shows"};
}

TimelineOutput::TimelineOutput(const TimelineOptions& options, const arch::Device& device)
    : options_{options} {
    options.require_text_for_lines();
    if (options.is_text()) {
        reader_.emplace(device, options.window(), text_.emplace(options.window()));
        return;
    }
    file_.emplace(options.file());
    trace_.emplace(device, kMaxFile, [this](std::string_view piece) { file_->write(piece); });
    reader_.emplace(device, options.window(), *trace_);
}

std::string TimelineOutput::finish(Cycles end, int width) {
    if (end == Cycles{0})
        throw base::InputError{"--timeline: the run takes 0 cycles, so there is nothing to draw"};
    if (options_.window().from >= end)
        throw base::InputError{
            fmt::format("--timeline-from: the run ends after {}; allowed: 0 to {}",
                        base::counted(end.count(), "cycle"), end.count() - 1)};
    if (!text_) return finish_file(end);
    return "\n" + text_->text(end, {.lines = options_.lines(), .width = width});
}

std::string TimelineOutput::finish_file(Cycles end) {
    trace_->finish(end);
    file_->finish();
    std::string text =
        fmt::format("{} in '{}'", base::counted(trace_->spans(), "span"), options_.file());
    if (const auto& cut = trace_->cut())
        text += fmt::format(
            "; {} left out, because the file reached {} MiB. It is complete up to cycle {}. Choose "
            "another part with --timeline-from and --timeline-to",
            base::counted(cut->spans, "more span"), kMaxFile.count() / kMebibyte,
            grouped(cut->complete_to.count()));
    return labelled("timeline", text);
}

}  // namespace xdnasim::cli
