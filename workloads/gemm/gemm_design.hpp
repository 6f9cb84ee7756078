#pragma once
// Design of a GEMM: the requested and the chosen values, and everything that follows from the four
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

/// Number of parts of size `part` that cover `extent`.
[[nodiscard]] constexpr std::int64_t parts(std::int64_t extent, std::int64_t part) {
    return (extent + part - 1) / part;
}
[[nodiscard]] constexpr std::int64_t multiple_above(std::int64_t value, std::int64_t unit) {
    return parts(value, unit) * unit;
}
/// The smallest multiple of `unit` that covers `extent` with as few parts as `largest` does.
[[nodiscard]] constexpr std::int64_t even_part(std::int64_t extent, std::int64_t largest,
                                               std::int64_t unit) {
    return multiple_above(parts(extent, parts(extent, largest)), unit);
}

struct Extent {
    std::int64_t m = 0, k = 0, n = 0;
    bool operator==(const Extent&) const = default;
};
[[nodiscard]] std::string to_string(const Extent& extent);  // "48x240x48"

/// Protocols of the runtime sequence: when the command processor writes the BDs of the next output
/// blocks.
enum class BdReconfiguration : std::uint8_t {
    Overlapped,  ///< while earlier blocks run; as many blocks in flight as the task queues hold
    Sequential,  ///< when all columns have finished the block before
    PingPong,  ///< for one or two block rows at a time, when all columns have finished those before
               ///< the last
    FourSlots,  ///< for two blocks at a time, when all columns have finished the two before the
                ///< last
};

inline constexpr std::array kBdReconfigurations{
    BdReconfiguration::Overlapped, BdReconfiguration::Sequential, BdReconfiguration::PingPong,
    BdReconfiguration::FourSlots};
static_assert(base::lists_all<kBdReconfigurations>());
[[nodiscard]] std::string to_string(BdReconfiguration protocol);  // "overlapped"

/// Number of blocks in flight with BdReconfiguration::FourSlots, each with one BD for A, one for B
/// and one for C.
inline constexpr std::int64_t kBlockSlots = 4;

/// Largest number of slices of a core's tile of C: a step of a core's program has one call for
/// each.
inline constexpr int kMaxSlices = 64;

/// Source of the cycles of a multiplying call when no figure is given.
enum class RateSource : std::uint8_t {
    Slots,    ///< the kernel's schedule in the slots of the core
    Measured  ///< the device's measured rate for the types
};
inline constexpr std::array kRateSources{RateSource::Slots, RateSource::Measured};
static_assert(base::lists_all<kRateSources>());
[[nodiscard]] std::string to_string(RateSource source);  // "slots"

/// `gemm.kernel`: a given time or rate instead of the one from the core's slots.
struct KernelRate {
    std::optional<arch::Cycles> cycles_per_call{};
    std::optional<double> macs_per_cycle{};
    std::optional<RateSource> rate{};
    // How the kernel is written, if its cycles come from the slots:
    std::optional<kernels::Blocking> blocking{};  ///< nullopt: that of the published kernel
    kernels::Compiler source = kernels::Compiler::Chess;
    bool native = false;  ///< uses the vector unit's own operations (kernels::Matmul)
};

enum class Matrix : std::uint8_t { A, B, C };
inline constexpr std::array kAllMatrices{Matrix::A, Matrix::B, Matrix::C};
static_assert(base::lists_all<kAllMatrices>());
[[nodiscard]] std::string to_string(Matrix matrix);  // "A"

/// Placement of a core's buffers.
struct CoreMemory {
    /// Order of the matrices, whose buffers lie one after the other from the end of the stack on.
    /// If it is not given, choose() takes that of open_order().
    std::array<Matrix, 3> order{Matrix::A, Matrix::B, Matrix::C};
    /// Addresses that replace the order, by buffer: A0, A1, B0, B1, C0 and, if there is one, C1.
    /// Empty: by order.
    std::vector<arch::Bytes> addresses{};
};

/// Consecutive rows of cores.
struct RowRange {
    int first = 0;
    int count = 0;
};

/// An open value that has been chosen, not asked for.
template <class T>
[[nodiscard]] constexpr Open<T> unasked(T value) {
    Open<T> open;
    open.choose(value);
    return open;
}

