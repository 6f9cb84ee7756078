#pragma once
// SemiAffine values of the runtime sequence, before they are trusted.

#include <cstdint>
#include <span>

#include "workloads/schedule/inspection.hpp"

namespace xdnasim::schedule {

/// Can `value` be computed for every index of the loops around it, which run `counts`
/// times? Reports what stands in the way: loops that are not there, divisions by zero,
/// numbers that overflow.
[[nodiscard]] bool check_affine(const Reporter& report, std::string_view name,
                                const SemiAffine& value, std::span<const std::int64_t> counts);

}  // namespace xdnasim::schedule
