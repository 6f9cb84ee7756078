#pragma once
// How long a recorded design takes to get going: from the signal that starts the trace units to
// the first words at its core, and to the first call of its kernel.

#include <cstdint>
#include <string>

#include "validation/suite.hpp"

namespace xdnasim::validation {

/// What ends the time.
enum class Start : std::uint8_t {
    Port0,  ///< the first word that the core's first S2MM channel takes: A of a GEMM
    Port1,  ///< the same of its second one: B
    Call,   ///< the first call of the kernel that takes most of the time
};

/// In array cycles, of traced_runs/`problem`.yaml. The command processor signals before all else;
/// a buffer for the words of a trace is set up before that, and does not count.
[[nodiscard]] Simulation simulate_start(const std::string& problem, Start start);

}  // namespace xdnasim::validation
