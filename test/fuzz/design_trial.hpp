#pragma once
// Any text as a design of mlir-aie.

#include <cstddef>
#include <string>
#include <string_view>

namespace xdnasim::fuzz {

inline constexpr std::size_t kMaxDesign = 64 * 1024;

/// Reads the text for an npu1, with kernels of given cycles, and validates what it becomes; the
/// message of the InputError that refuses it, "" when it is taken.
[[nodiscard]] std::string refusal_of_design(std::string_view text);

/// Reads it, routes it, and runs it for some thousand events; the message of the base::Error that
/// ends this, "" when the run comes to its end.
[[nodiscard]] std::string failure_of_design(std::string_view text);

}  // namespace xdnasim::fuzz
