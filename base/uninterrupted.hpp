#pragma once
// Unfinished files and folders: a signal that ends the process removes them first, and cannot
// interrupt steps that belong together.

#include <array>
#include <csignal>
#include <cstdint>
#include <string>

namespace xdnasim::base {

/// What an interrupted run leaves behind, for the message about the interruption.
enum class LeftBehind : std::uint8_t { Nothing, SomeResults, WhatIsDone };

/// Signals that may end the process in the middle of its work.
inline constexpr std::array kInterruptingSignals{SIGINT, SIGTERM, SIGHUP, SIGPIPE};
[[nodiscard]] sigset_t interrupting_signals();

/// Blocks the interrupting signals for this thread, and for processes that it starts, until the end
/// of the scope.
class SignalsHeldBack {
 public:
    SignalsHeldBack();
    ~SignalsHeldBack();
    SignalsHeldBack(const SignalsHeldBack&) = delete;
    SignalsHeldBack& operator=(const SignalsHeldBack&) = delete;

 private:
    sigset_t mask_before_{};
};

/// A scope whose steps cannot be interrupted: an interruption waits for its end, so the scope must
/// be short. Scopes must not nest.
class Uninterrupted {
 public:
    Uninterrupted();
    ~Uninterrupted();
    Uninterrupted(const Uninterrupted&) = delete;
    Uninterrupted& operator=(const Uninterrupted&) = delete;

    // Not static, so that they can only be called in such a scope.

    /// Registers a file, or a folder that is removed if it is empty by then. At most 48 at a time;
    /// register nested folders in one scope, the inner ones first. Throws std::logic_error if there
    /// are too many.
    void remove_when_interrupted(const std::string& file);
    void keep(const std::string& file);  ///< undoes remove_when_interrupted()
    /// From now on, an interruption leaves some results (LeftBehind::SomeResults).
    void results_are_being_written();
    /// From now on, an interruption leaves what is done (LeftBehind::WhatIsDone), until
    /// results_are_being_written() is called.
    void done_is_kept();

 private:
    // Blocks the signals: a handler on this thread would wait for this scope for ever.
    SignalsHeldBack signals_;
};

/// Waits for the end of all Uninterrupted scopes, and removes all unfinished files and folders. For
/// a signal handler that ends the process: no scope can begin afterwards.
[[nodiscard]] LeftBehind remove_what_is_unfinished();

}  // namespace xdnasim::base
