#pragma once
// The parts of a GEMM's schedule, each built from the design alone.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "arch/device.hpp"
#include "base/parameters/table.hpp"
#include "workloads/gemm/gemm_design.hpp"
#include "workloads/gemm/gemm_layouts.hpp"
#include "workloads/gemm/gemm_placement.hpp"
#include "workloads/schedule/runtime_sequence.hpp"
#include "workloads/schedule/schedule.hpp"
#include "workloads/schedule/workload.hpp"

namespace xdnasim::gemm {

/// Numbers of the schedule's kernels and host buffers.
inline constexpr schedule::KernelRef kZeroKernel{0};
inline constexpr schedule::KernelRef kMatmulKernel{1};
inline constexpr schedule::KernelRef kEncodeKernel{2};  ///< where C is staged
enum HostBufferIndex : int { kHostA = 0, kHostB = 1, kHostC = 2 };

/// Core (row, column): double-buffered A and B, one or two C; locks, BDs and program.
[[nodiscard]] schedule::TileProgram core_program(const GemmDesign& design,
                                                 const arch::Device& device, int row, int column);

/// All mem tiles. Precondition: place_in_mem_tiles() finds room.
[[nodiscard]] std::vector<schedule::TileProgram> mem_tile_programs(const GemmDesign& design,
                                                                   const arch::Device& device);

[[nodiscard]] std::vector<schedule::Flow> flows(const GemmDesign& design,
                                                const arch::Device& device);

/// Overlapped: as many output blocks in flight as the shims' task queues hold; each shim's next
/// block follows its oldest C's token. Sequential: a block at a time on all columns. Ping-pong and
/// four slots: see ping_pong_sequence() and four_slots_sequence() below.
[[nodiscard]] std::vector<schedule::SequenceOp> runtime_sequence(const GemmDesign& design,
                                                                 const arch::Device& device);

/// Operations of the runtime sequence with its loops unrolled, whose rounds count as well; with
/// ping-pong somewhat more.
[[nodiscard]] std::int64_t most_operations(const GemmDesign& design, const arch::Device& device);

// The section `gemm` of a problem file.

/// `device` bounds the array and the stack.
[[nodiscard]] parameters::Table<GemmDesign> parameter_table(const arch::Device& device);

/// Adds the key `core_buffers`. Precondition: the table has c_buffers before it.
void add_core_memory(parameters::Table<GemmDesign>& table, const arch::Device& device);

/// What the section would say of `design`.
[[nodiscard]] parameters::Values values_of(const GemmDesign& design);

// The balanced, output-stationary GEMM of Taka et al., "Striking the Balance" (2025):
// space over M and N, time over K.

/// The program of the array for a `design` that choose() has completed for `device`, without
/// routes. Throws MappingError when the kernel is to take a measured rate that nobody has measured.
[[nodiscard]] schedule::Schedule program_of(const GemmDesign& design, const arch::Device& device);

/// Its kernels by number: kZeroKernel, kMatmulKernel and, where C is staged, kEncodeKernel. Throws
/// as program_of() does.
[[nodiscard]] std::vector<kernels::Kernel> kernels_of(const GemmDesign& design,
                                                      const arch::Device& device);

// What the runtime sequences are made of: transfers between host memory and a shim's streams.

/// The way of one matrix through a shim.
struct ShimPath {
    int host_buffer;
    arch::Direction direction;
    int channel;
    bool token;  ///< when a task is complete
};

inline constexpr ShimPath kPathA{kHostA, arch::Direction::MM2S, Channels::kShimA, false};
inline constexpr ShimPath kPathB{kHostB, arch::Direction::MM2S, Channels::kShimB, false};
inline constexpr ShimPath kPathC{kHostC, arch::Direction::S2MM, Channels::kShimC, true};

/// One BD and the task that runs it 1 + `repeat` times.
struct Transfer {
    std::int64_t length;  ///< bytes of one run
    Dimensions dimensions;
    schedule::SemiAffine offset;  ///< bytes
    schedule::SemiAffine id;
    int repeat = 0;
    std::optional<schedule::Iteration> iteration{};
};

/// Writes the transfer's BD to `shim` and pushes its task.
void add_transfer(std::vector<schedule::SequenceOp>& ops, arch::TileId shim, const ShimPath& path,
                  Transfer transfer);

/// An output block of the array, or those that a loop of the sequence takes in turn: where in host
/// memory its parts are, and which BDs move them.
class OutputBlock {
 public:
    virtual ~OutputBlock() = default;
    /// base + m_stride * (block along M) + n_stride * (block along N)
    [[nodiscard]] virtual schedule::SemiAffine offset(std::int64_t base, std::int64_t m_stride,
                                                      std::int64_t n_stride) const = 0;
    /// One of the BDs set aside for a matrix: 0 is C, 1 is A, 2 is B.
    [[nodiscard]] virtual schedule::SemiAffine bd(int matrix) const = 0;
};

// Each writes and pushes a transfer of a block at one column: its C, its A (where that column has
// rows of it), its B, or all three in this order.
void add_c(std::vector<schedule::SequenceOp>& ops, const GemmDesign& design,
           const arch::Device& device, const OutputBlock& block, int column);
void add_a(std::vector<schedule::SequenceOp>& ops, const GemmDesign& design,
           const arch::Device& device, const OutputBlock& block, int column);
void add_b(std::vector<schedule::SequenceOp>& ops, const GemmDesign& design,
           const arch::Device& device, const OutputBlock& block, int column);
void add_block(std::vector<schedule::SequenceOp>& ops, const GemmDesign& design,
               const arch::Device& device, const OutputBlock& block, int column);

/// Waits for the oldest task of C.
void await_c(std::vector<schedule::SequenceOp>& ops, arch::TileId shim);

// The runtime sequence of mlir-aie's whole_array GEMM (programming_examples/basic/
// matrix_multiplication/whole_array).

/// Block rows that a half has at most.
inline constexpr int kMaxBlockRows = 2;
[[nodiscard]] int block_rows_of_half(const GemmDesign& design, const arch::Device& device);

/// The block rows of C are taken in halves, ping and pong in turn, each of up to two block rows
/// and with half of a shim's BDs. In a half each column has
///   BD 0            C of all its block rows,
///   BD 1+2t, 2+2t   A of block row t once for each block along N, and all of B,
/// so that blocks run N-fastest. After each half but the first the sequence waits for the C of
/// the half before on every column: two halves are in flight, and a BD is rewritten when the
/// half that used it is complete.
///
/// A half has one block row where no more fit into its BDs or the queues, and where C's step to the
/// next one is too wide for the iteration register, as whole_array itself does it for a
/// column-major C.
[[nodiscard]] std::vector<schedule::SequenceOp> ping_pong_sequence(const GemmDesign& design,
                                                                   const arch::Device& device);

/// The runtime sequence of the public designs of asymmetric tile buffering (Wang et al., "Can
/// Asymmetric Tile Buffering Be Beneficial?", 2025): blocks run N-fastest through four slots of a
/// shim's BDs. When two more blocks have been started, the sequence waits for the C of the two
/// before on every column, so that at most four are in flight.
[[nodiscard]] std::vector<schedule::SequenceOp> four_slots_sequence(const GemmDesign& design,
                                                                    const arch::Device& device);

// The closed forms of the balanced GEMM (Taka et al., "Striking the Balance", 2025).

/// What the core's program costs.
struct GemmCosts {
    double multiply = 0;         ///< cycles of one call
    double zero = 0;             ///< cycles of one call that zeroes C, and of one that encodes it
    double locks_of_a_call = 0;  ///< lock operations of a multiplying call
    double locks_of_an_output = 0;  ///< those of an output tile beside them
};

/// `schedule` is a GEMM's: its cores all run the same program.
[[nodiscard]] GemmCosts costs_of(const schedule::Schedule& schedule,
                                 const schedule::KernelCycles& cycles);
/// Those of a `core` with these kernels, in the order of kernels_of().
[[nodiscard]] GemmCosts costs_of(const schedule::TileProgram& core,
                                 std::span<const kernels::Kernel> kernels,
                                 const schedule::KernelCycles& cycles);

struct GemmTerms {
    // Of one call, in cycles.
    double compute = 0;   ///< C_comp: the kernel, its call and its lock operations
    double a_stream = 0;  ///< C_A: m/rho k elements of A at the rate of a stream
    double b_stream = 0;  ///< C_B: the call's share of a tile of B, which rho calls take together
    // Of one output tile of a core, in cycles.
    double zero = 0;   ///< of C, with the lock operations of C
    double drain = 0;  ///< of C, as far as the core waits for it
    // Of the whole run.
    std::int64_t calls = 0;    ///< of a core, for one output tile: rho K / k
    std::int64_t outputs = 0;  ///< of a core: M N / (m rows n columns)
    arch::Bytes a{}, b{};      ///< read: M K N ty(A) / (n columns), M K N ty(B) / (m rows)
    arch::Bytes c{};           ///< written: M N ty(C)
    // Data memory of a core: 2 m/rho k ty(A) + 2 k n ty(B) + c_buffers m n ty(C).
    arch::Bytes l1{};
};

[[nodiscard]] GemmTerms gemm_terms(const GemmDesign& design, const arch::Device& device,
                                   const GemmCosts& costs);

[[nodiscard]] schedule::Estimate estimate(const GemmDesign& design, const arch::Device& device,
                                          const GemmTerms& terms,
                                          const schedule::PatternFactors& pattern = {});

}  // namespace xdnasim::gemm
