#pragma once
// A GEMM's design: what was asked and what was chosen, and everything that follows from the four
// levels of its tiling:
//   r x s x t               the core's matrix instruction
//   m_ct x k_ct x n_ct      one kernel call of one core
//   (m_ct*rows) x k_mt x (n_ct*columns)   the array's native size
//   M x K x N               the matrices, padded to multiples of the native size

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "base/enumerators.hpp"
#include "base/parameters/open.hpp"
#include "workloads/kernels/kernel.hpp"

namespace xdnasim::gemm {

using parameters::Open;

/// How many parts of `part` hold `extent`.
[[nodiscard]] constexpr std::int64_t parts(std::int64_t extent, std::int64_t part) {
    return (extent + part - 1) / part;
}
[[nodiscard]] constexpr std::int64_t multiple_above(std::int64_t value, std::int64_t unit) {
    return parts(value, unit) * unit;
}
/// The smallest multiple of `unit` of which as few make up `extent` as of `largest`.
[[nodiscard]] constexpr std::int64_t even_part(std::int64_t extent, std::int64_t largest,
                                               std::int64_t unit) {
    return multiple_above(parts(extent, parts(extent, largest)), unit);
}

struct Extent {
    std::int64_t m = 0, k = 0, n = 0;
    bool operator==(const Extent&) const = default;
};
[[nodiscard]] std::string to_string(const Extent& extent);  // "48x240x48"

/// When the command processor writes the BDs of the next output blocks.
enum class BdReconfiguration : std::uint8_t {
    Overlapped,  ///< while earlier blocks run: as many in flight as the task queues hold
    Sequential,  ///< when all columns have finished the block before
    PingPong,    ///< for some block rows, when all columns have finished those before the last
    FourSlots,   ///< for two blocks, when all columns have finished the two before the last
};

inline constexpr std::array kBdReconfigurations{
    BdReconfiguration::Overlapped, BdReconfiguration::Sequential, BdReconfiguration::PingPong,
    BdReconfiguration::FourSlots};
static_assert(base::lists_all<kBdReconfigurations>());
[[nodiscard]] std::string to_string(BdReconfiguration protocol);  // "overlapped"

/// Blocks in flight with BdReconfiguration::FourSlots, each with a BD of A, of B and of C.
inline constexpr std::int64_t kBlockSlots = 4;

/// Of a core's tile of C: a step of a core's program has a call for each.
inline constexpr int kMaxSlices = 64;

/// Where the cycles of a multiplying call come from when no figure is given.
enum class RateSource : std::uint8_t {
    Slots,    ///< the slots of the core
    Measured  ///< the device's measured rate for the types
};
inline constexpr std::array kRateSources{RateSource::Slots, RateSource::Measured};
static_assert(base::lists_all<kRateSources>());
[[nodiscard]] std::string to_string(RateSource source);  // "slots"

/// `gemm.kernel`: a figure in place of what the core's slots give.
struct KernelRate {
    std::optional<arch::Cycles> cycles_per_call{};
    std::optional<double> macs_per_cycle{};
    std::optional<RateSource> rate{};
    // How the kernel is written, where its cycles come from the slots:
    std::optional<kernels::Blocking> blocking{};  ///< nullopt: the published one
    kernels::Compiler source = kernels::Compiler::Chess;
    bool native = false;  ///< by the vector unit's own operations (kernels::Matmul)
};

enum class Matrix : std::uint8_t { A, B, C };
inline constexpr std::array kAllMatrices{Matrix::A, Matrix::B, Matrix::C};
static_assert(base::lists_all<kAllMatrices>());
[[nodiscard]] std::string to_string(Matrix matrix);  // "A"

/// Where a core's buffers lie.
struct CoreMemory {
    /// From the end of the stack on, the buffers of a matrix behind each other. Where nobody asks
    /// for an order, choose() takes that of open_order().
    std::array<Matrix, 3> order{Matrix::A, Matrix::B, Matrix::C};
    /// In place of that, by buffer: A0, A1, B0, B1, C0 and, if there is one, C1. Empty: by order.
    std::vector<arch::Bytes> addresses{};
};

/// Consecutive rows of cores.
struct RowRange {
    int first = 0;
    int count = 0;
};

/// A value that nobody has asked for.
template <class T>
[[nodiscard]] constexpr Open<T> unasked(T value) {
    Open<T> open;
    open.choose(value);
    return open;
}

struct GemmDesign {
    Extent size{};  ///< M, K, N, as asked for
    kernels::DataType a_type = kernels::DataType::Int8;
    kernels::DataType b_type = kernels::DataType::Int8;
    kernels::DataType c_type = kernels::DataType::Int8;
    /// Of C in a core between calls; nullopt: c_type. bf16 where c_type is bfp16ebs8: C is turned
    /// into it when all of K has run ("staged").
    std::optional<kernels::DataType> partial_type{};
    Open<Extent> tile{};  ///< m_ct, k_ct, n_ct
    /// Slices of a core's tile of C along m. A core holds the A of one slice and passes them one
    /// after the other under a tile of B, so that A takes rho times less of its memory: asymmetric
    /// tile buffering (Wang et al., "Can Asymmetric Tile Buffering Be Beneficial?", 2025).
    std::int64_t rho = 1;
    std::optional<std::int64_t> t_ma{};    ///< rows of a slice, in place of rho
    Open<std::int64_t> k_mt{};             ///< depth of the tile in a mem tile
    std::optional<std::int64_t> k_mt_b{};  ///< that of B, where it is another one
    kernels::Layout b_layout = kernels::Layout::ColumnMajor;  ///< A and C are row-major
    int c_buffers = 1;                                        ///< C tiles in a core
    int c_buffers_l2 = 1;       ///< C tiles in a mem tile for each core of its column
    Open<arch::Bytes> stack{};  ///< of a core
    Open<CoreMemory> core_memory{};
    BdReconfiguration bd_reconfiguration{};
    Open<int> rows{};  ///< of cores used
    Open<int> columns{};
    std::vector<int> a_columns{};  ///< at which A of each row enters; empty: spread evenly
    std::optional<int>
        rows_per_half{};  ///< block rows of a half, in ping-pong; else as many as fit
    Open<int> shift{};
    Open<kernels::Rounding> rounding = unasked(kernels::Rounding::ConvEven);
    KernelRate kernel{};

