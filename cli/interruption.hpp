#pragma once
// The effect of Ctrl-C, of `kill`, and of output that nobody reads: the command ends at once and
// leaves no unfinished file.

#include <csignal>

namespace xdnasim::cli {

/// Offset of exit codes: the exit code of a process that a signal ended is this value plus the
/// signal's number, as in shells.
inline constexpr int kBySignal = 128;

/// Installs handlers with which SIGINT, SIGTERM and SIGHUP print a line to standard error and end
/// the process with the exit code kBySignal + their number. SIGPIPE ends the process by itself,
/// without a line. All handlers first remove what is unfinished. A signal that is ignored, as under
/// nohup, stays ignored.
void end_on_interruption();

/// While an object of this class exists, the first SIGINT only sets asked_for(), and the second one
/// ends the process. At most one object may exist at a time. It has no effect unless
/// end_on_interruption() was called before.
class RequestedEnd {
 public:
    RequestedEnd();
    ~RequestedEnd();
    RequestedEnd(const RequestedEnd&) = delete;
    RequestedEnd& operator=(const RequestedEnd&) = delete;

    /// Whether a SIGINT has arrived. Throws base::CalledOff if the work was called off by a caller
    /// of the library (base/stop_request.hpp).
    [[nodiscard]] bool asked_for() const;

 private:
    struct sigaction before_ {};
};

}  // namespace xdnasim::cli
