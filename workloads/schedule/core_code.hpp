#pragma once
// The computations of a core between its operations on locks, kernels and cascades, for runs that
// move data. Their time is that of calls of inlined kernels in the core's program.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "workloads/kernels/execute.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::schedule {

/// Returns the bytes of a buffer.
using BufferBytes = std::function<std::span<std::byte>(const BufferRef&)>;

/// One run of a core's code.
class RunningCode {
 public:
    virtual ~RunningCode() = default;

    /// Runs ahead before any other call: up to the first operation, or up to the read of a word
    /// that the runtime sequence writes and the code has not stored itself. An error here is not
    /// reported; it occurs again, and is thrown, in `advance`.
    virtual void go_ahead() = 0;
    /// Continues to the operation that follows the first `passed` ones. Operations are acquires,
    /// releases, calls of kernels that are not inlined, and cascade operations, as in the core's
    /// program. Throws InputError with the source position if the code accesses bytes outside a
    /// buffer or has no such operation.
    virtual void advance(std::int64_t passed) = 0;
    /// Continues to the end, after the `passed` operations that the core's program has. Throws
    /// InputError as advance() does, and if the code has further operations.
    virtual void finish(std::int64_t passed) = 0;

    // The word of the cascade operation that advance() has reached. Both throw InputError with the
    // source position if the code has another operation there.

    virtual void get(const kernels::CascadeWord& word) = 0;
    [[nodiscard]] virtual kernels::CascadeWord put() = 0;
};

class CoreCode {
 public:
    virtual ~CoreCode() = default;
    /// Starts a run of the code on the given buffers. Throws InputError with the source position
    /// for code that cannot be computed.
    [[nodiscard]] virtual std::unique_ptr<RunningCode> begin(const BufferBytes& bytes) const = 0;
};

}  // namespace xdnasim::schedule
