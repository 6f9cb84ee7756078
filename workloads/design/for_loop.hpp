#pragma once
// What a loop of scf or affine says, in pretty and in generic form.

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
};

/// `loop` is an scf.for or an affine.for. Throws InputError, with the place, for bounds that are
/// neither numbers nor values.
[[nodiscard]] ForLoop read_for(const ir::Text& text, const ir::Operation& loop);

}  // namespace xdnasim::design
