#pragma once
// What Ctrl-C and `kill` do: the command ends at once and leaves no unfinished file.

#include <csignal>

namespace xdnasim::cli {

/// The exit code of what a signal has ended is this + its number, as shells have it.
inline constexpr int kBySignal = 128;

/// From now on SIGINT, SIGTERM and SIGHUP end the process with kBySignal + their number, after a
/// line on standard error. One that is ignored, as nohup asks for, stays ignored.
void end_on_interruption();

/// As long as there is one, the first SIGINT only asks for an end, and the second is one. At most
/// one at a time. Without end_on_interruption() it changes nothing.
class RequestedEnd {
 public:
    RequestedEnd();
    ~RequestedEnd();
    RequestedEnd(const RequestedEnd&) = delete;
    RequestedEnd& operator=(const RequestedEnd&) = delete;

    /// Throws base::CalledOff when that is how the end is asked for.
    [[nodiscard]] bool asked_for() const;

 private:
    struct sigaction before_ {};
};

}  // namespace xdnasim::cli
