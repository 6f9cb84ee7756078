#include "workloads/schedule/bd_walk.hpp"

#include "base/saturating.hpp"

namespace xdnasim::schedule {

namespace {

using arch::Bytes;
using arch::kWord;

bool has_padding(const Padding& padding) {
    return padding.before != 0 || padding.after != 0;
}

/// Number of steps of dimension `index`, including the zeros around them.
std::int64_t padded_size(const Bd& bd, std::size_t index) {
    std::int64_t size = bd.dimensions[index].size;
    if (index < bd.padding.size()) {
        size = base::saturating_add(size, bd.padding[index].before);
        size = base::saturating_add(size, bd.padding[index].after);
    }
    return size;
}

}  // namespace

bool has_padding(const Bd& bd) {
    for (const Padding& padding : bd.padding) {
        if (has_padding(padding)) return true;
    }
    return false;
}

std::int64_t words_of(const Bd& bd, std::size_t count) {
    std::int64_t words = 1;
    for (std::size_t i = 0; i < count; ++i)
        words = base::saturating_multiply(words, padded_size(bd, i));
    return words;
}

bool outermost_is_open(const Bd& bd) {
    const std::size_t dimensions = bd.dimensions.size();
    return bd.padding.size() < dimensions || !has_padding(bd.padding[dimensions - 1]);
}

std::int64_t steps_of(const Bd& bd, std::size_t index) {
    const bool outermost = index + 1 == bd.dimensions.size();
    if (!outermost || !outermost_is_open(bd)) return bd.dimensions[index].size;
    const std::int64_t inner = words_of(bd, index);
    return inner > 0 ? bd.length / kWord / inner : 0;
}

Bytes extent_of(const Bd& bd) {
    const auto reach = [](std::int64_t steps, Bytes stride) {
        return base::saturating_multiply(steps - 1, stride.count());
    };
    std::int64_t extent = bd.dimensions.empty() ? bd.length.count() : kWord.count();
    for (std::size_t i = 0; i < bd.dimensions.size(); ++i) {
        const std::int64_t steps = steps_of(bd, i);
        const Bytes stride = bd.dimensions[i].stride;
        if (steps < 1 || (steps > 1 && stride < kWord)) return {};
        extent = base::saturating_add(extent, reach(steps, stride));
    }
    if (bd.iteration && bd.iteration->size > 1) {
        if (bd.iteration->stride < kWord) return {};
        extent = base::saturating_add(extent, reach(bd.iteration->size, bd.iteration->stride));
    }
    return extent > 0 ? Bytes{extent} : Bytes{};
}

}  // namespace xdnasim::schedule
