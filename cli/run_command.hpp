#pragma once
// One command line, from its words to what it ends with.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/place.hpp"

namespace xdnasim::cli {

/// Why a command gave no result.
struct Failure {
    std::string message;                 ///< without the command's name in front
    std::optional<base::Place> place{};  ///< of the input at fault, with which the message begins
};

/// How a command ends that gets no memory.
inline constexpr std::string_view kOutOfMemory =
    "out of memory. Run without --verify, with smaller matrices (gemm.size, transfer.streams), "
    "with fewer samples, iterations, frames or axis values, or on a shorter trace";

struct CommandEnd {
    base::ExitCode code = base::ExitCode::Done;
    std::optional<Failure> failure{};  ///< none: the command has said all that there is to say
};

/// Runs the command line `words`, without the name of the program. Throws nothing but what calls
/// off its work (base/stop_request.hpp).
[[nodiscard]] CommandEnd run_command(const std::vector<std::string>& words);

}  // namespace xdnasim::cli
