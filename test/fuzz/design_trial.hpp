#pragma once
// Trials of arbitrary texts as designs of mlir-aie.

#include <cstddef>
#include <string>
#include <string_view>

namespace xdnasim::fuzz {

/// Maximum number of bytes of a text that is tried.
inline constexpr std::size_t kMaxDesign = 64 * 1024;

/// Reads the text as a design for npu1 with kernels of fixed cycles, and validates the schedule.
/// Returns the message of the InputError that refuses the text; empty if it is accepted.
[[nodiscard]] std::string refusal_of_design(std::string_view text);

/// Reads and routes the text as a design, and runs it for at most some thousand events. Returns the
/// message of the base::Error that this throws; empty if the run finishes or reaches that limit.
[[nodiscard]] std::string failure_of_design(std::string_view text);

}  // namespace xdnasim::fuzz
