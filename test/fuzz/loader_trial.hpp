#pragma once
// Trials of arbitrary bytes as problem files and device files, which must be loaded, mapped and
// validated, or refused.

#include <optional>
#include <string>
#include <string_view>

namespace xdnasim::fuzz {

/// Maximum number of bytes. Longer inputs find no further errors and take longer.
inline constexpr std::size_t kMaxInput = 16'384;

/// Returns the message of the base::Error that refuses the problem file; nullopt if the problem can
/// be mapped. Exceptions other than base::Error are passed on.
[[nodiscard]] std::optional<std::string> refusal_of_problem(std::string_view text);

/// Returns the message of the base::Error that refuses the device file; nullopt if a small GEMM can
/// be mapped to the device. Exceptions other than base::Error are passed on.
[[nodiscard]] std::optional<std::string> refusal_of_device(std::string_view text);

}  // namespace xdnasim::fuzz