struct GemmDesign {
    Extent size{};  ///< M, K, N as requested
    kernels::DataType a_type = kernels::DataType::Int8;
    kernels::DataType b_type = kernels::DataType::Int8;
    kernels::DataType c_type = kernels::DataType::Int8;
    /// Type of C in a core between calls; nullopt: c_type. If it is bf16 and c_type is bfp16ebs8, C
    /// is converted to bfp16ebs8 after all of K has run ("staged").
    std::optional<kernels::DataType> partial_type{};
    Open<Extent> tile{};  ///< m_ct, k_ct, n_ct
    /// Number of slices of a core's tile of C along m. A core holds the A of one slice, and
    /// multiplies the slices one after the other with the same tile of B, so that A takes 1/rho of
    /// the memory: asymmetric tile buffering (Wang et al., "Can Asymmetric Tile Buffering Be
    /// Beneficial?", 2025).
    std::int64_t rho = 1;
    std::optional<std::int64_t> t_ma{};    ///< rows of a slice; replaces rho
    Open<std::int64_t> k_mt{};             ///< depth of the tiles of A and B in a MemTile
    std::optional<std::int64_t> k_mt_b{};  ///< depth of the tile of B, if it differs
    kernels::Layout b_layout = kernels::Layout::ColumnMajor;  ///< A and C are row-major
    int c_buffers = 1;                                        ///< buffers of C in a core
    int c_buffers_l2 = 1;       ///< buffers of C in a MemTile for each core of its column
    Open<arch::Bytes> stack{};  ///< bytes of a core's stack
    Open<CoreMemory> core_memory{};
    BdReconfiguration bd_reconfiguration{};
    Open<int> rows{};     ///< rows of cores used
    Open<int> columns{};  ///< columns of cores used
    /// Column at which the A of each row enters; empty: spread evenly.
    std::vector<int> a_columns{};
    std::optional<int>
        rows_per_half{};  ///< block rows of a half, in ping-pong; nullopt: as many as fit
    Open<int> shift{};
    Open<kernels::Rounding> rounding = unasked(kernels::Rounding::ConvEven);
    KernelRate kernel{};

    // Values that choose() adds.
    Extent instruction{};            ///< r, s, t
    Extent padded{};                 ///< M, K, N with padding
    int half_rows = 1;               ///< block rows of a half, in ping-pong
    double peak_macs_per_cycle = 0;  ///< peak rate of a core's matrix instruction

    /// If `t_ma` is given, sets rho to tile.m / t_ma. Precondition: t_ma divides tile.m.
    void cut() {
        if (t_ma) rho = tile->m / *t_ma;
    }
    /// Sets `padded` to the multiples of the native size that hold `size`.
    void pad();

    /// Bytes of `n` elements of a matrix; whole blocks of bfp16ebs8.
    [[nodiscard]] arch::Bytes a_size(std::int64_t n) const { return storage(a_type, n); }
    [[nodiscard]] arch::Bytes b_size(std::int64_t n) const { return storage(b_type, n); }
    [[nodiscard]] arch::Bytes c_size(std::int64_t n) const { return storage(c_type, n); }
    /// Bytes of one element. Throws base::InputError for bfp16ebs8.
    [[nodiscard]] arch::Bytes a_element() const { return size_of(a_type); }
    [[nodiscard]] arch::Bytes b_element() const { return size_of(b_type); }
    [[nodiscard]] arch::Bytes c_element() const { return size_of(c_type); }

    // A matrix of bfp16ebs8 has no rows that a DMA could take apart: it lies in host memory tile by
    // tile, in the order in which kernels pass through the tiles.
    [[nodiscard]] bool a_is_tiled() const { return !is_stored_singly(a_type); }
    [[nodiscard]] bool b_is_tiled() const { return !is_stored_singly(b_type); }
    [[nodiscard]] bool c_is_tiled() const { return !is_stored_singly(c_type); }
    /// Returns whether each call converts A to bfp16ebs8.
    [[nodiscard]] bool converts_a() const { return !a_is_tiled() && b_is_tiled(); }
    [[nodiscard]] bool is_staged() const { return partial_type && partial_type != c_type; }

