#pragma once
// The units that a lock counts, each with the moment of its release, in the order in which they are
// taken: the n-th that is taken is the n-th that was there. With more of them at the start, it
// would have been one that was released so much earlier.

#include <cstddef>
#include <vector>

#include "sim/leads/leads.hpp"
#include "sim/repeats/state.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::sim {

class LockUnits {
 public:
    LockUnits() = default;
    explicit LockUnits(const schedule::Lock& lock);

    /// `count` more of them; fewer where it is negative.
    void put(int count, const Moment& moment);
    /// The moment after which `count` of them could be taken, at the cycle of the last release.
    [[nodiscard]] Moment take(int count);

    /// The moment of the last release.
    [[nodiscard]] Moment last();

    /// What its future depends on.
    void visit_state(StateVisitor& visitor);

 private:
    [[nodiscard]] Moment& at(std::size_t unit) { return ring_[unit & (ring_.size() - 1)]; }
    void grow();

    /// A power of two; empty until the first release. What was there at the start has no entry.
    std::vector<Moment> ring_;
    std::size_t put_ = 0;      ///< units so far, those at the start included
    std::size_t taken_ = 0;    ///< of them
    std::size_t initial_ = 0;  ///< at the start
    std::size_t more_ = 0;     ///< at the start, where there are more buffers
};

}  // namespace xdnasim::sim
