#pragma once
// The units that a lock counts, each with the moment of its release. They are taken in the order of
// their release: the n-th unit taken is the n-th one put. If the lock had m more units at the start
// (more buffers), the n-th one taken would be the one put m releases earlier.

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

    /// Adds `count` units at `moment`; a negative `count` takes units away.
    void put(int count, const Moment& moment);
    /// Takes `count` units. Returns the moment from which they could be taken: that of the last
    /// release among them.
    [[nodiscard]] Moment take(int count);

    /// The moment of the last release.
    [[nodiscard]] Moment last();

    /// Shows what its future depends on.
    void visit_state(StateVisitor& visitor);

 private:
    [[nodiscard]] Moment& at(std::size_t unit) { return ring_[unit & (ring_.size() - 1)]; }
    void grow();

    /// Its size is a power of two, or 0 until the first release. Units that were there at the start
    /// have no entry.
    std::vector<Moment> ring_;
    std::size_t put_ = 0;      ///< units put so far, those at the start included
    std::size_t taken_ = 0;    ///< units taken so far
    std::size_t initial_ = 0;  ///< units at the start
    std::size_t more_ = 0;     ///< further units at the start if Limit::Buffers is relaxed
};

}  // namespace xdnasim::sim
