#pragma once
// Explains a schedule that cannot go on: who waits for what, and who would have to act.

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "sim/cascade.hpp"
#include "sim/lock_bank.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::sim {

/// What a core, a DMA channel or a port waits for.
struct Waiting {
    std::string who;   ///< "core (0,2)", "mem tile (0,1) S2MM 1 (in BD 24)"
    std::string what;  ///< "waits for lock 3 'A full' ...", "is in back-pressure from ..."
    std::optional<schedule::LockRef> lock;  ///< the lock that it waits for, if any
    base::Position origin{};  ///< source position of the BD or the operation that waits
    /// The core at the other end of the cascade that `who` waits for, if any.
    std::optional<arch::TileId> awaits_core{};
};

/// Describes that `who` waits for `bank` to grant `request`.
[[nodiscard]] Waiting describe_wait(std::string who, const schedule::Acquire& request,
                                    const LockBank& bank);

// Describe that `who` waits for a word on its cascade, or for room to put one.
[[nodiscard]] Waiting describe_wait_for_word(std::string who, const Cascade& cascade);
[[nodiscard]] Waiting describe_wait_for_room(std::string who, const Cascade& cascade);

/// The message for a deadlock. `sequence`: what the command processor waits for; `ended`: the cores
/// whose programs have ended.
[[nodiscard]] std::string describe_deadlock(const schedule::Schedule& schedule, arch::Cycles cycle,
                                            const std::string& sequence,
                                            const std::vector<Waiting>& waiting,
                                            const std::set<arch::TileId>& ended);

}  // namespace xdnasim::sim