    /// Unit of which tiles are multiples, as is m of each slice: the matrix instruction, or in m
    /// and n two of it where tiles of bfp16ebs8 lie in pairs.
    [[nodiscard]] Extent unit() const {
        const std::int64_t pair = b_is_tiled() ? 2 : 1;
        return {pair * instruction.m, instruction.k, pair * instruction.n};
    }
    /// Depth of the tile of B in a MemTile. If k_mt_b is not given, a B that lies tile by tile is
    /// only as deep as in a core, since a larger depth makes no run in DRAM longer.
    [[nodiscard]] std::int64_t depth_of_b() const {
        return k_mt_b.value_or(b_is_tiled() ? tile->k : *k_mt);
    }

    /// Rows of A in a core, which are also the rows of C that a call adds to.
    [[nodiscard]] std::int64_t slice_rows() const { return tile->m / rho; }

    // Bytes of one core's tiles; that of A is one slice.
    [[nodiscard]] arch::Bytes a_tile() const { return storage(a_type, slice_rows() * tile->k); }
    [[nodiscard]] arch::Bytes b_tile() const { return storage(b_type, tile->k * tile->n); }
    [[nodiscard]] arch::Bytes c_tile() const { return storage(c_type, tile->m * tile->n); }
    /// Bytes of a slice of A after its conversion; 0 without one.
    [[nodiscard]] arch::Bytes converted_a() const {
        return converts_a() ? storage(b_type, slice_rows() * tile->k) : arch::Bytes{};
    }
    /// Bytes of C in a core between calls: all of it, and one slice.
    [[nodiscard]] arch::Bytes c_partial() const {
        return storage(partial_type.value_or(c_type), tile->m * tile->n);
    }
    [[nodiscard]] arch::Bytes c_slice() const { return c_partial() / rho; }
    /// Bytes of a buffer of C. If C is staged, c_partial() is the end of the buffer, and c_tile()
    /// its beginning.
    [[nodiscard]] arch::Bytes c_buffer() const {
        return is_staged() ? kernels::staged_size(tile->m * tile->n) : c_tile();
    }
    /// Bytes of a panel of A in a MemTile, for one row of cores: m_ct x k_mt.
    [[nodiscard]] arch::Bytes a_panel() const { return storage(a_type, tile->m * k_mt); }
    /// Bytes of a panel of B in a MemTile: depth_of_b() x n_ct, or k_ct x n_ct for a row-major B,
    /// whose lines in DRAM are n_ct long at any depth.
    [[nodiscard]] arch::Bytes b_panel() const {
        return b_is_row_major() ? b_tile() : storage(b_type, depth_of_b() * tile->n);
    }
    [[nodiscard]] bool b_is_row_major() const { return b_layout == kernels::Layout::RowMajor; }

    /// Output blocks of the whole array along M and N.
    [[nodiscard]] std::int64_t m_blocks() const { return padded.m / (tile->m * rows); }
    [[nodiscard]] std::int64_t n_blocks() const { return padded.n / (tile->n * columns); }
    /// Tiles of B, and of A for each slice, that one output tile of a core takes; its calls.
    [[nodiscard]] std::int64_t k_steps() const { return padded.k / tile->k; }
    [[nodiscard]] std::int64_t calls_per_output() const { return k_steps() * rho; }

    /// Column at which the A of row `row` of the cores enters; it is broadcast along the row from
    /// there.
    [[nodiscard]] int a_column(int row) const {
        return a_columns.empty() ? row * columns / rows : a_columns[static_cast<std::size_t>(row)];
    }
    /// Rows of cores whose A enters at `column`, through one shim channel.
    [[nodiscard]] RowRange a_rows_at(int column) const;
    /// Largest number of rows of cores whose A shares a shim channel.
    [[nodiscard]] int max_a_rows() const;

    /// Multiplications and additions of the matrices as requested, without padding.
    [[nodiscard]] double operations() const;
    /// Share of the multiply-accumulates that belong to the requested matrices, not to padding.
    [[nodiscard]] double useful_share() const;
};

/// Tile of core (`row`, `column`) of the design, both counted from 0.
[[nodiscard]] inline arch::TileId core_at(const arch::Device& device, int row, int column) {
    return {column, device.first_core_row() + row};
}

}  // namespace xdnasim::gemm
