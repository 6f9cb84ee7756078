#include "workloads/gemm/reference/tiled_matrix.hpp"

#include "workloads/gemm/reference/elements.hpp"

namespace xdnasim::gemm {
namespace {

using kernels::DataType;

constexpr std::int64_t kBytesOfABlock = 9;
constexpr std::int64_t kSide = kValuesOfABlock;  ///< side of the tiles that a core multiplies

std::int64_t element_size(DataType type) {
    return size_of(type).count();
}

}  // namespace

std::int64_t TiledMatrix::byte_of(std::int64_t line, std::int64_t block) const {
    const std::int64_t first = block * kValuesOfABlock;
    const std::int64_t tile = line / tile_lines * (length / tile_length) + first / tile_length;
    const std::int64_t across = line % tile_lines / kSide;
    const std::int64_t along = first % tile_length / kSide;
    const std::int64_t depth = tile_length / kSide;
    const std::int64_t pair = across / 2;
    const std::int64_t within =
        squares ? (pair * (depth / 2) + along / 2) * 4 + across % 2 * 2 + along % 2
                : (pair * depth + along) * 2 + across % 2;
    const std::int64_t blocks_of_a_tile = tile_lines * tile_length / kValuesOfABlock;
    return (tile * blocks_of_a_tile + within * kSide + line % kSide) * kBytesOfABlock;
}

std::int64_t TiledMatrix::bytes() const {
    return lines * length / kValuesOfABlock * kBytesOfABlock;
}

TiledMatrix tiled_a(const GemmDesign& gemm) {
    return {gemm.padded.m, gemm.padded.k, gemm.tile->m, gemm.tile->k, false};
}

TiledMatrix tiled_b(const GemmDesign& gemm) {
    return {gemm.padded.n, gemm.padded.k, gemm.tile->n, gemm.tile->k, false};
}

TiledMatrix tiled_c(const GemmDesign& gemm) {
    return {gemm.padded.m, gemm.padded.n, gemm.tile->m, gemm.tile->n, true};
}

std::vector<std::byte> lines_of(const TiledMatrix& matrix, std::span<const std::byte> bytes) {
    std::vector<std::byte> lines(
        unsigned_of(matrix.lines * matrix.length * element_size(DataType::F32)));
    std::vector<double> values(unsigned_of(kValuesOfABlock));
    std::byte* to = lines.data();
    for (std::int64_t line = 0; line < matrix.lines; ++line)
        for (std::int64_t block = 0; block < matrix.length / kValuesOfABlock; ++block) {
            widen(DataType::Bfp16ebs8, bytes.data() + matrix.byte_of(line, block), values);
            narrow(DataType::F32, values, to);
            to += kValuesOfABlock * element_size(DataType::F32);
        }
    return lines;
}

std::vector<std::byte> tiled(
    const TiledMatrix& matrix,
    const std::function<void(std::int64_t index, std::span<double> line)>& line) {
    std::vector<std::byte> bytes(unsigned_of(matrix.bytes()));
    std::vector<double> values(unsigned_of(matrix.length));
    for (std::int64_t i = 0; i < matrix.lines; ++i) {
        line(i, values);
        for (std::int64_t block = 0; block < matrix.length / kValuesOfABlock; ++block)
            narrow(DataType::Bfp16ebs8,
                   std::span{values}.subspan(unsigned_of(block * kValuesOfABlock),
                                             unsigned_of(kValuesOfABlock)),
                   bytes.data() + matrix.byte_of(i, block));
    }
    return bytes;
}

std::vector<std::byte> cut_off_lines(std::int64_t length, std::span<const std::byte> bf16) {
    const std::int64_t values = std::ssize(bf16) / element_size(DataType::Bf16);
    std::vector<std::byte> lines(unsigned_of(values * element_size(DataType::F32)));
    std::vector<double> line(unsigned_of(length));
    std::vector<std::byte> blocks(unsigned_of(length / kValuesOfABlock * kBytesOfABlock));
    for (std::int64_t first = 0; first < values; first += length) {
        widen(DataType::Bf16, bf16.data() + first * element_size(DataType::Bf16), line);
        narrow(DataType::Bfp16ebs8, line, blocks.data());
        widen(DataType::Bfp16ebs8, blocks.data(), line);
        narrow(DataType::F32, line, lines.data() + first * element_size(DataType::F32));
    }
    return lines;
}

}  // namespace xdnasim::gemm
