#include "workloads/gemm/reference/gemm_reference.hpp"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cmath>
#include <thread>

#include "workloads/gemm/reference/arithmetic.hpp"
#include "workloads/gemm/reference/tiled_matrix.hpp"
#include "workloads/kernels/matmul_program.hpp"

namespace xdnasim::gemm {
namespace {

using kernels::DataType;

/// A block of C is computed at a time, so that it and its slices stay in a core's caches.
constexpr std::int64_t kBlockRows = 256;
constexpr std::int64_t kBlockColumns = 512;

/// A row-major matrix in memory.
template <class Byte>
struct Matrix {
    Byte* bytes;
    std::int64_t columns;
    DataType type;

    [[nodiscard]] Byte* at(std::int64_t row, std::int64_t column) const {
        return bytes + (row * columns + column) * kernels::size_of(type).count();
    }
};

struct Rectangle {
    std::int64_t row, column, rows, columns;
};

std::size_t index(std::int64_t value) {
    return static_cast<std::size_t>(value);
}

/// The rectangle as doubles, row after row.
void widen_part(const Matrix<const std::byte>& matrix, const Rectangle& part,
                std::span<double> to) {
    const auto columns = index(part.columns);
    for (std::int64_t i = 0; i < part.rows; ++i, to = to.subspan(columns)) {
        widen(matrix.type, matrix.at(part.row + i, part.column), to.first(columns));
    }
}

/// A row-major block's part of one row.
std::span<double> row_of(std::vector<double>& block, std::int64_t row, std::int64_t columns) {
    return std::span{block}.subspan(index(row * columns), index(columns));
}

void narrow_part(const Matrix<std::byte>& matrix, const Rectangle& part,
                 std::vector<double>& from) {
    for (std::int64_t i = 0; i < part.rows; ++i) {
        narrow(matrix.type, row_of(from, i, part.columns), matrix.at(part.row + i, part.column));
    }
}

/// Euclidean norms of the lines of `matrix`, which start `step` elements apart and whose
/// elements are `stride` apart.
void norms_of(const std::vector<double>& matrix, std::int64_t lines, std::int64_t step,
              std::int64_t length, std::int64_t stride, std::vector<double>& norms) {
    for (std::int64_t i = 0; i < lines; ++i) {
        const double* line = matrix.data() + i * step;
        const double square =
            open_blas().ddot(static_cast<blasint>(length), line, static_cast<blasint>(stride), line,
                             static_cast<blasint>(stride));
        norms[index(i)] = std::sqrt(square);
    }
}

/// What one thread needs to compute a block of C.
struct Workspace {
    std::vector<double> a, b;  ///< slices
    std::vector<double> product;
    std::vector<double> lowest, highest;
    std::vector<double> a_norms, b_norms;

    explicit Workspace(std::int64_t depth)
        : a(index(kBlockRows * depth)),
          b(index(depth * kBlockColumns)),
          product(index(kBlockRows * kBlockColumns)),
          lowest(product.size()),
          highest(product.size()),
          a_norms(index(kBlockRows)),
          b_norms(index(kBlockColumns)) {}

    [[nodiscard]] static std::int64_t doubles(std::int64_t depth) {
        return (kBlockRows + kBlockColumns) * (depth + 1) + 3 * kBlockRows * kBlockColumns;
    }
};

/// Of what is compared.
DataType type_of_bounds(const GemmDesign& gemm) {
    return gemm.c_is_tiled() ? DataType::F32 : gemm.c_type;
}

/// A and B line by line, with the values that are multiplied.
struct Operands {
    std::vector<std::byte> a, b;  ///< where they are not the host's

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

/// In host memory, or as Operands have it.
Matrix<const std::byte> matrix_of(const std::vector<std::byte>& lines, const std::byte* host,
                                  std::int64_t columns, DataType type) {
    if (lines.empty()) return {host, columns, type};
    return {lines.data(), columns, DataType::F32};
}

class Reference {
 public:
    Reference(const GemmDesign& gemm, const Operands& operands, const std::byte* a,
              const std::byte* b, Expected& c)
        : gemm_{gemm},
          a_{matrix_of(operands.a, a, gemm.padded.k, gemm.a_type)},
          b_{matrix_of(operands.b, b, b_is_transposed() ? gemm.padded.k : gemm.padded.n,
                       gemm.b_type)},
          lowest_{c.lowest.data(), gemm.padded.n, type_of_bounds(gemm)},
          highest_{c.highest.data(), gemm.padded.n, type_of_bounds(gemm)} {
        if (has_bounds()) {
            widen_bounds_ = widen_bounds(gemm);
        } else {
            end_of_slice_ = end_of_slice(gemm);
        }
    }

