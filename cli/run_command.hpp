#pragma once
// Execution of one command line, from its words to an exit code and a message.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/place.hpp"

namespace xdnasim::cli {

/// The reason why a command gave no result.
struct Failure {
    std::string message;                 ///< text without "xdnasim: " in front
    std::optional<base::Place> place{};  ///< where the input is at fault; `message` begins with it
};

/// The message of a command that runs out of memory.
inline constexpr std::string_view kOutOfMemory =
    "out of memory. Run without --verify, with smaller matrices (gemm.size, transfer.streams), "
    "with fewer samples, iterations, frames or axis values, or on a shorter trace";

struct CommandEnd {
    base::ExitCode code = base::ExitCode::Done;
    std::optional<Failure> failure{};  ///< nullopt if the command itself has printed everything
};

/// Runs a command line. `words`: its words without the program's name. Throws only base::CalledOff
/// (base/stop_request.hpp).
[[nodiscard]] CommandEnd run_command(const std::vector<std::string>& words);

}  // namespace xdnasim::cli
