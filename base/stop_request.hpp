#pragma once
// Work that may be called off: whoever calls this project as a library, and not as the command that
// a signal ends, says when.

#include <functional>

namespace xdnasim::base {

/// Thrown when work is called off. No std::exception: nothing on the way makes a message of it.
struct CalledOff {};

/// As long as there is one, the work of this thread asks it whether to go on. They nest.
class MayGoOn {
 public:
    /// `ask` is called often, and may not throw.
    explicit MayGoOn(std::function<bool()> ask);
    MayGoOn(const MayGoOn&) = delete;
    MayGoOn& operator=(const MayGoOn&) = delete;
    ~MayGoOn();

    [[nodiscard]] bool ask() const { return ask_(); }

 private:
    std::function<bool()> ask_;
    const MayGoOn* outer_;
};

/// Called by all that takes long, many times a second. Throws CalledOff.
void stop_if_called_off();

/// Milliseconds that whoever waits for another process may take until the next call of that.
inline constexpr int kBetweenQuestions = 100;

/// For a process that was just forked: nobody calls off its work.
void forget_calling_off();

}  // namespace xdnasim::base
