// The matrices of a verified run: conversion between matrices and the frames of the ports.

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "workloads/gemm/packs/pack_parts.hpp"
#include "workloads/gemm/reference/gemm_reference.hpp"

namespace xdnasim::gemm::packs {

namespace {

using Contents = std::vector<std::byte>;

/// Rows and columns in elements.
struct Shape {
    std::int64_t rows = 0;
    std::int64_t columns = 0;
};

/// A block of a row-major matrix that is stored tile by tile: its position, its size, and the size
/// of its tiles.
struct Block {
    std::int64_t row = 0;
    std::int64_t column = 0;
    Shape size{};
    Shape tile{};
};

/// Calls f(offset in the matrix, offset in the frame, length) for each row of each tile, in bytes.
template <class Function>
void for_each_run(const Block& block, std::int64_t pitch, std::int64_t element, Function function) {
    std::int64_t at = 0;
    const std::int64_t run = block.tile.columns * element;
    for (std::int64_t top = 0; top < block.size.rows; top += block.tile.rows)
        for (std::int64_t left = 0; left < block.size.columns; left += block.tile.columns)
            for (std::int64_t row = 0; row < block.tile.rows; ++row, at += run)
                function(((block.row + top + row) * pitch + block.column + left) * element, at,
                         run);
}

/// The product of all packs as a GEMM of the usual kind, whose k is not cut, since sums pass
/// between cores with all their bits.
GemmDesign as_one_product(const PackDesign& design) {
    GemmDesign gemm;
    gemm.size = gemm.padded = design.matrices();
    gemm.a_type = design.types.a;
    gemm.b_type = design.types.b;
    gemm.c_type = design.types.c;
    gemm.tile = Extent{design.tile->m, gemm.size.k, design.tile->n};
    gemm.b_layout = kernels::Layout::RowMajor;
    gemm.shift = *design.shift;
    gemm.rounding = *design.rounding;
    gemm.rows = *design.rows;
    gemm.columns = *design.packs;
    return gemm;
}

class Frames {
 public:
    explicit Frames(const PackDesign& design)
        : design_{design}, numbers_{design}, matrices_{design.matrices()} {}

    /// Calls f(host buffer, its block of the matrix) for each port of the matrix.
    template <class Function>
    void for_each_of_a(Function function) const {
        const auto& [m, k, n] = *design_.tile;
        const Shape tile{design_.mmul->m, design_.mmul->k};
        for (int row = 0; row < design_.rows; ++row)
            for (int core = 0; core < design_.size; ++core)
                function(numbers_.a(row, core), Block{row * m, core * k, {m, k}, tile});
    }
    template <class Function>
    void for_each_of_b(Function function) const {
        const auto& [m, k, n] = *design_.tile;
        const Shape tile{design_.mmul->k, design_.mmul->n};
        for (int pack = 0; pack < design_.packs; ++pack)
            for (int core = 0; core < design_.size; ++core)
                function(numbers_.b(pack, core), Block{core * k, pack * n, {k, n}, tile});
    }
    template <class Function>
    void for_each_of_c(Function function) const {
        const auto& [m, k, n] = *design_.tile;
        const Shape tile{design_.mmul->m, design_.mmul->n};
        for (int row = 0; row < design_.rows; ++row)
            for (int pack = 0; pack < design_.packs; ++pack)
                function(numbers_.c(row, pack), Block{row * m, pack * n, {m, n}, tile});
    }

    [[nodiscard]] std::int64_t pitch_of_a() const { return matrices_.k; }
    [[nodiscard]] std::int64_t pitch_of_b() const { return matrices_.n; }

 private:
    const PackDesign& design_;
    PortNumbers numbers_;
    Extent matrices_;
};

std::int64_t element_of(kernels::DataType type) {
    return size_of(type).count();
}

/// A frame of a port.
struct Frame {
    std::int64_t iteration = 0;
    std::int64_t size = 0;

