#pragma once
// Files and folders that are unfinished: a signal that ends the process removes them first, and
// comes between no steps that belong together.

#include <array>
#include <csignal>
#include <cstdint>
#include <string>

namespace xdnasim::base {

/// What an interruption leaves, for the message about it.
enum class LeftBehind : std::uint8_t { Nothing, SomeResults, WhatIsDone };

/// Those that may end the process in the midst of its work.
inline constexpr std::array kInterruptingSignals{SIGINT, SIGTERM, SIGHUP};
[[nodiscard]] sigset_t interrupting_signals();

/// As long as there is one, none of them comes to this thread, nor to processes that it starts.
class SignalsHeldBack {
 public:
    SignalsHeldBack();
    ~SignalsHeldBack();
    SignalsHeldBack(const SignalsHeldBack&) = delete;
    SignalsHeldBack& operator=(const SignalsHeldBack&) = delete;

 private:
    sigset_t mask_before_{};
};

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
    /// An interruption leaves more than nothing from now on.
    void results_are_being_written();
    /// From now on it leaves what is done, until results are written.
    void done_is_kept();

 private:
    // A handler on this very thread would wait for this scope for ever.
    SignalsHeldBack signals_;
};

/// For a signal handler that ends the process: waits for the end of all Uninterrupted scopes, and
/// removes what is unfinished. No scope begins after that.
[[nodiscard]] LeftBehind remove_what_is_unfinished();

}  // namespace xdnasim::base
