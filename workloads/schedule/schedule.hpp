#pragma once
// The Schedule: the complete program of the array, and what it computes. It says
// nothing about how it is run, so that any backend can run it.

#include <optional>
#include <string>
#include <vector>

#include "xdnasim/arch/device.hpp"
#include "xdnasim/workloads/kernels/kernel.hpp"
#include "xdnasim/workloads/schedule/elementwise_description.hpp"
#include "xdnasim/workloads/schedule/flow.hpp"
#include "xdnasim/workloads/schedule/runtime_sequence.hpp"
#include "xdnasim/workloads/schedule/tile_program.hpp"
#include "xdnasim/workloads/schedule/trace.hpp"
#include "xdnasim/workloads/schedule/transfer_description.hpp"

namespace xdnasim::schedule {

struct HostBuffer {
    std::string name;
    arch::Bytes size{};
};

struct Extent {
    std::int64_t m = 0, k = 0, n = 0;
};

using kernels::Layout;

/// When the command processor writes the BDs of the next output blocks.
enum class BdReconfiguration : std::uint8_t {
    Overlapped,  ///< while earlier blocks run: as many in flight as the task queues hold
    Sequential,  ///< when all columns have finished the block before
    PingPong,    ///< for some block rows, when all columns have finished those before the last
};

/// C[M,N] = A[M,K] x B[K,N]: what the schedule computes, for the reference check,
/// the analytic estimate and the reports.
struct GemmDescription {
    Extent asked{};   ///< by the user
    Extent padded{};  ///< as it runs
    Extent tile{};    ///< per core: m_ct, k_ct, n_ct
    std::int64_t k_mt = 0;
    int rows = 0, columns = 0;  ///< cores used
    kernels::DataType a_type{}, b_type{}, c_type{};
    Layout b_layout = Layout::ColumnMajor;  ///< A and C are row-major
    int c_buffers = 1;                      ///< C tiles in a core
    int c_buffers_l2 = 1;                   ///< C tiles in a mem tile for each core
    BdReconfiguration bd_reconfiguration{};
    int half_rows = 1;  ///< block rows of a half, in ping-pong
    int shift = 0;
    kernels::Rounding rounding{};
    HostBufferRef a{}, b{}, c{};
    int multiply = 0;  ///< index of the multiplying kernel

    /// Of the multiply-accumulates that run, those that were asked for.
    [[nodiscard]] double useful_share() const;
};

struct Schedule {
    std::string device;  ///< name of the device it was made for
    std::optional<GemmDescription> gemm;
    std::optional<TransferDescription> transfer;
    std::optional<ElementwiseDescription> elementwise;
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
