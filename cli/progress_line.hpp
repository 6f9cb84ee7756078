#pragma once
// The progress of a long run: a line on standard error, if that is a terminal.

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include "backends/backend.hpp"

namespace xdnasim::cli {

/// Control characters that erase the current line of a terminal.
inline constexpr std::string_view kClearLine = "\r\x1b[K";

/// Progress of a task that consists of parts.
struct PartProgress {
    std::string_view name;  ///< the task's name
    std::size_t done = 0;   ///< number of parts that are done
    std::size_t parts = 0;  ///< number of all parts
};

/// Progress of a study.
struct StudyProgress {
    std::size_t done = 0;     ///< number of points that are done
    std::size_t refused = 0;  ///< how many of the points in `done` cannot run
    std::size_t points = 0;   ///< number of all points
    std::size_t now = 0;      ///< how many of the points in `done` were done by this run
};

class ProgressLine {
 public:
    ProgressLine();
    ~ProgressLine();  ///< clears the line
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// Shows the newest figures. On a terminal, nothing appears in the first second, then the line
    /// is redrawn at most five times a second. Elsewhere a RunProgress prints forecast_text() once,
    /// five seconds after the beginning, and the other kinds print nothing.
    void update(const backends::RunProgress& progress);
    void update(const PartProgress& progress);
    void update(const StudyProgress& progress);

 private:
    using Clock = std::chrono::steady_clock;

    /// `text`: function from the seconds since `begin_` to the line.
    template <class Text>
    void show(Text text);
    void say_once_how_long(const backends::RunProgress& progress);

    bool terminal_;
    bool silent_;  ///< output is redirected to a calling program, so no line is written
    bool shown_ = false;
    bool forecast_ = false;  ///< the forecast of the run's duration has been printed
    Clock::time_point begin_ = Clock::now();
    Clock::time_point last_ = begin_;
};

/// "43 %, 0.7 million cycles a second, 6 s left". `seconds`: since the beginning.
[[nodiscard]] std::string progress_text(const backends::RunProgress& progress, double seconds);
/// "xdnasim: about 25 minutes to go" and a newline; empty if less than a minute is left, or if the
/// time is not known yet.
[[nodiscard]] std::string forecast_text(const backends::RunProgress& progress, double seconds);
/// "transfers: 12 of 130, 34 s"
[[nodiscard]] std::string progress_text(const PartProgress& progress, double seconds);

/// "120 of 1000 points, 3 of them refused, 10.0 a second, 88 s left"
[[nodiscard]] std::string progress_text(const StudyProgress& progress, double seconds);

}  // namespace xdnasim::cli