    /// Shared by threads, each with a workspace of its own: computes blocks until none is left, or
    /// none is wanted any more.
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
            multiply_slice(block, k, work);
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

    void multiply_slice(const Rectangle& block, std::int64_t k, Workspace& work) const {
        const std::int64_t depth = gemm_.tile->k;
        widen_part(a_, {block.row, k, block.rows, depth}, work.a);
        if (b_is_transposed()) {
            widen_part(b_, {block.column, k, block.columns, depth}, work.b);
        } else {
            widen_part(b_, {k, block.column, depth, block.columns}, work.b);
        }
        const auto rows = static_cast<blasint>(block.rows);
        const auto columns = static_cast<blasint>(block.columns);
        const auto inner = static_cast<blasint>(depth);
        open_blas().dgemm(CblasRowMajor, CblasNoTrans,
                          b_is_transposed() ? CblasTrans : CblasNoTrans, rows, columns, inner, 1.0,
                          work.a.data(), inner, work.b.data(), b_is_transposed() ? inner : columns,
                          0.0, work.product.data(), columns);
    }

    void end_slice_of_integers(const Rectangle& block, Workspace& work) const {
        for (std::int64_t i = 0; i < block.rows; ++i) {
            end_of_slice_(row_of(work.product, i, block.columns),
                          row_of(work.lowest, i, block.columns));
        }
    }

    void end_slice_with_bounds(const Rectangle& block, Workspace& work) const {
        const std::int64_t depth = gemm_.tile->k;
        norms_of(work.a, block.rows, depth, depth, 1, work.a_norms);
        if (b_is_transposed()) {
            norms_of(work.b, block.columns, depth, depth, 1, work.b_norms);
        } else {
            norms_of(work.b, block.columns, 1, depth, block.columns, work.b_norms);
        }
        for (std::int64_t i = 0; i < block.rows; ++i) {
            widen_bounds_(
                {row_of(work.product, i, block.columns), work.a_norms[index(i)], work.b_norms},
                {row_of(work.lowest, i, block.columns), row_of(work.highest, i, block.columns)});
        }
    }

    const GemmDesign& gemm_;
    Matrix<const std::byte> a_;
    Matrix<const std::byte> b_;
    Matrix<std::byte> lowest_;
    Matrix<std::byte> highest_;
    EndOfSlice end_of_slice_;   // of integers
    WidenBounds widen_bounds_;  // of floating point
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
    Expected c{.lowest = std::vector<std::byte>(index(bytes_of_c(gemm)))};
    if (is_floating(gemm.c_type)) c.highest.resize(c.lowest.size());
    const Operands operands{gemm, a, b};
    Reference work{gemm, operands, a.data(), b.data(), c};
    std::vector<Workspace> workspaces(threads_to_use(), Workspace{gemm.tile->k});
    static_cast<void>(open_blas());  // before threads ask for it, which cannot tell of its errors
    std::vector<std::jthread> threads;
    for (Workspace& workspace : workspaces) {
        threads.emplace_back([&] { work.run(workspace, unwanted); });
    }
    threads.clear();
    return c;
}

arch::Bytes memory_of_reference(const GemmDesign& gemm) {
    const std::int64_t bounds = is_floating(gemm.c_type) ? 2 : 1;
    const auto workspace = Workspace::doubles(gemm.tile->k) * std::int64_t{sizeof(double)};
    // A tiled C is compared line by line.
    const std::int64_t lines = gemm.c_is_tiled() ? bytes_of_c(gemm) : 0;
    return arch::Bytes{bounds * bytes_of_c(gemm) + lines + Operands::bytes(gemm) +
                       static_cast<std::int64_t>(threads_to_use()) * workspace};
}

}  // namespace xdnasim::gemm
