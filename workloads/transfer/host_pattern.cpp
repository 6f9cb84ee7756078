#include <algorithm>
#include <utility>

#include "workloads/transfer/transfer_parts.hpp"

namespace xdnasim::transfer {

using arch::Bytes;
using arch::kWord;
using schedule::Dimension;

namespace {

using Nest = std::vector<Dimension>;  ///< innermost first

/// Bytes from a tile to the tile below it.
Bytes step_down(const MatrixStream& matrix) {
    return matrix.row * matrix.runs;
}

/// Bytes from a tile to the tile beside it.
Bytes step_along(const MatrixStream& matrix) {
    return matrix.run;
}

/// The largest divisor of `size` that is at most `max`.
std::int64_t largest_divisor(std::int64_t size, std::int64_t max) {
    std::int64_t largest = 1;
    for (std::int64_t small = 1; small * small <= size; ++small) {
        if (size % small != 0) continue;
        for (const std::int64_t divisor : {small, size / small})
            if (divisor <= max) largest = std::max(largest, divisor);
    }
    return largest;
}

/// Merges each loop that continues where its inner loop ends with that loop.
Nest merged(const Nest& loops) {
    Nest nest;
    for (const Dimension& loop : loops) {
        if (loop.size == 1) continue;
        if (!nest.empty() && loop.stride == nest.back().stride * nest.back().size)
            nest.back().size *= loop.size;
        else
            nest.push_back(loop);
    }
    return nest;
}

/// The loop over the tiles of a strip, and the loop over the strips of a column's share.
std::pair<Dimension, Dimension> tiles_and_strips(const MatrixStream& matrix, int columns) {
    const std::int64_t beside = matrix.row / matrix.run;
    const std::int64_t below = matrix.rows / matrix.runs;
    const Bytes along = step_along(matrix);
    const Bytes down = step_down(matrix);
    switch (matrix.walk) {
        case Walk::Along:
            return {{beside, along}, {below / columns, down * std::int64_t{columns}}};
        case Walk::Across:
            return {{below, down}, {beside / columns, along * std::int64_t{columns}}};
        case Walk::Bands:
            break;
    }
    return {{below / columns, down}, {beside, along}};
}

Nest loops_of_share(const MatrixStream& matrix, int columns) {
    const Dimension word{matrix.run / kWord, kWord};
    const Dimension run{matrix.runs, matrix.row};
    const auto [tiles, strips] = tiles_and_strips(matrix, columns);
    return merged({word, run, tiles, strips});
}

/// The loops of a nest that are not assigned yet; loops that are too long for a register are split.
class LoopsLeft {
 public:
    explicit LoopsLeft(Nest nest) : nest_{std::move(nest)} {}

    [[nodiscard]] bool empty() const { return next_ == nest_.size(); }
    [[nodiscard]] bool one() const { return next_ + 1 == nest_.size(); }
    [[nodiscard]] const Dimension& innermost() const { return nest_[next_]; }

    /// Takes as much of the innermost loop as `max` steps allow.
    Dimension take(std::int64_t max) {
        Dimension& loop = nest_[next_];
        const Dimension taken{largest_divisor(loop.size, max), loop.stride};
        if (taken.size == loop.size)
            ++next_;
        else
            loop = {loop.size / taken.size, loop.stride * taken.size};
        return taken;
    }

    [[nodiscard]] Nest rest() const {
        return {nest_.begin() + static_cast<std::ptrdiff_t>(next_), nest_.end()};
    }

 private:
    Nest nest_;
    std::size_t next_ = 0;
};

/// Takes the dimensions of a BD. The outermost has no wrap register: it ends with the BD's length.
Nest take_dimensions(LoopsLeft& loops, const arch::BdLimits& limits) {
    const std::int64_t max_steps = limits.max_wrap();
    std::int64_t words_left = limits.max_length() / kWord;
    Nest dimensions;
    bool open = false;
    while (!loops.empty() && !open && static_cast<int>(dimensions.size()) < limits.dimensions &&
           loops.innermost().stride <= limits.max_step()) {
        const bool last = static_cast<int>(dimensions.size()) + 1 == limits.dimensions;
        const std::int64_t wrap = std::min(max_steps, words_left);
        open = last || loops.one() || largest_divisor(loops.innermost().size, wrap) == 1;
        const Dimension dimension = loops.take(open ? words_left : wrap);
        words_left /= dimension.size;
        dimensions.push_back(dimension);
    }
    return dimensions;
}

schedule::Iteration take_iteration(LoopsLeft& loops, const arch::DmaModel& dma) {
    if (loops.empty() || loops.innermost().stride > dma.bd.max_iteration_step()) return {};
    const Dimension loop = loops.take(dma.max_iterations_of_a_task());
    if (loop.size == 1) return {};
    return {static_cast<int>(loop.size), loop.stride};
}

}  // namespace

std::int64_t HostPattern::tasks() const {
    std::int64_t count = 1;
    for (const Dimension& loop : task_loops)
        count *= loop.size;
    return count;
}

schedule::SemiAffine HostPattern::offset(Bytes start, std::int64_t first_task) const {
    schedule::SemiAffine offset{start.count(), {}};
    std::int64_t tasks_inside = 1;
    for (const Dimension& loop : task_loops) {
        offset.terms.push_back({.loop = 0,
                                .stride = loop.stride.count(),
                                .divisor = tasks_inside,
                                .modulus = loop.size,
                                .shift = first_task});
        tasks_inside *= loop.size;
    }
    return offset;
}

HostPattern host_pattern(const MatrixStream& matrix, int columns, const arch::DmaModel& dma) {
    LoopsLeft loops{loops_of_share(matrix, columns)};
    HostPattern pattern;
    pattern.dimensions = take_dimensions(loops, dma.bd);
    pattern.length = kWord;
    for (const Dimension& dimension : pattern.dimensions)
        pattern.length = pattern.length * dimension.size;
    pattern.iteration = take_iteration(loops, dma);
    pattern.task_loops = loops.rest();
    return pattern;
}

Bytes start_of_share(const MatrixStream& matrix, int column, int columns) {
    const std::int64_t number = column;
    switch (matrix.walk) {
        case Walk::Along:
            return step_down(matrix) * number;
        case Walk::Across:
            return step_along(matrix) * number;
        case Walk::Bands:
            break;
    }
    return step_down(matrix) * (matrix.rows / matrix.runs / columns * number);
}

}  // namespace xdnasim::transfer
