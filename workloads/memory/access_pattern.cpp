#include <algorithm>
#include <variant>

#include "workloads/memory/access_cost.hpp"

namespace xdnasim::memory {

using arch::Bytes;

AccessPattern access_pattern(const schedule::Bd& bd, Bytes offset) {
    AccessPattern pattern;
    pattern.buffer = std::get<schedule::HostBufferRef>(bd.buffer).index;
    pattern.offset = offset;
    pattern.run = bd.length;
    if (bd.dimensions.empty()) return pattern;

    auto dimension = bd.dimensions.begin();
    const auto end = bd.dimensions.end();
    const auto skip_single = [&] {
        while (dimension != end && dimension->size == 1)
            ++dimension;
    };
    pattern.run = arch::kWord;
    for (skip_single(); dimension != end && dimension->stride == pattern.run; skip_single()) {
        pattern.run = pattern.run * dimension->size;
        ++dimension;
    }
    pattern.run = std::min(pattern.run, bd.length);
    if (pattern.run == bd.length || dimension == end) return pattern;

    pattern.stride = dimension->stride;
    pattern.rows = dimension->size;
    ++dimension;
    for (skip_single(); dimension != end && dimension->stride == pattern.stride * pattern.rows;
         skip_single()) {
        pattern.rows *= dimension->size;
        ++dimension;
    }
    // The outermost dimension continues until the length is used up.
    pattern.rows = std::min(pattern.rows, bd.length / pattern.run);
    pattern.along_rows = dimension != end ? dimension->stride == pattern.run
                                          : bd.iteration && bd.iteration->stride == pattern.run;
    return pattern;
}

}  // namespace xdnasim::memory
