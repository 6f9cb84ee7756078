#pragma once
// Any bytes as a problem file or as a device file: loaded, mapped and validated, or refused.

#include <optional>
#include <string>
#include <string_view>

namespace xdnasim::fuzz {

/// Longer inputs find nothing that shorter ones do not, and take longer.
inline constexpr std::size_t kMaxInput = 16'384;

/// The message that the problem file is refused with; nullopt: it is a problem that maps.
/// Anything else than an base::Error is passed on.
[[nodiscard]] std::optional<std::string> refusal_of_problem(std::string_view text);

/// The message that the device file is refused with; nullopt: a small GEMM maps to its device.
[[nodiscard]] std::optional<std::string> refusal_of_device(std::string_view text);

}  // namespace xdnasim::fuzz
