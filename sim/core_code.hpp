#pragma once
// A core's structured program as a flat list that a core can step through, and the locks that it
// shares with others.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <variant>
#include <vector>

#include "arch/core_model.hpp"
#include "base/place.hpp"
#include "workloads/schedule/core_code.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::sim {

struct CoreAcquire {
    schedule::Acquire request;
    /// Nobody else acquires the lock, and nobody takes from it by a release: once it is
    /// free for this core, it stays so.
    bool alone = false;
};

/// A step of the core's own on its cascade.
struct CascadeStep {
    arch::CascadeUse use{};
    std::optional<schedule::BufferSlice> memory{};  ///< of the word; nullopt: the register alone
};

/// Runs the instructions up to the matching EndLoop.
struct BeginLoop {
    std::optional<std::int64_t> count;  ///< of rounds; nullopt: for ever
    std::size_t end;                    ///< index of its EndLoop
};

struct EndLoop {
    std::size_t begin;  ///< index of its BeginLoop
};

using CoreInstruction = std::variant<CoreAcquire, schedule::Release, schedule::Call, CascadeStep,
                                     schedule::TellEvent, BeginLoop, EndLoop>;

struct CodeLine {
    CoreInstruction instruction;
    base::Position origin{};
};

/// `shared`: locks that this core does not acquire alone.
[[nodiscard]] std::vector<CodeLine> flatten(const schedule::CoreBody& body,
                                            const std::set<schedule::LockRef>& shared);

/// The locks of a schedule that more than one program (a core, a BD) acquires, or that some
/// release takes from.
[[nodiscard]] std::set<schedule::LockRef> shared_locks(const schedule::Schedule& schedule);

}  // namespace xdnasim::sim
