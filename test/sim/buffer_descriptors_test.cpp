#include "sim/buffer_descriptors.hpp"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace xdnasim::sim {
namespace {

using arch::Bytes;
using schedule::Bd;

TEST(BdTable, StepsAnIterationOnWithEachExecutionUntilItBeginsAnew) {
    Bd bd;
    bd.length = Bytes{16};
    bd.id = 1;
    bd.offset = Bytes{100};
    bd.iteration = schedule::Iteration{.size = 3, .stride = Bytes{16}};
    BdTable bds{2};
    bds.write(bd);
    std::vector<std::int64_t> offsets;
    for (int execution = 0; execution < 5; ++execution)
        offsets.push_back(bds.take_offset(1).count());
    EXPECT_EQ(offsets, (std::vector<std::int64_t>{100, 116, 132, 100, 116}));
    // A BD that is written again begins at its first offset.
    bds.write(bd);
    EXPECT_EQ(bds.take_offset(1), Bytes{100});
}

TEST(BdTable, CountsOnWhereTheRegisterOfTheIterationIsNotWritten) {
    schedule::WriteBd write;
    write.bd.iteration = schedule::Iteration{.size = 3, .stride = Bytes{16}};
    EXPECT_EQ(iteration_after(write, 2), 0);
    write.keeps_iteration = true;
    EXPECT_EQ(iteration_after(write, 2), 2);
    write.bd.iteration->size = 2;
    EXPECT_EQ(iteration_after(write, 2), 0);
    write.bd.iteration.reset();
    EXPECT_EQ(iteration_after(write, 2), 0);
    BdTable bds{1};
    Bd bd;
    bd.length = Bytes{16};
    bd.iteration = schedule::Iteration{.size = 3, .stride = Bytes{16}};
    bds.write(bd, nullptr, 2);
    EXPECT_EQ(bds.take_offset(0), Bytes{32});
    EXPECT_EQ(bds.take_offset(0), Bytes{0});
}

}  // namespace
}  // namespace xdnasim::sim
