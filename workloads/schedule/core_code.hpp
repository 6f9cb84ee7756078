#pragma once
// What a core computes between its operations on locks, kernels and cascades, for runs that move
// data. Its cycles are those of calls of inlined kernels.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "workloads/kernels/execute.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::schedule {

/// The bytes of a buffer.
using BufferBytes = std::function<std::span<std::byte>(const BufferRef&)>;

/// One run of a core's code.
class RunningCode {
 public:
    virtual ~RunningCode() = default;

    /// Before anything else: goes on up to the first operation, or up to where it reads a word that
    /// the runtime sequence writes and it has not stored itself. What fails here fails again in
    /// `advance`, which says so.
    virtual void go_ahead() = 0;
    /// Goes on up to the operation behind the `passed` first ones: acquires, releases, calls of
    /// kernels that are not inlined, and steps on the cascade, as the core's program has them.
    /// Throws InputError, with the place, for an access beyond a buffer, and where the code has no
    /// such operation.
    virtual void advance(std::int64_t passed) = 0;
    /// Goes on to the end, behind the `passed` operations that the core's program has.
    /// Throws InputError, as advance does, and where the code has more of them.
    virtual void finish(std::int64_t passed) = 0;

    // The word of a step on the cascade, behind `advance` up to this step. Both throw InputError,
    // with the place, where the code has another operation there.

    virtual void get(const kernels::CascadeWord& word) = 0;
    [[nodiscard]] virtual kernels::CascadeWord put() = 0;
};

class CoreCode {
 public:
    virtual ~CoreCode() = default;
    /// Throws InputError, with the place, for what cannot be computed.
    [[nodiscard]] virtual std::unique_ptr<RunningCode> begin(const BufferBytes& bytes) const = 0;
};

}  // namespace xdnasim::schedule
