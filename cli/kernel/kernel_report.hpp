#pragma once
// What `xdnasim kernel` says about a kernel's schedule: as text, as JSON, as a table of slots.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arch/core_model.hpp"
#include "arch/device.hpp"
#include "workloads/kernels/kernel.hpp"
#include "workloads/kernels/vliw/call_schedule.hpp"
#include "workloads/kernels/vliw/loop_nest.hpp"

// What `xdnasim kernel` is asked to schedule, and from that to the kernel's loop nest.

namespace xdnasim::cli {

/// As given on the command line.
struct KernelRequest {
    std::string kernel = "matmul";
    std::string types = "int8,int8,int8";
    std::optional<std::string> partial;  ///< type of C between calls; none: that of C
    std::string tile;
    std::string blocking;
    std::optional<std::string> chain;  ///< part of a core in a chain of them
    std::optional<std::string> mmul;   ///< r, s and t of the tiles; none: the core's instruction
    std::string b_layout = to_string(kernels::Layout::ColumnMajor);
    std::optional<std::int64_t> bytes;
    std::optional<std::string> program;  ///< file of a kernel of the user's own
    std::optional<std::string> dense;    ///< part of a core in a layer of a network
    bool first = false;
    bool bias_relu = false;
    bool receives = false;  ///< of a layer: its activations come over the cascade
    bool gives = false;     ///< its outputs leave over it
};

/// The kernel that makes bfp16ebs8 of a C that was bf16 between calls.
inline constexpr const char* kEncode = "encode";

/// Names that KernelRequest::kernel may have.
[[nodiscard]] std::vector<std::string> kernel_names();
/// Those that go through arrays of --bytes, all of one size.
[[nodiscard]] std::vector<std::string> kernels_of_arrays();
/// Names that KernelRequest::chain may have.
[[nodiscard]] std::vector<std::string> chain_parts();
/// Names that KernelRequest::b_layout may have.
[[nodiscard]] std::vector<std::string> layout_names();

/// Names that KernelRequest::dense may have.
[[nodiscard]] std::vector<std::string> dense_parts();

struct RequestedKernel {
    std::string name;  ///< for people: types, sizes, blocks
    vliw::LoopNest nest;
    std::int64_t macs = 0;           ///< of a call; 0: it is not a matrix multiplication
    arch::Bytes operands{};          ///< A, B and C in memory; 0: it multiplies nothing
    double peak_macs_per_cycle = 0;  ///< of the matrix instruction
};

/// Throws InputError for what cannot be: unknown types, tiles that the instruction does not
/// divide, a kernel whose size is not given, and what program_of() and load_kernel_program()
/// refuse.
[[nodiscard]] RequestedKernel requested_kernel(const KernelRequest& request,
                                               const arch::Device& device);

/// The same of a matrix multiplication.
[[nodiscard]] RequestedKernel matmul_kernel(const KernelRequest& request,
                                            const arch::Device& device);

/// The same of a layer of a network. Precondition: the request names a part of one.
[[nodiscard]] RequestedKernel dense_kernel(const KernelRequest& request,
                                           const arch::Device& device);

/// Throws InputError: `--option` has no value of that name.
[[noreturn]] void refuse_name(const std::string& option, const std::string& name,
                              const std::vector<std::string>& allowed);

struct KernelReport {
    std::string name;
    std::string device;
    const arch::SlotModel& slots;
    vliw::CallSchedule call;
    std::int64_t macs = 0;           ///< of a call; 0: it multiplies nothing
    arch::Bytes operands{};          ///< A, B and C in memory
    arch::Bytes memory{};            ///< of a core
    double peak_macs_per_cycle = 0;  ///< of the matrix instruction
};

[[nodiscard]] std::string kernel_summary(const KernelReport& report);

/// Keys: kernel, device, cycles, macs_per_cycle, efficiency, ii, first_block,
/// further_blocks, prologue, loop, between_blocks,
/// epilogue, overhead, slots {name: share of all cycles}, bottleneck. Null where the kernel
/// multiplies nothing or has no loop.
[[nodiscard]] std::string kernel_json(const KernelReport& report);

/// The schedule as cli/plots/kernel_slots.py reads it.
[[nodiscard]] std::string kernel_schedule_json(const KernelReport& report);

/// Cycles down, slots across, with the operations' labels; at most `rows` lines of cycles.
[[nodiscard]] std::string kernel_timeline(const KernelReport& report, int rows);

}  // namespace xdnasim::cli
