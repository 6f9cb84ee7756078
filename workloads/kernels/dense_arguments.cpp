#include <fmt/format.h>

#include "base/error.hpp"
#include "workloads/kernels/dense_program.hpp"

namespace xdnasim::kernels {
namespace {

void require_multiple(const char* what, int size, int unit) {
    if (size <= 0 || size % unit != 0)
        throw base::InputError{fmt::format(
            "{} is {}, which is not a multiple of {}, a side of a tile", what, size, unit)};
}

}  // namespace

std::string to_string(ChainPart part) {
    switch (part) {
        case ChainPart::Single:
            return "single";
        case ChainPart::First:
            return "first";
        case ChainPart::Middle:
            return "middle";
        case ChainPart::Last:
            break;
    }
    return "last";
}

std::string to_string(RowSum method) {
    switch (method) {
        case RowSum::Product:
            return "product";
        case RowSum::Extract:
            break;
    }
    return "extract";
}

void require_tiles(const Dense& dense) {
    require_multiple("m", dense.m, kDenseRows);
    require_multiple("k", dense.k, kActivationTile);
    require_multiple("n", dense.n, kDenseColumns);
    const ActivationSlice& a = dense.a;
    if (a.first_row % kActivationTile != 0 || a.first_column % kActivationTile != 0 ||
        a.columns % kActivationTile != 0 || a.first_row + dense.m > a.rows ||
        a.first_column + dense.k > a.columns)
        throw base::InputError{
            fmt::format("the slice of {} x {} from ({}, {}) on is not of {} x {}", dense.m, dense.k,
                        a.first_row, a.first_column, a.rows, a.columns)};
}

void require_tiles(const Reduce& reduce) {
    require_multiple("m", reduce.m, kActivationTile);
    require_multiple("n", reduce.n, kActivationTile);
    if (reduce.rows < 0 || reduce.rows > reduce.m)
        throw base::InputError{
            fmt::format("{} rows are to be reduced, of {}", reduce.rows, reduce.m)};
}

CascadeWords cascade_words(const Dense& dense) {
    constexpr int kWordsOfSums = 8;
    constexpr int kWordsOfOutputs = 2;
    const std::int64_t received = dense.receives ? std::int64_t{dense.m / kActivationTile} *
                                                       (dense.a.columns / kActivationTile)
                                                 : 0;
    const std::int64_t blocks = std::int64_t{dense.m / kDenseRows} * (dense.n / kDenseColumns);
    CascadeWords words{received, dense.passes ? received : 0};
    if (dense.gets_sums()) words.gets += kWordsOfSums * blocks;
    if (dense.puts_sums()) words.puts += kWordsOfSums * blocks;
    if (dense.gives) words.puts += kWordsOfOutputs * blocks;
    return words;
}

CascadeWords cascade_words(const Reduce& reduce) {
    constexpr int kWordsOfSums = 2;
    const std::int64_t tiles = reduce.n / kActivationTile;
    CascadeWords words;
    if (reduce.gets) words.gets = kWordsOfSums * tiles;
    if (reduce.puts) words.puts = kWordsOfSums * tiles;
    if (reduce.gives) words.puts = tiles;
    return words;
}

std::vector<arch::Bytes> argument_sizes(const Dense& dense) {
    const auto matrix = [](int rows, int columns) {
        return arch::Bytes{std::int64_t{rows} * columns};
    };
    std::vector<arch::Bytes> sizes{
        dense.receives ? matrix(dense.m, dense.k) : matrix(dense.a.rows, dense.a.columns),
        matrix(dense.k, dense.n)};
    if (dense.adds_bias()) sizes.push_back(size_of(DataType::Int32) * std::int64_t{dense.n});
    if (!dense.puts_sums() && !dense.gives) sizes.push_back(matrix(dense.m, dense.n));
    return sizes;
}

std::vector<arch::Bytes> argument_sizes(const Reduce& reduce) {
    std::vector<arch::Bytes> sizes{arch::Bytes{std::int64_t{reduce.m} * reduce.n}};
    if (!reduce.puts && !reduce.gives) sizes.emplace_back(std::int64_t{kActivationTile} * reduce.n);
    return sizes;
}

std::vector<std::string> argument_arrays(const Dense& dense) {
    std::vector<std::string> names{"A", "B"};
    if (dense.adds_bias()) names.emplace_back("bias");
    if (!dense.puts_sums() && !dense.gives) names.emplace_back("out");
    return names;
}

std::vector<std::string> argument_arrays(const Reduce& reduce) {
    if (reduce.puts || reduce.gives) return {"x"};
    return {"x", "out"};
}

}  // namespace xdnasim::kernels