    // What choose() adds.
    Extent instruction{};            ///< r, s, t
    Extent padded{};                 ///< M, K, N as they run
    int half_rows = 1;               ///< block rows of a half, in ping-pong
    double peak_macs_per_cycle = 0;  ///< of a core's matrix instruction

    /// With `t_ma`, sets rho to what it stands for. Precondition: it divides tile.m.
    void cut() {
        if (t_ma) rho = tile->m / *t_ma;
    }
    /// Sets `padded` to the multiples of the native size that hold `size`.
    void pad();

    /// Of so many elements: whole blocks of bfp16ebs8.
    [[nodiscard]] arch::Bytes a_size(std::int64_t n) const { return storage(a_type, n); }
    [[nodiscard]] arch::Bytes b_size(std::int64_t n) const { return storage(b_type, n); }
    [[nodiscard]] arch::Bytes c_size(std::int64_t n) const { return storage(c_type, n); }
    /// Of one. Throws base::InputError for bfp16ebs8.
    [[nodiscard]] arch::Bytes a_element() const { return size_of(a_type); }
    [[nodiscard]] arch::Bytes b_element() const { return size_of(b_type); }
    [[nodiscard]] arch::Bytes c_element() const { return size_of(c_type); }

    // bfp16ebs8 has no rows that a DMA could take apart: such a matrix lies in host memory tile by
    // tile, in the order in which kernels pass through them.
    [[nodiscard]] bool a_is_tiled() const { return !is_stored_singly(a_type); }
    [[nodiscard]] bool b_is_tiled() const { return !is_stored_singly(b_type); }
    [[nodiscard]] bool c_is_tiled() const { return !is_stored_singly(c_type); }
    /// Does a call turn A into bfp16ebs8?
    [[nodiscard]] bool converts_a() const { return !a_is_tiled() && b_is_tiled(); }
    [[nodiscard]] bool is_staged() const { return partial_type && partial_type != c_type; }

