#pragma once
// What Ctrl-C and `kill` do: the command ends at once and leaves no unfinished file.

#include <csignal>
#include <string>

namespace xdnasim::cli {

/// The exit code of what a signal has ended is this + its number, as shells have it.
inline constexpr int kBySignal = 128;

/// From now on SIGINT, SIGTERM and SIGHUP end the process with kBySignal + their number, after a
/// line on standard error. One that is ignored, as nohup asks for, stays ignored.
void end_on_interruption();

/// Steps that no interruption comes between: it waits for the end of the scope, which
/// must be near. Scopes do not nest.
class Uninterrupted {
 public:
    Uninterrupted();
    ~Uninterrupted();
    Uninterrupted(const Uninterrupted&) = delete;
    Uninterrupted& operator=(const Uninterrupted&) = delete;

    // Not static: only to be called in such a scope.
    /// A file, or a folder: it goes when nothing is left in it. A few at a time; of folders that
    /// lie in each other the inner ones first, in one scope.
    void remove_when_interrupted(const std::string& file);
    void keep(const std::string& file);  ///< that was to be removed
    /// The message of an interruption no longer says that nothing was written.
    void results_are_being_written();
    /// From now on it says that what is done is kept, until results are written.
    void done_is_kept();

 private:
    sigset_t mask_before_{};
};

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
