#pragma once
// The request of `xdnasim kernel`, and its output: a kernel's schedule as text, as JSON and as a
// table of slots.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arch/core_model.hpp"
#include "arch/device.hpp"
#include "workloads/kernels/kernel.hpp"
#include "workloads/kernels/vliw/call_schedule.hpp"
#include "workloads/kernels/vliw/loop_nest.hpp"

// The kernel that `xdnasim kernel` is asked to schedule, and its loop nest.

namespace xdnasim::cli {

/// The kernel as given on the command line.
struct KernelRequest {
    std::string kernel = "matmul";
    std::string types = "int8,int8,int8";
    std::optional<std::string> partial;  ///< type of C between calls; nullopt: the type of C
    std::string tile;
    std::string blocking;
    std::optional<std::string> chain;  ///< the core's part in a chain of cores; see chain_parts()
    std::optional<std::string> mmul;   ///< RxSxT of aie::mmul; nullopt: the core's instruction
    std::string b_layout = to_string(kernels::Layout::ColumnMajor);
    std::optional<std::int64_t> bytes;
    std::optional<std::string> program;  ///< file with the user's own kernel program
    std::optional<std::string> dense;  ///< the core's part in a network's layer; see dense_parts()
    bool first = false;
    bool bias_relu = false;
    bool receives = false;  ///< the layer's activations arrive over the cascade
    bool gives = false;     ///< the layer's outputs leave over the cascade
};

/// Name of the kernel that converts a C that was bf16 between calls to bfp16ebs8.
inline constexpr const char* kEncode = "encode";

/// Names that KernelRequest::kernel may have.
[[nodiscard]] std::vector<std::string> kernel_names();
/// Names of the kernels that process arrays, all of the size given with --bytes.
[[nodiscard]] std::vector<std::string> kernels_of_arrays();
/// Names that KernelRequest::chain may have.
[[nodiscard]] std::vector<std::string> chain_parts();
/// Names that KernelRequest::b_layout may have.
[[nodiscard]] std::vector<std::string> layout_names();

/// Names that KernelRequest::dense may have.
[[nodiscard]] std::vector<std::string> dense_parts();

struct RequestedKernel {
    std::string name;  ///< description for people: types, sizes, blocks
    vliw::LoopNest nest;
    std::int64_t macs = 0;   ///< MACs per call; 0 if the kernel is not a matrix multiplication
    arch::Bytes operands{};  ///< size of A, B and C in memory; 0 if there is no multiplication
    double peak_macs_per_cycle = 0;  ///< MACs per cycle of the matrix instruction
};

/// Makes the loop nest of the requested kernel. Throws InputError for unknown names and types,
/// tiles that are not multiples of the matrix instruction, a missing size, and whatever
/// program_of() and load_kernel_program() refuse.
[[nodiscard]] RequestedKernel requested_kernel(const KernelRequest& request,
                                               const arch::Device& device);

/// As requested_kernel(), for a matrix multiplication.
[[nodiscard]] RequestedKernel matmul_kernel(const KernelRequest& request,
                                            const arch::Device& device);

/// As requested_kernel(), for a core's part in a layer of a network. Precondition: `request.dense`
/// has a value.
[[nodiscard]] RequestedKernel dense_kernel(const KernelRequest& request,
                                           const arch::Device& device);

/// Throws InputError, which says that `--option` does not allow `name`.
[[noreturn]] void refuse_name(const std::string& option, const std::string& name,
                              const std::vector<std::string>& allowed);

/// A kernel's schedule and the figures to compare it with.
struct KernelReport {
    std::string name;
    std::string device;
    const arch::SlotModel& slots;
    vliw::CallSchedule call;
    std::int64_t macs = 0;           ///< MACs per call; 0 if there is no multiplication
    arch::Bytes operands{};          ///< size of A, B and C in memory
    arch::Bytes memory{};            ///< size of a core's memory
    double peak_macs_per_cycle = 0;  ///< MACs per cycle of the matrix instruction
};

[[nodiscard]] std::string kernel_summary(const KernelReport& report);

/// JSON with the keys kernel, device, cycles, macs_per_cycle, efficiency, ii, first_block,
/// further_blocks, prologue, loop, between_blocks, epilogue, overhead, slots {name: share of all
/// cycles}, bottleneck. A value is null if the kernel has no multiplication or no loop.
[[nodiscard]] std::string kernel_json(const KernelReport& report);

/// The schedule as JSON, in the form that cli/plots/kernel_slots.py reads.
[[nodiscard]] std::string kernel_schedule_json(const KernelReport& report);

/// The schedule as a table of text with a line for each cycle and a column for each slot, which
/// contains the operations' labels. At most `rows` lines of cycles.
[[nodiscard]] std::string kernel_timeline(const KernelReport& report, int rows);

}  // namespace xdnasim::cli
