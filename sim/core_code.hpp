#pragma once
// A core's structured program as a flat list of instructions that the core steps through, and the
// locks that several programs share.

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
    /// No other program acquires the lock, and nothing else lowers its value: once it is free for
    /// this core, it stays free.
    bool alone = false;
};

/// A step on the cascade in the core's own program, outside of its kernels. `memory`: where the
/// word is stored or comes from.
struct CascadeStep {
    arch::CascadeUse use{};
    std::optional<schedule::BufferSlice> memory{};  ///< nullopt: register only
};

/// Begins a loop over the instructions up to the matching EndLoop.
struct BeginLoop {
    std::optional<std::int64_t> count;  ///< number of rounds; nullopt: endless
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

/// Flattens `body`. `shared`: the result of shared_locks().
[[nodiscard]] std::vector<CodeLine> flatten(const schedule::CoreBody& body,
                                            const std::set<schedule::LockRef>& shared);

/// The locks of a schedule that more than one program (a core, a BD) acquires, or whose value a
/// negative release or a SetLock may lower.
[[nodiscard]] std::set<schedule::LockRef> shared_locks(const schedule::Schedule& schedule);

}  // namespace xdnasim::sim
