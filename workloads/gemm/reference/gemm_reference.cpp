#include "workloads/gemm/reference/gemm_reference.hpp"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <thread>

#include "workloads/gemm/reference/elements.hpp"
#include "workloads/gemm/reference/floating_bounds.hpp"
#include "workloads/gemm/reference/integer_slices.hpp"
#include "workloads/gemm/reference/open_blas.hpp"
#include "workloads/gemm/reference/slice_product.hpp"
#include "workloads/gemm/reference/tiled_matrix.hpp"
#include "workloads/kernels/matmul_program.hpp"

namespace xdnasim::gemm {
namespace {

using kernels::DataType;

/// C is computed in blocks of this size, so that a block and its slices stay in a core's caches.
constexpr std::int64_t kBlockRows = 256;
constexpr std::int64_t kBlockColumns = 512;

/// One row of a row-major block.
std::span<double> row_of(std::vector<double>& block, std::int64_t row, std::int64_t columns) {
    return std::span{block}.subspan(unsigned_of(row * columns), unsigned_of(columns));
}

void narrow_part(const Rows<std::byte>& matrix, const Rectangle& part, std::vector<double>& from) {
    for (std::int64_t i = 0; i < part.rows; ++i) {
        narrow(matrix.type, row_of(from, i, part.columns), matrix.at(part.row + i, part.column));
    }
}

/// Memory that one thread needs to compute a block of C.
struct Workspace {
    SliceProduct product;
    std::vector<double> lowest, highest;

    explicit Workspace(const GemmDesign& gemm)
        : product{gemm, kBlockRows, kBlockColumns},
          lowest(unsigned_of(kBlockRows * kBlockColumns)),
          highest(lowest.size()) {}

    [[nodiscard]] static std::int64_t bytes(const GemmDesign& gemm) {
        return SliceProduct::bytes(gemm, kBlockRows, kBlockColumns) +
               2 * kBlockRows * kBlockColumns * std::int64_t{sizeof(double)};
    }
};

/// Type of the values that are compared.
DataType type_of_bounds(const GemmDesign& gemm) {
    return gemm.c_is_tiled() ? DataType::F32 : gemm.c_type;
}

/// A and B line by line, with the values that are multiplied.
struct Operands {
    std::vector<std::byte> a, b;  ///< empty if the matrices in host memory are used

    Operands(const GemmDesign& gemm, std::span<const std::byte> host_a,
             std::span<const std::byte> host_b) {
        if (!gemm.b_is_tiled()) return;
        b = lines_of(tiled_b(gemm), host_b);
        a = gemm.a_is_tiled() ? lines_of(tiled_a(gemm), host_a)
                              : cut_off_lines(gemm.padded.k, host_a);
    }

    [[nodiscard]] static std::int64_t bytes(const GemmDesign& gemm) {
        if (!gemm.b_is_tiled()) return 0;
        return (gemm.padded.m + gemm.padded.n) * gemm.padded.k *
               kernels::size_of(DataType::F32).count();
    }
};

/// Rows of a matrix in host memory, or of `lines` if these are not empty.
Rows<const std::byte> matrix_of(const std::vector<std::byte>& lines, const std::byte* host,
                                std::int64_t columns, DataType type) {
    if (lines.empty()) return {host, columns, type};
    return {lines.data(), columns, DataType::F32};
}

class Reference {
 public:
    Reference(const GemmDesign& gemm, const Operands& operands, const std::byte* a,
              const std::byte* b, Expected& c)
        : gemm_{gemm},
          factors_{matrix_of(operands.a, a, gemm.padded.k, gemm.a_type),
                   matrix_of(operands.b, b, b_is_transposed() ? gemm.padded.k : gemm.padded.n,
                             gemm.b_type),
                   b_is_transposed()},
          lowest_{c.lowest.data(), gemm.padded.n, type_of_bounds(gemm)},
          highest_{c.highest.data(), gemm.padded.n, type_of_bounds(gemm)} {
        if (has_bounds()) {
            widen_bounds_ = widen_bounds(gemm);
        } else {
            end_of_slice_ = end_of_slice(gemm);
        }
    }

    /// Computes blocks until none is left, or none is wanted. Called by several threads, each with
    /// a workspace of its own.
    void run(Workspace& work, const std::stop_token& unwanted) {
        const std::int64_t columns = blocks(gemm_.padded.n, kBlockColumns);
        const std::int64_t all = blocks(gemm_.padded.m, kBlockRows) * columns;
        for (std::int64_t i = next_++; i < all && !unwanted.stop_requested(); i = next_++) {
            const std::int64_t row = i / columns * kBlockRows;
            const std::int64_t column = i % columns * kBlockColumns;
            compute({row, column, std::min(kBlockRows, gemm_.padded.m - row),
                     std::min(kBlockColumns, gemm_.padded.n - column)},
                    work);
        }
    }

