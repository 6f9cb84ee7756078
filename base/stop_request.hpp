#pragma once
// Cancellation of work, for programs that use this project as a library. (A signal ends the
// command.)

#include <functional>

namespace xdnasim::base {

/// Thrown when work is called off. Not a std::exception, so that no handler on the way turns it
/// into a message.
struct CalledOff {};

/// While an object of this class exists, the work of its thread asks it whether to continue.
/// Objects may nest; the innermost one is asked.
class MayGoOn {
 public:
    /// `ask`: returns false to call off the work. It is called often and must not throw.
    explicit MayGoOn(std::function<bool()> ask);
    MayGoOn(const MayGoOn&) = delete;
    MayGoOn& operator=(const MayGoOn&) = delete;
    ~MayGoOn();

    [[nodiscard]] bool ask() const { return ask_(); }

 private:
    std::function<bool()> ask_;
    const MayGoOn* outer_;
};

/// Throws CalledOff if the work of this thread has been called off. Long-running code calls it many
/// times a second.
void stop_if_called_off();

/// Longest time in milliseconds between two calls of stop_if_called_off() while waiting for another
/// process.
inline constexpr int kBetweenQuestions = 100;

/// Makes the work of a process that was just forked independent of the MayGoOn of its parent.
void forget_calling_off();

}  // namespace xdnasim::base
