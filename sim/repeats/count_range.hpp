#pragma once
// Counters of what is left of something: the bytes of a long BD, the rounds of a loop. How much is
// left changes nothing until the end comes near, so that it is not part of a run's state. Instead,
// while a stretch of a run is recorded, each counter notes the range of values that it could have
// had at the stretch's beginning without changing the stretch.
//
// Example: a BD has 4,096 bytes left. In the stretch, a segment of 64 bytes is planned twice, with
// 4,096 and 4,032 bytes left, and both segments pass. The same happens with any 129 bytes or more;
// with 128 bytes, the second segment would be the last one. The stretch leaves 128 bytes less,
// however many there were.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "arch/units.hpp"

namespace xdnasim::sim {

/// The range of a counter's values at a stretch's beginning that lead to the same stretch.
class CountRange {
 public:
    /// Begins a stretch.
    void begin() { *this = {}; }
    /// Notes that the counter goes down by `count`.
    void take(std::int64_t count) { taken_ += count; }
    /// How much the counter has gone down since the stretch began.
    [[nodiscard]] std::int64_t taken() const { return taken_; }
    /// Notes that the stretch depends on more than `others` being left now.
    void more_than(std::int64_t others) {
        if (!restarted_) least_ = std::max(least_, others + 1 + taken_);
    }
    /// Notes that the stretch depends on no more than `most` being left now.
    void at_most(std::int64_t most) {
        if (!restarted_) most_ = std::min(most_, most + taken_);
    }
    /// Notes that the stretch depends on exactly `left` being left now.
    void exactly(std::int64_t left) {
        more_than(left - 1);
        at_most(left);
    }
    /// Notes that the stretch depends on the lesser of `left`, the counter's value, and `others`.
    void compare(std::int64_t left, std::int64_t others) {
        if (left <= others)
            exactly(left);
        else
            more_than(others);
    }
    /// Whether nothing is left; notes that the stretch depends on that.
    [[nodiscard]] bool ended(std::int64_t left) {
        compare(left, 0);
        return left <= 0;
    }
    /// Notes that the counter is set anew, from `left`: what follows does not depend on its value
    /// at the stretch's beginning.
    void restart(std::int64_t left) {
        exactly(left);
        restarted_ = true;
    }

 private:
    friend class CountsChange;
    std::int64_t taken_ = 0;
    // Bounds on the value at the stretch's beginning.
    std::int64_t least_ = std::numeric_limits<std::int64_t>::min();
    std::int64_t most_ = std::numeric_limits<std::int64_t>::max();
    bool restarted_ = false;
};

/// How long ago something happened, where that only matters once it is reported: a count that
/// grows.
class Elapsed {
 public:
    [[nodiscard]] arch::Cycles since() const { return since_; }
    /// Notes that it happens again, now.
    void restart(arch::Cycles now) {
        note(now);
        range_.restart(count_);
        since_ = now;
        count_ = 0;
    }

 private:
    friend class StateVisitor;
    /// Brings the count up to `now`.
    void note(arch::Cycles now) {
        const std::int64_t elapsed = (now - since_).count();
        range_.take(count_ - elapsed);
        count_ = elapsed;
    }
    arch::Cycles since_{0};
    std::int64_t count_ = 0;  ///< cycles since `since_`, when last noted
    CountRange range_;
};

/// A counter as a state shows it.
struct Count {
    std::int64_t left;
    CountRange* range;  ///< also tells which counter this is
};

/// What a stretch requires of the counts in the state that it begins in, and how it changes them.
class CountsChange {
 public:
    /// `before`, `after`: the counts in the states at the stretch's beginning and end, with the
    /// ranges as they are at the end.
    CountsChange(const std::vector<Count>& before, const std::vector<Count>& after);

    /// Whether the stretch would come in the same way with `counts`.
    [[nodiscard]] bool agrees(const std::vector<std::int64_t>& counts) const;
    /// Changes `counts` as the stretch does, `times` times in a row. Preconditions: agrees(counts);
    /// for more than once, the stretch leads from a state to itself, and times(counts) >= `times`.
    void take(std::vector<std::int64_t>& counts, std::int64_t times = 1) const;
    /// This change, then `next`. Precondition: the two stretches have come in this order.
    [[nodiscard]] CountsChange then(const CountsChange& next) const;
    /// How often the stretch can come in a row; 0 if nothing is counted down, so that nothing
    /// bounds that. Preconditions: it leads from a state to itself, and has just come.
    [[nodiscard]] std::int64_t times(const std::vector<std::int64_t>& counts) const;
    /// Whether the stretch counts something down, so that it can come only so many times.
    [[nodiscard]] bool counts_down() const;
    /// Memory in use, in bytes.
    [[nodiscard]] std::size_t memory() const;

 private:
    /// A bound on a count.
    struct Need {
        std::size_t count;  ///< index
        std::int64_t least;
        std::int64_t most;
    };
    /// A count at the stretch's end.
    struct Result {
        std::size_t of = kNew;  ///< index of the same count at the beginning; kNew: there is none
        std::int64_t value;     ///< what is added to that count; of a new one, its value
    };
    static constexpr std::size_t kNew = std::numeric_limits<std::size_t>::max();

    CountsChange() = default;

    std::vector<Need> needs_;
    std::vector<Result> results_;
};

}  // namespace xdnasim::sim
