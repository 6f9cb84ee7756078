#pragma once
// The parts of an scf.for or affine.for, in pretty and generic form.

#include <cstdint>
#include <string_view>
#include <vector>

#include "workloads/design/ir/fields.hpp"

namespace xdnasim::design {

struct ForLoop {
    std::string_view counter;
    ir::Range begin;  ///< a number or a value, as are `end` and `step`
    ir::Range end;
    ir::Range step;                         ///< empty: the step is 1
    std::vector<std::string_view> carried;  ///< values carried from round to round
    std::vector<std::string_view> initial;  ///< initial values of `carried`
    bool is_unsigned = false;  ///< whether the counter is compared with `end` as unsigned
    int bits = 64;             ///< width of the counter

    /// The value that a bound has in the comparison. In an unsigned loop this is the bound without
    /// a sign, at most 2^63 - 1.
    [[nodiscard]] std::int64_t compared(std::int64_t bound) const;
};

/// Reads a loop. Precondition: `loop` is an scf.for or an affine.for. Throws InputError, with the
/// place, for bounds that are neither numbers nor values.
[[nodiscard]] ForLoop read_for(const ir::Text& text, const ir::Operation& loop);

}  // namespace xdnasim::design