    /// What tiles are multiples of, m also in each slice: the matrix instruction, or two of it
    /// where tiles of bfp16ebs8 lie in pairs.
    [[nodiscard]] Extent unit() const {
        const std::int64_t pair = b_is_tiled() ? 2 : 1;
        return {pair * instruction.m, instruction.k, pair * instruction.n};
    }
    /// Depth of the tile of B in a mem tile. Left out, a B that lies tile by tile passes so, since
    /// no run of it in DRAM grows longer.
    [[nodiscard]] std::int64_t depth_of_b() const {
        return k_mt_b.value_or(b_is_tiled() ? tile->k : *k_mt);
    }

    /// Rows of A in a core, and of C that a call adds to.
    [[nodiscard]] std::int64_t slice_rows() const { return tile->m / rho; }

    // One core's tiles: of A, a slice.
    [[nodiscard]] arch::Bytes a_tile() const { return storage(a_type, slice_rows() * tile->k); }
    [[nodiscard]] arch::Bytes b_tile() const { return storage(b_type, tile->k * tile->n); }
    [[nodiscard]] arch::Bytes c_tile() const { return storage(c_type, tile->m * tile->n); }
    /// What converts_a() turns a slice of A into.
    [[nodiscard]] arch::Bytes converted_a() const {
        return converts_a() ? storage(b_type, slice_rows() * tile->k) : arch::Bytes{};
    }
    /// Of C in a core, between calls: all of it, and a slice.
    [[nodiscard]] arch::Bytes c_partial() const {
        return storage(partial_type.value_or(c_type), tile->m * tile->n);
    }
    [[nodiscard]] arch::Bytes c_slice() const { return c_partial() / rho; }
    /// What it lies in; where C is staged, c_partial() is its end, and c_tile() its begin.
    [[nodiscard]] arch::Bytes c_buffer() const {
        return is_staged() ? kernels::staged_size(tile->m * tile->n) : c_tile();
    }
    /// What a mem tile holds of A for one row of cores: m_ct x k_mt.
    [[nodiscard]] arch::Bytes a_panel() const { return storage(a_type, tile->m * k_mt); }
    /// What a mem tile holds of B: depth_of_b() x n_ct, or k_ct x n_ct of a row-major B, whose
    /// lines in DRAM are n_ct long however many are taken at a time.
    [[nodiscard]] arch::Bytes b_panel() const {
        return b_is_row_major() ? b_tile() : storage(b_type, depth_of_b() * tile->n);
    }
    [[nodiscard]] bool b_is_row_major() const { return b_layout == kernels::Layout::RowMajor; }

    /// Output blocks of the whole array along M and N.
    [[nodiscard]] std::int64_t m_blocks() const { return padded.m / (tile->m * rows); }
    [[nodiscard]] std::int64_t n_blocks() const { return padded.n / (tile->n * columns); }
    /// Tiles of B, and of A for each slice, that an output tile of a core takes.
    [[nodiscard]] std::int64_t k_steps() const { return padded.k / tile->k; }
    [[nodiscard]] std::int64_t calls_per_output() const { return k_steps() * rho; }

    /// A_i enters at this column, and is broadcast along row i of the cores from there.
    [[nodiscard]] int a_column(int row) const {
        return a_columns.empty() ? row * columns / rows : a_columns[static_cast<std::size_t>(row)];
    }
    /// The rows whose A enters at `column`: they share a shim channel.
    [[nodiscard]] RowRange a_rows_at(int column) const;
    /// The most rows whose A shares a shim channel.
    [[nodiscard]] int max_a_rows() const;

    /// Multiply and add of each element of A with each of B, of the sizes asked for.
    [[nodiscard]] double operations() const;
    /// Of the multiply-accumulates that run, those that were asked for.
    [[nodiscard]] double useful_share() const;
};

/// Core `row`, `column` of the design, both from 0.
[[nodiscard]] inline arch::TileId core_at(const arch::Device& device, int row, int column) {
    return {column, device.first_core_row() + row};
}

}  // namespace xdnasim::gemm
