#include "test/workloads/schedule/validation_fixture.hpp"

namespace xdnasim::schedule::test {
namespace {

using arch::Bytes;

using ValidateTile = Validation;

TEST_F(ValidateTile, NamesABufferThatLeavesTheMemory) {
    program(kMem).buffers.push_back({"big", Bytes{524288 - 64}, Bytes{64}});
    EXPECT_TRUE(is_valid());
    program(kMem).buffers.back().size = Bytes{68};
    EXPECT_TRUE(only_breach("mem tile (0,1) buffer 'big'",
                            "bytes 524224 to 524291; the memory has "
                            "524288"));
}

TEST_F(ValidateTile, NamesABufferBeforeTheMemory) {
    program(kMem).buffers.push_back({"low", Bytes{-8}, Bytes{4}});
    EXPECT_TRUE(has_breach("mem tile (0,1) buffer 'low'", "lies at bytes -8 to -5"));
}

TEST_F(ValidateTile, NamesABufferThatIsNotAligned) {
    program(kMem).buffers.push_back({"odd", Bytes{8194}, Bytes{4}});
    EXPECT_TRUE(only_breach("mem tile (0,1) buffer 'odd'", "address is 8194 bytes"));
}

TEST_F(ValidateTile, NamesABufferWithoutBytes) {
    program(kMem).buffers.push_back({"empty", Bytes{8192}, Bytes{0}});
    EXPECT_TRUE(only_breach("mem tile (0,1) buffer 'empty'", "size is 0 bytes"));
}

TEST_F(ValidateTile, NamesABufferThatOverlapsAnother) {
    program(kMem).buffers.push_back({"next", Bytes{4096}, Bytes{64}});
    EXPECT_TRUE(is_valid());
    program(kMem).buffers.back().address = Bytes{4092};
    EXPECT_TRUE(only_breach("mem tile (0,1) buffer 'next'",
                            "begins at byte 4092, within buffer 'out1' at 3072 to 4095"));
}

TEST_F(ValidateTile, NamesEveryBufferThatAWideOneCovers) {
    program(kMem).buffers.push_back({"wide", Bytes{0}, Bytes{4096}});
    EXPECT_TRUE(has_breach("mem tile (0,1) buffer 'in1'", "within buffer 'wide'"));
    EXPECT_TRUE(has_breach("mem tile (0,1) buffer 'out1'", "within buffer 'wide'"));
}

TEST_F(ValidateTile, NamesABufferInTheStack) {
    program(kCore).stack += Bytes{4};
    EXPECT_TRUE(only_breach("core (0,2) buffer 'in0'", "the core's stack takes the first"));
}

TEST_F(ValidateTile, NamesAStackThatIsNoCores) {
    program(kMem).buffers.erase(program(kMem).buffers.begin(), program(kMem).buffers.end());
    program(kMem).stack = Bytes{1024};
    EXPECT_TRUE(has_breach("mem tile (0,1)", "stack in bytes is 1024; allowed are 0 to 0"));
}

TEST_F(ValidateTile, NamesABufferNameUsedTwice) {
    program(kMem).buffers.push_back({"in0", Bytes{8192}, Bytes{64}});
    EXPECT_TRUE(only_breach("mem tile (0,1) buffer 'in0'", "another buffer of the tile"));
}

TEST_F(ValidateTile, NamesABufferInAShim) {
    TileProgram shim;
    shim.tile = kShim;
    shim.buffers = {{"b", {}, Bytes{4}}};
    schedule.tiles.insert(schedule.tiles.begin(), shim);
    EXPECT_TRUE(only_breach("shim (0,0) buffer 'b'", "without data memory"));
}

TEST_F(ValidateTile, NamesALockDeclaredTwice) {
    program(kMem).locks.push_back({3, "again", 0});
    EXPECT_TRUE(only_breach("mem tile (0,1) lock 3", "more than once"));
}

TEST_F(ValidateTile, NamesABdDefinedTwice) {
    program(kMem).bds.push_back(bd(kMem, 24));
    EXPECT_TRUE(only_breach("mem tile (0,1) BD 24", "more than once"));
}

TEST_F(ValidateTile, NamesABdFollowedByNothing) {
    bd(kMem, 24).next = 30;
    EXPECT_TRUE(only_breach("mem tile (0,1) BD 24", "followed by BD 30, which does not exist"));
}

TEST_F(ValidateTile, NamesABdOfAShimWithoutDma) {
    TileProgram& shim = schedule.tiles.emplace_back();
    shim.tile = {1, 0};
    shim.bds.emplace_back().id = 3;
    device.shim_has_dma[1] = false;
    EXPECT_TRUE(only_breach("shim (1,0) BD 3", "without DMA"));
}

}  // namespace
}  // namespace xdnasim::schedule::test
