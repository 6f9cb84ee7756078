#pragma once
// A line on standard error that says how far a long run is, when that is a terminal.

#include <chrono>
#include <string>

#include "xdnasim/backends/backend.hpp"

namespace xdnasim::cli {

class ProgressLine {
 public:
    ProgressLine();
    ~ProgressLine();  ///< clears the line
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// Shows nothing in the first second, then the newest figures a few times a second.
    void update(const backends::RunProgress& progress);

 private:
    using Clock = std::chrono::steady_clock;

    bool terminal_;
    bool shown_ = false;
    Clock::time_point begin_ = Clock::now();
    Clock::time_point last_ = begin_;
};

/// "43 %, 0.7 million cycles a second, 6 s left"
[[nodiscard]] std::string progress_text(const backends::RunProgress& progress, double seconds);

}  // namespace xdnasim::cli
