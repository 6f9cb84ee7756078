#include <array>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "test/support/stock_device.hpp"
#include "workloads/transfer/transfer_parts.hpp"

namespace xdnasim::transfer {
namespace {

using arch::Bytes;
using arch::kWord;
using schedule::Dimension;
using transfer::Walk;

using Addresses = std::vector<std::int64_t>;  ///< byte addresses of words, in order of access

void add_tile(const MatrixStream& matrix, std::int64_t below, std::int64_t beside,
              Addresses& addresses) {
    for (std::int64_t row = below * matrix.runs; row < (below + 1) * matrix.runs; ++row)
        for (Bytes byte{}; byte < matrix.run; byte += kWord)
            addresses.push_back((matrix.row * row + matrix.run * beside + byte).count());
}

/// The addresses that `column` takes of the matrix, tile by tile, as MatrixStream defines them.
Addresses share_of(const MatrixStream& matrix, int columns, int column) {
    const std::int64_t beside = matrix.row / matrix.run;
    const std::int64_t below = matrix.rows / matrix.runs;
    Addresses addresses;
    if (matrix.walk == Walk::Along) {
        for (std::int64_t strip = column; strip < below; strip += columns)
            for (std::int64_t tile = 0; tile < beside; ++tile)
                add_tile(matrix, strip, tile, addresses);
    } else if (matrix.walk == Walk::Across) {
        for (std::int64_t strip = column; strip < beside; strip += columns)
            for (std::int64_t tile = 0; tile < below; ++tile)
                add_tile(matrix, tile, strip, addresses);
    } else {
        const std::int64_t band = below / columns;
        for (std::int64_t strip = 0; strip < beside; ++strip)
            for (std::int64_t tile = column * band; tile < (column + 1) * band; ++tile)
                add_tile(matrix, tile, strip, addresses);
    }
    return addresses;
}

/// Appends the addresses that the innermost `left` dimensions of a BD visit, starting at `at`.
void walk(const std::vector<Dimension>& dimensions, std::size_t left, std::int64_t at,
          Addresses& addresses) {
    if (left == 0) {
        addresses.push_back(at);
        return;
    }
    const Dimension& dimension = dimensions[left - 1];
    for (std::int64_t i = 0; i < dimension.size; ++i)
        walk(dimensions, left - 1, at + i * dimension.stride.count(), addresses);
}

Addresses walked(const MatrixStream& matrix, int columns, int column, const HostPattern& pattern) {
    Addresses addresses;
    const schedule::SemiAffine offset = pattern.offset(start_of_share(matrix, column, columns), 0);
    for (std::int64_t task = 0; task < pattern.tasks(); ++task) {
        const std::array<std::int64_t, 1> index{task};
        for (int i = 0; i < pattern.iteration.size; ++i)
            walk(pattern.dimensions, pattern.dimensions.size(),
                 offset.at(index) + i * pattern.iteration.stride.count(), addresses);
    }
    return addresses;
}

std::vector<std::pair<std::int64_t, std::int64_t>> in_words(const std::vector<Dimension>& loops) {
    std::vector<std::pair<std::int64_t, std::int64_t>> words;
    for (const Dimension& loop : loops)
        words.emplace_back(loop.size, loop.stride / kWord);
    return words;
}

using Steps = std::vector<std::pair<std::int64_t, std::int64_t>>;

const arch::DmaModel& shim_dma() {
    return test::phoenix().shim_tile.dma;
}

MatrixStream matrix_4k(std::int64_t run, std::int64_t runs, Walk walk) {
    return {"M", 4096, Bytes{4096}, Bytes{run}, runs, walk};
}

TEST(HostPattern, TakesTheRowsOfAGemmsAInOneTask) {
    const HostPattern pattern = host_pattern(matrix_4k(64, 32, Walk::Along), 4, shim_dma());
    EXPECT_EQ(in_words(pattern.dimensions), (Steps{{16, 1}, {32, 1024}, {64, 16}}));
    EXPECT_EQ(pattern.length, Bytes{32 * 4096});
    EXPECT_EQ(pattern.iteration.size, 32);
    EXPECT_EQ(pattern.iteration.stride, Bytes{4 * 32 * 4096});
    EXPECT_EQ(pattern.tasks(), 1);
}

TEST(HostPattern, TakesTheColumnsOfARowMajorBInOneTask) {
    const HostPattern pattern = host_pattern(matrix_4k(64, 64, Walk::Across), 4, shim_dma());
    // 4,096 rows are more than a wrap register holds: they are split into 512 * 8.
    EXPECT_EQ(in_words(pattern.dimensions), (Steps{{16, 1}, {512, 1024}, {8, 512 * 1024}}));
    EXPECT_EQ(pattern.iteration.size, 16);
    EXPECT_EQ(pattern.iteration.stride, Bytes{4 * 64});
    EXPECT_EQ(pattern.tasks(), 1);
}

TEST(HostPattern, OfAWholeMatrixInOneColumnIsContiguous) {
    const HostPattern pattern = host_pattern(matrix_4k(4096, 8, Walk::Along), 1, shim_dma());
    EXPECT_EQ(in_words(pattern.dimensions), (Steps{{4096 * 1024, 1}}));
    EXPECT_EQ(pattern.iteration.size, 1);
    EXPECT_EQ(pattern.tasks(), 1);
}

TEST(HostPattern, LeavesToTasksWhatStepsTooFarForTheRegisters) {
    const MatrixStream tall{"M", 4096, Bytes{1 << 20}, Bytes{64}, 1024, Walk::Along};
    const HostPattern pattern = host_pattern(tall, 1, shim_dma());
    EXPECT_EQ(in_words(pattern.dimensions), (Steps{{16, 1}, {512, 1 << 18}}));
    EXPECT_EQ(pattern.iteration.size, 1) << "512 rows below is 2^27 words";
    EXPECT_EQ(in_words(pattern.task_loops),
              (Steps{{2, 512 << 18}, {1 << 14, 16}, {4, 1024 << 18}}));
}

TEST(HostPattern, SplitsALoopThatNoDivisorMakesShorterByLeavingItOpen) {
    const MatrixStream prime{"M", 1031, Bytes{256}, Bytes{64}, 1, Walk::Across};
    const HostPattern pattern = host_pattern(prime, 1, shim_dma());
    EXPECT_EQ(in_words(pattern.dimensions), (Steps{{16, 1}, {1031, 64}}));
    EXPECT_EQ(pattern.iteration.size, 4);
}

TEST(HostPattern, FollowsTheTilesInOrderWhateverTheRegistersHold) {
    std::mt19937 random{7};
    const auto pick = [&](std::int64_t from, std::int64_t to) {
        return std::uniform_int_distribution{from, to}(random);
    };
    for (int i = 0; i < 400; ++i) {
        arch::DmaModel dma = shim_dma();
        dma.max_repeat = static_cast<int>(pick(0, 8));
        dma.bd.dimensions = static_cast<int>(pick(1, 4));
        dma.bd.wrap_bits = static_cast<int>(pick(1, 5));
        dma.bd.step_bits = static_cast<int>(pick(3, 9));
        dma.bd.length_bits = static_cast<int>(pick(3, 9));
        dma.bd.iteration_wrap_bits = static_cast<int>(pick(1, 3));
        dma.bd.iteration_step_bits = static_cast<int>(pick(3, 9));
        const Walk walk = std::array{Walk::Along, Walk::Across, Walk::Bands}.at(
            static_cast<std::size_t>(pick(0, 2)));
        const int columns = static_cast<int>(pick(1, 3));
        const Bytes run = kWord * pick(1, 9);
        const std::int64_t runs = pick(1, 9);
        const MatrixStream matrix{
            "M", runs * pick(1, 5) * columns, run * pick(1, 5) * columns, run, runs, walk};
        SCOPED_TRACE(fmt::format("{} x {} in {} x {}, {} columns, trial {}", matrix.rows,
                                 matrix.row.count(), runs, run.count(), columns, i));
        const HostPattern pattern = host_pattern(matrix, columns, dma);
        const int column = columns - 1;
        ASSERT_EQ(walked(matrix, columns, column, pattern), share_of(matrix, columns, column));
    }
}

}  // namespace
}  // namespace xdnasim::transfer
