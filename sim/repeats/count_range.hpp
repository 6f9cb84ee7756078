#pragma once
// What is left of something that is counted down: the bytes of a long BD, the rounds of a loop. How
// much that is changes nothing before it comes near its end, so that it is none of the state of a
// run. Each counter notes instead, while a stretch of a run is recorded, how much might have been
// left when the stretch began for all to come as it came.
//
// Example: a BD has 4,096 bytes left. In the stretch, segments of 64 bytes are planned twice, when
// 4,096 and 4,032 are left, and both pass. The same comes with any 129 bytes or more: of 128, the
// second segment would be the last. What is left is 128 less, whatever it was.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "arch/units.hpp"

namespace xdnasim::sim {

class CountRange {
 public:
    /// A stretch begins.
    void begin() { *this = {}; }
    void take(std::int64_t count) { taken_ += count; }
    /// Since the stretch began.
    [[nodiscard]] std::int64_t taken() const { return taken_; }
    /// It mattered only that more than `others` are left now.
    void more_than(std::int64_t others) {
        if (!restarted_) least_ = std::max(least_, others + 1 + taken_);
    }
    /// No more than `most` may be left now.
    void at_most(std::int64_t most) {
        if (!restarted_) most_ = std::min(most_, most + taken_);
    }
    /// It mattered that exactly `left` are left now.
    void exactly(std::int64_t left) {
        more_than(left - 1);
        at_most(left);
    }
    /// The lesser of `left` and `others` is asked for.
    void compare(std::int64_t left, std::int64_t others) {
        if (left <= others)
            exactly(left);
        else
            more_than(others);
    }
    /// Is nothing left?
    [[nodiscard]] bool ended(std::int64_t left) {
        compare(left, 0);
        return left <= 0;
    }
    /// It is set anew, with `left` before: what comes now depends on that no more.
    void restart(std::int64_t left) {
        exactly(left);
        restarted_ = true;
    }

 private:
    friend class CountsChange;
    std::int64_t taken_ = 0;
    // Of what was left at the beginning.
    std::int64_t least_ = std::numeric_limits<std::int64_t>::min();
    std::int64_t most_ = std::numeric_limits<std::int64_t>::max();
    bool restarted_ = false;
};

/// How long ago something was, which matters only when it comes to be told: a count that grows.
class Elapsed {
 public:
    [[nodiscard]] arch::Cycles since() const { return since_; }
    /// It is, now, and is again.
    void restart(arch::Cycles now) {
        note(now);
        range_.restart(count_);
        since_ = now;
        count_ = 0;
    }

 private:
    friend class StateVisitor;
    void note(arch::Cycles now) {
        const std::int64_t elapsed = (now - since_).count();
        range_.take(count_ - elapsed);
        count_ = elapsed;
    }
    arch::Cycles since_{0};
    std::int64_t count_ = 0;  ///< of cycles, when last noted
    CountRange range_;
};

/// As a state shows it.
struct Count {
    std::int64_t left;
    CountRange* range;  ///< always the same for one counter
};

/// What a stretch needs of the counts in the state that it begins in, and what it makes of them.
class CountsChange {
 public:
    /// `before`, `after`: in these states, with the ranges as they are at the end.
    CountsChange(const std::vector<Count>& before, const std::vector<Count>& after);

    [[nodiscard]] bool agrees(const std::vector<std::int64_t>& counts) const;
    /// Precondition: agrees; for more `times` than one: that often, and it leads from a state to
    /// itself.
    void take(std::vector<std::int64_t>& counts, std::int64_t times = 1) const;
    /// This one, then `next`. Precondition: they have come so.
    [[nodiscard]] CountsChange then(const CountsChange& next) const;
    /// How often it can come in a row, which is 0 where nothing is counted down. Preconditions: it
    /// leads from a state to itself, and has come last.
    [[nodiscard]] std::int64_t times(const std::vector<std::int64_t>& counts) const;
    /// It comes again only so often.
    [[nodiscard]] bool counts_down() const;
    [[nodiscard]] std::size_t memory() const;

 private:
    struct Need {
        std::size_t count;
        std::int64_t least;
        std::int64_t most;
    };
    struct Result {
        std::size_t of = kNew;  ///< the count before
        std::int64_t value;     ///< to be added to it, or new
    };
    static constexpr std::size_t kNew = std::numeric_limits<std::size_t>::max();

    CountsChange() = default;

    std::vector<Need> needs_;
    std::vector<Result> results_;
};

}  // namespace xdnasim::sim
