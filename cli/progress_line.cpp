#include "cli/progress_line.hpp"

#include <cmath>

#include <fmt/format.h>
#include <unistd.h>

#include "base/number_format.hpp"
#include "cli/output.hpp"
#include "cli/redirection.hpp"

namespace xdnasim::cli {
namespace {

constexpr std::chrono::milliseconds kQuiet{1000};
constexpr std::chrono::milliseconds kBetween{200};
constexpr std::chrono::seconds kBeforeForecast{5};

/// Forecast of the remaining seconds. `seconds`: since the beginning. Precondition: `progress.done`
/// is above 0.
double seconds_left(const backends::RunProgress& progress, double seconds) {
    return seconds * (1 - progress.done) / progress.done;
}

}  // namespace

ProgressLine::ProgressLine()
    : terminal_{isatty(STDERR_FILENO) == 1}, silent_{Redirection::current() != nullptr} {}

ProgressLine::~ProgressLine() {
    if (shown_) write_stderr(kClearLine);
}

template <class Text>
void ProgressLine::show(Text text) {
    if (!terminal_ || silent_) return;
    const Clock::time_point now = Clock::now();
    if (now - begin_ < kQuiet || now - last_ < kBetween) return;
    last_ = now;
    shown_ = true;
    const std::chrono::duration<double> seconds = now - begin_;
    write_stderr(std::string{kClearLine} + text(seconds.count()));
}

void ProgressLine::say_once_how_long(const backends::RunProgress& progress) {
    const std::chrono::duration<double> elapsed = Clock::now() - begin_;
    if (forecast_ || elapsed < kBeforeForecast) return;
    forecast_ = true;
    write_stderr(forecast_text(progress, elapsed.count()));
}

void ProgressLine::update(const backends::RunProgress& progress) {
    if (!terminal_ && !silent_) say_once_how_long(progress);
    show([&](double seconds) { return progress_text(progress, seconds); });
}

void ProgressLine::update(const PartProgress& progress) {
    show([&](double seconds) { return progress_text(progress, seconds); });
}

void ProgressLine::update(const StudyProgress& progress) {
    show([&](double seconds) { return progress_text(progress, seconds); });
}

std::string progress_text(const backends::RunProgress& progress, double seconds) {
    constexpr double kMillion = 1e6;
    std::string text =
        fmt::format("{:.0f} %, {:.1f} million cycles a second", 100 * progress.done,
                    static_cast<double>(progress.cycles.count()) / seconds / kMillion);
    if (progress.done > 0) text += fmt::format(", {:.0f} s left", seconds_left(progress, seconds));
    return text;
}

std::string forecast_text(const backends::RunProgress& progress, double seconds) {
    constexpr double kMinute = 60;
    if (progress.done <= 0 || seconds_left(progress, seconds) < kMinute) return {};
    const double minutes = std::round(seconds_left(progress, seconds) / kMinute);
    return fmt::format("xdnasim: about {} to go\n",
                       base::counted(static_cast<std::int64_t>(minutes), "minute"));
}

std::string progress_text(const PartProgress& progress, double seconds) {
    return fmt::format("{}: {} of {}, {:.0f} s", progress.name, progress.done, progress.parts,
                       seconds);
}

std::string progress_text(const StudyProgress& progress, double seconds) {
    std::string text = fmt::format("{} of {} points", progress.done, progress.points);
    if (progress.refused > 0) text += fmt::format(", {} of them refused", progress.refused);
    const double rate = static_cast<double>(progress.now) / seconds;
    if (rate > 0)
        text += fmt::format(", {:.1f} a second, {:.0f} s left", rate,
                            static_cast<double>(progress.points - progress.done) / rate);
    return text;
}

}  // namespace xdnasim::cli
