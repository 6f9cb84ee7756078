
#include <algorithm>
#include <cstring>
#include <functional>
#include <vector>

#include "base/error.hpp"
#include "workloads/kernels/bfp16.hpp"
#include "workloads/kernels/execute.hpp"
#include "workloads/kernels/numerics.hpp"

namespace xdnasim::kernels {
namespace {

using Bytes = std::span<std::byte>;

constexpr std::int64_t kTileValues = std::int64_t{kBfp16Values} * kBfp16Values;

/// Tiles of floats, one after the other.
using Tiles = std::vector<float>;

float* tile_at(Tiles& tiles, std::int64_t index) {
    return tiles.data() + index * kTileValues;
}

Tiles tiles_for(int rows, int columns) {
    return Tiles(static_cast<std::size_t>(std::int64_t{rows} * columns));
}

/// Decodes a matrix that lies in pairs of lines of tiles. The result has its tiles line by line.
Tiles decoded(const std::byte* from, int lines, int depth_values) {
    const std::int64_t depth = depth_values / kBfp16Values;
    Tiles tiles = tiles_for(lines, depth_values);
    for (std::int64_t line = 0; line < lines / kBfp16Values; ++line)
        for (std::int64_t step = 0; step < depth; ++step)
            std::ranges::copy(
                load_bfp16_tile(from + kBfp16TileBytes * place_in_pairs(line, step, depth)),
                tile_at(tiles, line * depth + step));
    return tiles;
}

Bfp16Tile bf16_tile(const std::byte* from) {
    Bfp16Tile tile{};
    for (float& value : tile) {
        Bfloat16 element;
        std::memcpy(&element.bits, from, sizeof element.bits);
        value = static_cast<float>(element);
        from += sizeof element.bits;
    }
    return tile;
}

/// Converts A from bf16, tile by tile in rows, to bfp16ebs8 in pairs of rows.
void convert_a(const Matmul& matmul, const std::byte* from, std::byte* to) {
    constexpr std::int64_t kTileOfBf16 = 2 * kTileValues;
    const std::int64_t depth = matmul.k / kBfp16Values;
    for (std::int64_t row = 0; row < matmul.m / kBfp16Values; ++row)
        for (std::int64_t step = 0; step < depth; ++step, from += kTileOfBf16)
            store_bfp16_tile(bf16_tile(from),
                             to + kBfp16TileBytes * place_in_pairs(row, step, depth));
}

/// The same product with operands of floats, whose tiles lie row by row in A and column by column
/// in B.
Matmul of_floats(Matmul matmul) {
    matmul.b_layout = Layout::ColumnMajor;
    return matmul;
}

void add_to_bf16(std::span<const float> product, Rounding rounding, std::byte* c) {
    with_rounding(rounding, [&]<Rounding kRounding>() {
        for (const float added : product) {
            Bfloat16 element;
            std::memcpy(&element.bits, c, sizeof element.bits);
            element = to_bfloat16<kRounding>(static_cast<float>(element) + added);
            std::memcpy(c, &element.bits, sizeof element.bits);
            c += sizeof element.bits;
        }
    });
}

void add_to_bfp16(const Matmul& matmul, std::span<const float> product, std::byte* c) {
    const std::int64_t columns = matmul.n / kBfp16Values;
    for (std::int64_t row = 0; row < matmul.m / kBfp16Values; ++row)
        for (std::int64_t column = 0; column < columns; ++column) {
            std::byte* const at = c + kBfp16TileBytes * place_in_squares(row, column, columns);
            Bfp16Tile tile = load_bfp16_tile(at);
            const auto added = product.subspan(
                static_cast<std::size_t>((row * columns + column) * kTileValues), tile.size());
            std::ranges::transform(tile, added, tile.begin(), std::plus{});
            store_bfp16_tile(tile, at);
        }
}

}  // namespace

void multiply_bfp16(const Matmul& matmul, std::span<const std::span<std::byte>> arguments) {
    if (matmul.m % (2 * kBfp16Values) != 0 || matmul.n % (2 * kBfp16Values) != 0)
        throw base::InputError{
            "tiles of bfp16ebs8 lie in pairs: m and n of a product that is computed are multiples "
            "of 16"};
    const std::byte* a = arguments[0].data();
    if (matmul.converts_a()) {
        convert_a(matmul, a, arguments[3].data());
        a = arguments[3].data();
    } else if (matmul.a != DataType::Bfp16ebs8) {
        throw base::InputError{"products of " + arch::product_name(matmul.a, matmul.b, matmul.c) +
                               " are not modelled: run without verification"};
    }
    const Tiles rows = decoded(a, matmul.m, matmul.k);
    const Tiles columns = decoded(arguments[1].data(), matmul.n, matmul.k);
    const auto product =
        tiled_product<float, float>(of_floats(matmul), std::as_bytes(std::span{rows}).data(),
                                    std::as_bytes(std::span{columns}).data());
    if (matmul.c == DataType::Bf16)
        add_to_bf16(product, matmul.rounding, arguments[2].data());
    else if (matmul.c == DataType::Bfp16ebs8)
        add_to_bfp16(matmul, product, arguments[2].data());
    else
        throw base::InputError{"products of " + arch::product_name(matmul.a, matmul.b, matmul.c) +
                               " are not modelled: run without verification"};
}

void encode_staged(const Encode& encode, Bytes buffer) {
    const std::int64_t values = std::int64_t{encode.m} * encode.n;
    const std::byte* from =
        buffer.data() + (staged_size(values) - size_of(DataType::Bf16) * values).count();
    std::vector<std::byte> encoded(
        static_cast<std::size_t>(storage(DataType::Bfp16ebs8, values).count()));
    const std::int64_t columns = encode.n / kBfp16Values;
    for (std::int64_t row = 0; row < encode.m / kBfp16Values; ++row)
        for (std::int64_t column = 0; column < columns; ++column, from += 2 * kTileValues)
            store_bfp16_tile(
                bf16_tile(from),
                encoded.data() + kBfp16TileBytes * place_in_squares(row, column, columns));
    std::ranges::copy(encoded, buffer.begin());
}

}  // namespace xdnasim::kernels
