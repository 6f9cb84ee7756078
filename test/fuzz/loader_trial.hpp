#pragma once
// Trials of arbitrary bytes as problem files and device files: they are loaded, mapped and
// validated, or refused.

#include <optional>
#include <string>
#include <string_view>

namespace xdnasim::fuzz {

/// Maximum number of bytes. Longer inputs find no further errors and take longer.
inline constexpr std::size_t kMaxInput = 16'384;

/// The message with which the problem file is refused; nullopt if it is a problem that can be
/// mapped. Exceptions other than base::Error are passed on.
[[nodiscard]] std::optional<std::string> refusal_of_problem(std::string_view text);

/// The message with which the device file is refused; nullopt if a small GEMM can be mapped to the
/// device.
[[nodiscard]] std::optional<std::string> refusal_of_device(std::string_view text);

}  // namespace xdnasim::fuzz