    [[nodiscard]] std::size_t begin() const { return static_cast<std::size_t>(iteration * size); }
};

void to_frame(const Contents& matrix, const Block& block, std::int64_t pitch, std::int64_t element,
              Contents& buffer, const Frame& frame) {
    for_each_run(block, pitch, element, [&](std::int64_t from, std::int64_t to, std::int64_t run) {
        std::copy_n(matrix.begin() + from, run,
                    buffer.begin() + static_cast<std::int64_t>(frame.begin()) + to);
    });
}

void from_frame(const Contents& buffer, const Frame& frame, const Block& block, std::int64_t pitch,
                std::int64_t element, Contents& matrix) {
    for_each_run(block, pitch, element, [&](std::int64_t to, std::int64_t from, std::int64_t run) {
        std::copy_n(buffer.begin() + static_cast<std::int64_t>(frame.begin()) + from, run,
                    matrix.begin() + to);
    });
}

Contents& buffer_at(schedule::HostMemory& host, int number) {
    return host[static_cast<std::size_t>(number)];
}

/// Seed of an iteration; those of different iterations are far apart.
std::uint64_t seed_of(std::uint64_t seed, std::int64_t iteration) {
    constexpr std::uint64_t kStep = 0x100000001;
    return seed + kStep * static_cast<std::uint64_t>(iteration);
}

Contents zeros(std::int64_t rows, std::int64_t columns, kernels::DataType type) {
    return Contents(static_cast<std::size_t>(storage(type, rows * columns).count()));
}

}  // namespace

void fill(const PackDesign& design, schedule::HostMemory& host, std::uint64_t seed) {
    const GemmDesign gemm = as_one_product(design);
    const Frames frames{design};
    for (std::int64_t iteration = 0; iteration < design.iterations; ++iteration) {
        const Contents a = random_a(gemm, seed_of(seed, iteration));
        const Contents b = random_b(gemm, seed_of(seed, iteration));
        frames.for_each_of_a([&](int number, const Block& block) {
            to_frame(a, block, frames.pitch_of_a(), element_of(design.types.a),
                     buffer_at(host, number), {iteration, design.a_tile().count()});
        });
        frames.for_each_of_b([&](int number, const Block& block) {
            to_frame(b, block, frames.pitch_of_b(), element_of(design.types.b),
                     buffer_at(host, number), {iteration, design.b_tile().count()});
        });
    }
}

schedule::Verification check(const PackDesign& design, const schedule::HostMemory& host) {
    const GemmDesign gemm = as_one_product(design);
    const Frames frames{design};
    const auto& [m, k, n] = gemm.size;
    schedule::Verification all{.passed = true, .message = {}, .saturated_share = {}};
    double saturated = 0;
    for (std::int64_t iteration = 0; iteration < design.iterations; ++iteration) {
        Contents a = zeros(m, k, design.types.a);
        Contents b = zeros(k, n, design.types.b);
        Contents c = zeros(m, n, design.types.c);
        const auto buffer = [&](int number) -> const Contents& {
            return host[static_cast<std::size_t>(number)];
        };
        frames.for_each_of_a([&](int number, const Block& block) {
            from_frame(buffer(number), {iteration, design.a_tile().count()}, block,
                       frames.pitch_of_a(), element_of(design.types.a), a);
        });
        frames.for_each_of_b([&](int number, const Block& block) {
            from_frame(buffer(number), {iteration, design.b_tile().count()}, block,
                       frames.pitch_of_b(), element_of(design.types.b), b);
        });
        frames.for_each_of_c([&](int number, const Block& block) {
            from_frame(buffer(number), {iteration, design.c_tile().count()}, block,
                       frames.pitch_of_b(), element_of(design.types.c), c);
        });
        const schedule::Verification one = compare(gemm, reference(gemm, a, b), c);
        saturated += one.saturated_share.value_or(0) / static_cast<double>(design.iterations);
        all.message = one.message;
        if (one.saturated_share) all.saturated_share = saturated;
        if (one.passed) continue;
        all.passed = false;
        all.message = fmt::format("iteration {}: {}", iteration, one.message);
        return all;
    }
    all.message += fmt::format(", in each of {}", base::counted(design.iterations, "iteration"));
    return all;
}

arch::Bytes memory_to_check(const PackDesign& design) {
    const GemmDesign gemm = as_one_product(design);
    return memory_of_reference(gemm) + storage(design.types.a, gemm.size.m * gemm.size.k) +
           storage(design.types.b, gemm.size.k * gemm.size.n) +
           storage(design.types.c, gemm.size.m * gemm.size.n);
}

}  // namespace xdnasim::gemm::packs
