#include "xdnasim/workloads/gemm/reference/gemm_reference.hpp"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cmath>
#include <cstring>
#include <thread>

#include <cblas.h>

#include "xdnasim/workloads/gemm/reference/exact_rounding.hpp"

namespace xdnasim::gemm {
namespace {

using kernels::DataType;

/// A block of C is computed at a time, so that it and its slices stay in a core's caches.
constexpr std::int64_t kBlockRows = 256;
constexpr std::int64_t kBlockColumns = 512;

template <class T>
void widen(const std::byte* from, std::span<double> to) {
    for (double& value : to) {
        T element;
        std::memcpy(&element, from, sizeof element);
        value = static_cast<double>(element);
        from += sizeof element;
    }
}

void widen(DataType type, const std::byte* from, std::span<double> to) {
    switch (type) {
        case DataType::Int8:
            return widen<std::int8_t>(from, to);
        case DataType::Int16:
            return widen<std::int16_t>(from, to);
        default:
            return widen<std::int32_t>(from, to);
    }
}

template <class T>
void narrow(std::span<const double> from, std::byte* to) {
    for (const double value : from) {
        const auto element = static_cast<T>(value);
        std::memcpy(to, &element, sizeof element);
        to += sizeof element;
    }
}

void narrow(DataType type, std::span<const double> from, std::byte* to) {
    switch (type) {
        case DataType::Int8:
            return narrow<std::int8_t>(from, to);
        case DataType::Int16:
            return narrow<std::int16_t>(from, to);
        default:
            return narrow<std::int32_t>(from, to);
    }
}

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

/// The rectangle as doubles, row after row.
void widen(const Matrix<const std::byte>& matrix, const Rectangle& part, std::span<double> to) {
    const auto columns = static_cast<std::size_t>(part.columns);
    for (std::int64_t i = 0; i < part.rows; ++i, to = to.subspan(columns)) {
        widen(matrix.type, matrix.at(part.row + i, part.column), to.first(columns));
    }
}

/// What one thread needs to compute a block of C.
struct Workspace {
    std::vector<double> a, b, c;
};

class Reference {
 public:
    Reference(const schedule::GemmDescription& gemm, const std::byte* a, const std::byte* b,
              std::byte* c)
        : gemm_{gemm},
          a_{a, gemm.padded.k, gemm.a_type},
          b_{b, b_is_transposed() ? gemm.padded.k : gemm.padded.n, gemm.b_type},
          c_{c, gemm.padded.n, gemm.c_type},
          finish_{finish_of(gemm)} {}

    /// Shared by threads, each with a workspace of its own: computes blocks until none is left.
    void run(Workspace& work) {
        const std::int64_t columns = blocks(gemm_.padded.n, kBlockColumns);
        const std::int64_t all = blocks(gemm_.padded.m, kBlockRows) * columns;
        for (std::int64_t i = next_++; i < all; i = next_++) {
            const std::int64_t row = i / columns * kBlockRows;
            const std::int64_t column = i % columns * kBlockColumns;
            compute({row, column, std::min(kBlockRows, gemm_.padded.m - row),
                     std::min(kBlockColumns, gemm_.padded.n - column)},
                    work);
        }
    }

    [[nodiscard]] Workspace workspace() const {
        const auto doubles = [](std::int64_t rows, std::int64_t columns) {
            return std::vector<double>(static_cast<std::size_t>(rows * columns));
        };
        return {doubles(kBlockRows, gemm_.tile.k), doubles(gemm_.tile.k, kBlockColumns),
                doubles(kBlockRows, kBlockColumns)};
    }

 private:
    static std::int64_t blocks(std::int64_t extent, std::int64_t block) {
        return (extent + block - 1) / block;
    }

    [[nodiscard]] bool b_is_transposed() const {
        return gemm_.b_layout == schedule::Layout::ColumnMajor;
    }

    void compute(const Rectangle& block, Workspace& work) const {
        const auto outputs =
            std::span{work.c}.first(static_cast<std::size_t>(block.rows * block.columns));
        std::ranges::fill(outputs, 0.0);
        for (std::int64_t k = 0; k < gemm_.padded.k; k += gemm_.tile.k) {
            add_slice(block, k, work);
            finish_(outputs);
        }
        const auto columns = static_cast<std::size_t>(block.columns);
        for (std::int64_t i = 0; i < block.rows; ++i) {
            narrow(c_.type, outputs.subspan(static_cast<std::size_t>(i) * columns, columns),
                   c_.at(block.row + i, block.column));
        }
    }

    /// C += A B / 2^shift: the same as shifting C up, and exact, since the factor is a
    /// power of two.
    void add_slice(const Rectangle& block, std::int64_t k, Workspace& work) const {
        const std::int64_t depth = gemm_.tile.k;
        widen(a_, {block.row, k, block.rows, depth}, work.a);
        if (b_is_transposed()) {
            widen(b_, {block.column, k, block.columns, depth}, work.b);
        } else {
            widen(b_, {k, block.column, depth, block.columns}, work.b);
        }
        const auto rows = static_cast<blasint>(block.rows);
        const auto columns = static_cast<blasint>(block.columns);
        const auto inner = static_cast<blasint>(depth);
        cblas_dgemm(CblasRowMajor, CblasNoTrans, b_is_transposed() ? CblasTrans : CblasNoTrans,
                    rows, columns, inner, std::ldexp(1.0, -gemm_.shift), work.a.data(), inner,
                    work.b.data(), b_is_transposed() ? inner : columns, 1.0, work.c.data(),
                    columns);
    }

    const schedule::GemmDescription& gemm_;
    Matrix<const std::byte> a_;
    Matrix<const std::byte> b_;
    Matrix<std::byte> c_;
    Finish finish_;
    std::atomic<std::int64_t> next_{0};
};

}  // namespace

std::vector<std::byte> reference(const schedule::GemmDescription& gemm,
                                 std::span<const std::byte> a, std::span<const std::byte> b) {
    assert(gemm.padded.k % gemm.tile.k == 0);
    require_exact(gemm);
    std::vector<std::byte> c(static_cast<std::size_t>(gemm.padded.m * gemm.padded.n *
                                                      kernels::size_of(gemm.c_type).count()));
    Reference work{gemm, a.data(), b.data(), c.data()};
    std::vector<Workspace> workspaces(std::max(1U, std::thread::hardware_concurrency()),
                                      work.workspace());
    // The threads here share the work better than those of OpenBLAS would: blocks need no
    // waiting for each other, and rounding runs in parallel too.
    openblas_set_num_threads(1);
    std::vector<std::jthread> threads;
    for (Workspace& workspace : workspaces) {
        threads.emplace_back([&] { work.run(workspace); });
    }
    threads.clear();
    return c;
}

}  // namespace xdnasim::gemm
