#pragma once
// The errors that reach a user, and the exit code of each.

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>

namespace xdnasim::base {

/// Exit codes of the `xdnasim` command; part of its contract.
enum class ExitCode : int {
    Done = 0,
    CheckFailed = 1,
    BadInput = 2,
    Deadlock = 3,
    Unavailable = 4,
};

struct ExitCodeMeaning {
    ExitCode code;
    std::string_view meaning;
};

/// Every exit code with its meaning, for help texts and documentation.
inline constexpr std::array kExitCodes{
    ExitCodeMeaning{ExitCode::Done, "done; every check that was asked for has passed"},
    ExitCodeMeaning{ExitCode::CheckFailed, "a verification or a tolerance failed"},
    ExitCodeMeaning{ExitCode::BadInput, "the input is at fault: the command line, a file, a size"},
    ExitCodeMeaning{ExitCode::Deadlock,
                    "the schedule cannot make progress, or breaks a rule of the hardware while it "
                    "runs"},
    ExitCodeMeaning{
        ExitCode::Unavailable,
        "what was asked for is not available here: the backend, or something that it needs"},
};

/// Base of all errors of the project: a message for the user and an exit code.
class Error : public std::runtime_error {
 public:
    Error(ExitCode code, const std::string& message) : std::runtime_error{message}, code_{code} {}
    [[nodiscard]] ExitCode code() const noexcept { return code_; }

 private:
    ExitCode code_;
};

/// The input is at fault. The message says where, what is wrong and what is allowed.
class InputError : public Error {
 public:
    explicit InputError(const std::string& message) : Error{ExitCode::BadInput, message} {}
};

/// The schedule cannot make progress. The message says who waits for what, held by whom.
class DeadlockError : public Error {
 public:
    explicit DeadlockError(const std::string& message) : Error{ExitCode::Deadlock, message} {}
};

}  // namespace xdnasim::base
