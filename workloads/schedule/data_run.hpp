#pragma once
// A run that moves data, and what it tells of its calls.

#include <cstddef>
#include <functional>
#include <span>

#include "arch/tile.hpp"
#include "workloads/kernels/execute.hpp"
#include "workloads/schedule/host_memory.hpp"

namespace xdnasim::schedule {

/// A call of a kernel that has ended.
struct CallData {
    arch::TileId tile;
    std::span<const std::span<std::byte>> arguments;  ///< as it has left them
    std::span<const kernels::CascadeWord> put;        ///< on its core's cascade, in their order
};

class CallListener {
 public:
    virtual ~CallListener() = default;
    virtual void on(const CallData& call) = 0;
};

/// Runs a schedule on the host's buffers. Tells of each call of a kernel, where `calls` is not null
/// and the backend can.
using DataRun = std::function<void(HostMemory& host, CallListener* calls)>;

}  // namespace xdnasim::schedule
