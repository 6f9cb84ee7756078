#pragma once
// A line on standard error that says how far a long run is, when that is a terminal.

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include "backends/backend.hpp"

namespace xdnasim::cli {

/// What takes a line back from a terminal.
inline constexpr std::string_view kClearLine = "\r\x1b[K";

/// Of a task that is done part by part.
struct PartProgress {
    std::string_view name;  ///< of the task
    std::size_t done = 0;   ///< parts
    std::size_t parts = 0;
};

/// Of a study.
struct StudyProgress {
    std::size_t done = 0;
    std::size_t refused = 0;  ///< of those done
    std::size_t points = 0;
    std::size_t now = 0;  ///< done since the beginning of this run
};

class ProgressLine {
 public:
    ProgressLine();
    ~ProgressLine();  ///< clears the line
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// On a terminal shows nothing in the first second, then the newest figures a few times a
    /// second. Elsewhere it says once that a run is going to take long.
    void update(const backends::RunProgress& progress);
    void update(const PartProgress& progress);
    void update(const StudyProgress& progress);

 private:
    using Clock = std::chrono::steady_clock;

    /// `text` makes a line of the seconds since the begin.
    template <class Text>
    void show(Text text);
    void say_once_how_long(const backends::RunProgress& progress);

    bool terminal_;
    bool silent_;  ///< a program has called, and nobody sees a line
    bool shown_ = false;
    bool forecast_ = false;  ///< it has been said how long the run takes
    Clock::time_point begin_ = Clock::now();
    Clock::time_point last_ = begin_;
};

/// "43 %, 0.7 million cycles a second, 6 s left"
[[nodiscard]] std::string progress_text(const backends::RunProgress& progress, double seconds);
/// "xdnasim: about 25 minutes to go"; empty where it is less than one, or not known yet.
[[nodiscard]] std::string forecast_text(const backends::RunProgress& progress, double seconds);
/// "transfers: 12 of 130, 34 s"
[[nodiscard]] std::string progress_text(const PartProgress& progress, double seconds);

/// "120 of 1000 points, 3 of them refused, 10.0 a second, 88 s left"
[[nodiscard]] std::string progress_text(const StudyProgress& progress, double seconds);

}  // namespace xdnasim::cli