 private:
    static std::int64_t blocks(std::int64_t extent, std::int64_t block) {
        return (extent + block - 1) / block;
    }

    [[nodiscard]] bool has_bounds() const { return is_floating(gemm_.c_type); }
    [[nodiscard]] bool b_is_transposed() const {
        return gemm_.b_layout == kernels::Layout::ColumnMajor;
    }

    void compute(const Rectangle& block, Workspace& work) const {
        std::ranges::fill(work.lowest, 0.0);
        std::ranges::fill(work.highest, 0.0);
        for (std::int64_t k = 0; k < gemm_.padded.k; k += gemm_.tile->k) {
            work.product.multiply(factors_, block, k);
            if (has_bounds()) {
                end_slice_with_bounds(block, work);
            } else {
                end_slice_of_integers(block, work);
            }
        }
        if (gemm_.is_staged()) cut_off(block, work);
        narrow_part(lowest_, block, work.lowest);
        if (has_bounds()) narrow_part(highest_, block, work.highest);
    }

    static void cut_off(const Rectangle& block, Workspace& work) {
        for (std::int64_t i = 0; i < block.rows; ++i)
            cut_off_bounds(
                {row_of(work.lowest, i, block.columns), row_of(work.highest, i, block.columns)});
    }

    void end_slice_of_integers(const Rectangle& block, Workspace& work) const {
        for (std::int64_t i = 0; i < block.rows; ++i)
            end_of_slice_(work.product.row(i), row_of(work.lowest, i, block.columns));
    }

    void end_slice_with_bounds(const Rectangle& block, Workspace& work) const {
        const std::span<const double> a_norms = work.product.norms_of_a();
        const std::span<const double> b_norms = work.product.norms_of_b();
        for (std::int64_t i = 0; i < block.rows; ++i) {
            widen_bounds_(
                {work.product.row(i), a_norms[unsigned_of(i)], b_norms},
                {row_of(work.lowest, i, block.columns), row_of(work.highest, i, block.columns)});
        }
    }

    const GemmDesign& gemm_;
    Factors factors_;
    Rows<std::byte> lowest_;
    Rows<std::byte> highest_;
    EndOfSlice end_of_slice_;   // for integers
    WidenBounds widen_bounds_;  // for floating point
    std::atomic<std::int64_t> next_{0};
};

std::size_t threads_to_use() {
    return std::max(1U, std::thread::hardware_concurrency());
}

std::int64_t bytes_of_c(const GemmDesign& gemm) {
    return gemm.padded.m * gemm.padded.n * kernels::size_of(type_of_bounds(gemm)).count();
}

}  // namespace

Expected reference(const GemmDesign& gemm, std::span<const std::byte> a,
                   std::span<const std::byte> b, const std::stop_token& unwanted) {
    assert(gemm.padded.k % gemm.tile->k == 0);
    assert(gemm.shift <= kernels::max_shift(gemm.a_type, gemm.c_type));
    Expected c{.lowest = std::vector<std::byte>(unsigned_of(bytes_of_c(gemm)))};
    if (is_floating(gemm.c_type)) c.highest.resize(c.lowest.size());
    const Operands operands{gemm, a, b};
    Reference work{gemm, operands, a.data(), b.data(), c};
    std::vector<Workspace> workspaces(threads_to_use(), Workspace{gemm});
    static_cast<void>(open_blas());  // before threads need it, since they cannot report its errors
    std::vector<std::jthread> threads;
    for (Workspace& workspace : workspaces) {
        threads.emplace_back([&] { work.run(workspace, unwanted); });
    }
    threads.clear();
    return c;
}

arch::Bytes memory_of_reference(const GemmDesign& gemm) {
    const std::int64_t bounds = is_floating(gemm.c_type) ? 2 : 1;
    // A tiled C is compared line by line.
    const std::int64_t lines = gemm.c_is_tiled() ? bytes_of_c(gemm) : 0;
    return arch::Bytes{bounds * bytes_of_c(gemm) + lines + Operands::bytes(gemm) +
                       static_cast<std::int64_t>(threads_to_use()) * Workspace::bytes(gemm)};
}

}  // namespace xdnasim::gemm
