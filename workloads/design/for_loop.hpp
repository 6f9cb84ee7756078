#pragma once
// What a loop of scf or affine says, in pretty and in generic form.

#include <cstdint>
#include <string_view>
#include <vector>

#include "workloads/design/ir/fields.hpp"

namespace xdnasim::design {

struct ForLoop {
    std::string_view counter;
    ir::Range begin;  ///< a number or a value, as the two behind it
    ir::Range end;
    ir::Range step;                         ///< empty: 1
    std::vector<std::string_view> carried;  ///< from round to round
    std::vector<std::string_view> initial;  ///< of `carried`
    bool is_unsigned = false;               ///< how it compares its counter with `end`
    int bits = 64;                          ///< of its counter

    /// What a bound counts as: without a sign where the loop compares so, which from 2^63 on is the
    /// largest number.
    [[nodiscard]] std::int64_t compared(std::int64_t bound) const;
};

/// `loop` is an scf.for or an affine.for. Throws InputError, with the place, for bounds that are
/// neither numbers nor values.
[[nodiscard]] ForLoop read_for(const ir::Text& text, const ir::Operation& loop);

}  // namespace xdnasim::design
