#pragma once
// Runs that move data, and the listener that they report kernel calls to.

#include <cstddef>
#include <functional>
#include <span>

#include "arch/tile.hpp"
#include "workloads/kernels/execute.hpp"
#include "workloads/schedule/host_memory.hpp"

namespace xdnasim::schedule {

/// A completed kernel call.
struct CallData {
    arch::TileId tile;
    std::span<const std::span<std::byte>> arguments;  ///< contents of the arguments after the call
    /// Words that the call wrote to its core's cascade, in order.
    std::span<const kernels::CascadeWord> put;
};

class CallListener {
 public:
    virtual ~CallListener() = default;
    virtual void on(const CallData& call) = 0;
};

/// Runs a schedule on the host's buffers. Reports each kernel call to `calls`, unless it is null or
/// the backend cannot.
using DataRun = std::function<void(HostMemory& host, CallListener* calls)>;

}  // namespace xdnasim::schedule
