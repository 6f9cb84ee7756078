#pragma once
// The Schedule: the complete program of the array, and what it computes. It says
// nothing about how it is run, so that any backend can run it.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "workloads/kernels/kernel.hpp"
#include "workloads/schedule/flow.hpp"
#include "workloads/schedule/runtime_sequence.hpp"
#include "workloads/schedule/tile_program.hpp"
#include "workloads/schedule/trace.hpp"

namespace xdnasim::schedule {

struct HostBuffer {
    std::string name;
    arch::Bytes size{};
};

class Workload;

struct Schedule {
    std::string device;                        ///< name of the device it was made for
    std::shared_ptr<const Workload> workload;  ///< what it computes; null: nobody says
    std::vector<kernels::Kernel> kernels;
    std::vector<TileProgram> tiles;  ///< sorted by tile
    std::vector<Flow> flows;
    std::vector<Route> routes;  ///< one per flow, in the same order
    std::vector<HostBuffer> host_buffers;
    std::vector<SequenceOp> sequence;
    std::optional<Trace> trace;

    [[nodiscard]] const TileProgram* find(arch::TileId tile) const;
    [[nodiscard]] TileProgram* find(arch::TileId tile);

    // What a reference names; null when there is none.
    [[nodiscard]] const Buffer* buffer(const BufferRef& reference) const;
    [[nodiscard]] const HostBuffer* host_buffer(HostBufferRef reference) const;
    [[nodiscard]] const Lock* lock(const LockRef& reference) const;
    [[nodiscard]] const kernels::Kernel* kernel(KernelRef reference) const;
};

/// One thing that the hardware cannot do.
struct Breach {
    std::string where;  ///< tile and object: "mem tile (2,1) BD 25"
    std::string what;   ///< what is wrong, and what is allowed
};

/// Every breach of the hardware's limits, in the order of the schedule; empty when
/// the device can run it.
[[nodiscard]] std::vector<Breach> validate(const Schedule& schedule, const arch::Device& device);

/// Throws InputError that lists every breach, when there are any.
void require_valid(const Schedule& schedule, const arch::Device& device);

}  // namespace xdnasim::schedule
