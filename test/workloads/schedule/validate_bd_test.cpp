#include "test/workloads/schedule/validation_fixture.hpp"

namespace xdnasim::schedule::test {
namespace {

using arch::Bytes;

class ValidateBd : public Validation {
 protected:
    /// BD 2 of the MemTile (MM2S), which sends buffer in0 of 1,024 bytes.
    Bd& out = bd(kMem, 2);
    const std::string where = "mem tile (0,1) BD 2";
};

TEST_F(ValidateBd, AcceptsAWalkInEveryDimension) {
    out.dimensions = {{2, Bytes{4}}, {8, Bytes{128}}, {16, Bytes{8}}};
    EXPECT_TRUE(is_valid());
}

TEST_F(ValidateBd, NamesALengthOfNothing) {
    out.length = Bytes{0};
    EXPECT_TRUE(only_breach(where, "length in words is 0; allowed are 1 to 131071"));
}

TEST_F(ValidateBd, NamesALengthOfHalfAWord) {
    out.length = Bytes{1022};
    EXPECT_TRUE(only_breach(where, "length is 1022 bytes; it must be a multiple of 4"));
}

TEST_F(ValidateBd, NamesAPacketOfNothingButTheHeaderInItsData) {
    const std::string told = "sends the header of a packet and no data; allowed: 8 bytes and more";
    out.packet = PacketHeader{.in_data = true};
    out.length = Bytes{8};
    EXPECT_FALSE(has_breach(where, told));
    out.length = Bytes{4};
    EXPECT_TRUE(has_breach(where, told));
}

TEST_F(ValidateBd, LetsTheOutermostDimensionGoOnForTheLength) {
    out.dimensions = {{8, Bytes{4}}, {2, Bytes{32}}};  // covers 16 of the 256 words
    EXPECT_TRUE(is_valid());
}

TEST_F(ValidateBd, NamesALengthThatCutsAnInnerDimension) {
    out.dimensions = {{3, Bytes{4}}, {85, Bytes{12}}};
    EXPECT_TRUE(only_breach(where, "length is 256 words; it must be a multiple of the 3 words"));
}

TEST_F(ValidateBd, ChecksWhereTheOutermostDimensionEndsUp) {
    // The length of 256 words makes 32 lines of 8 words, which end at 31 * 36 + 32 = 1,148 bytes.
    out.dimensions = {{8, Bytes{4}}, {2, Bytes{36}}};
    EXPECT_TRUE(only_breach(where, "touches bytes 0 to 1147 of a buffer of 1024 bytes"));
}

TEST_F(ValidateBd, NamesASizeOfZero) {
    out.dimensions = {{0, Bytes{4}}, {2, Bytes{4}}};
    EXPECT_TRUE(only_breach(where, "size of dimension 0 is 0; allowed are 1 to 1023"));
}

TEST_F(ValidateBd, NamesAStrideThatTheRegisterCannotHold) {
    out.dimensions = {{256, Bytes{0}}};
    EXPECT_TRUE(only_breach(where, "stride of dimension 0 in words is 0; allowed are 1 to 131072"));
    out.dimensions = {{256, Bytes{-4}}};
    EXPECT_TRUE(only_breach(where, "stride of dimension 0 in words is -1"));
    out.dimensions = {{256, Bytes{2}}};
    EXPECT_TRUE(only_breach(where, "stride of dimension 0 is 2 bytes"));
}

TEST_F(ValidateBd, LetsADimensionOfOneStepHaveAnyStride) {
    out.dimensions = {{256, Bytes{4}}, {1, Bytes{0}}, {1, Bytes{-3}}};
    EXPECT_TRUE(is_valid());
}

TEST_F(ValidateBd, NamesAnOffsetBeforeTheBuffer) {
    out.offset = Bytes{-4};
    EXPECT_TRUE(only_breach(where, "touches bytes -4 to 1019"));
}

TEST_F(ValidateBd, NamesAnOffsetOfHalfAWord) {
    out.offset = Bytes{2};
    out.length = Bytes{512};
    EXPECT_TRUE(only_breach(where, "offset is 2 bytes"));
}

TEST_F(ValidateBd, NamesTheFirstByteBehindTheBuffer) {
    out.length = Bytes{1020};
    out.offset = Bytes{4};
    EXPECT_TRUE(is_valid());
    out.offset = Bytes{8};
    EXPECT_TRUE(only_breach(where, "touches bytes 8 to 1027 of a buffer of 1024 bytes"));
}

TEST_F(ValidateBd, CountsTheIterationsInItsAddresses) {
    out.length = Bytes{256};
    out.iteration = Iteration{4, Bytes{256}};
    EXPECT_TRUE(is_valid());
    out.iteration = Iteration{5, Bytes{256}};
    EXPECT_TRUE(only_breach(where, "touches bytes 0 to 1279"));
}

TEST_F(ValidateBd, NamesABaseAddressThatTheRegisterCannotHold) {
    device.comp_tile.dma.bd.address_bits = 9;
    EXPECT_TRUE(has_breach("core (0,2) BD 3", "base address in words is"));
    device.comp_tile.dma.bd.address_bits = 14;
    EXPECT_FALSE(has_breach("core (0,2) BD 3", "base address in words is"));
}

TEST_F(ValidateBd, PlacesAMemTileBehindItsWestNeighbourInTheAddresses) {
    device.mem_tile.dma.bd.address_bits = 17;  // 2^17 words = 512 KB: the western neighbour alone
    EXPECT_TRUE(has_breach(where, "base address in words is 131072; allowed are 0 to 131071"));
}

TEST_F(ValidateBd, CountsZeroPaddingInTheLength) {
    out.dimensions = {{13, Bytes{4}}, {16, Bytes{52}}};
    out.padding = {{2, 1}};
    EXPECT_TRUE(is_valid());  // 16 lines of 16 words, of which 13 are from memory
    out.padding = {{2, 2}};
    EXPECT_TRUE(only_breach(where, "a multiple of the 17 words"));
}

TEST_F(ValidateBd, EndsAPaddedOutermostDimensionAtItsSize) {
    out.dimensions = {{253, Bytes{4}}};
    out.padding = {{2, 1}};
    EXPECT_TRUE(is_valid());
    out.padding = {{2, 2}};
    EXPECT_TRUE(only_breach(where, "it must be the 257 words of all dimensions"));
}

TEST_F(ValidateBd, NamesPaddingThatNoDmaOfACoreHas) {
    bd(kCore, 2).dimensions = {{253, Bytes{4}}};
    bd(kCore, 2).padding = {{2, 1}};
    EXPECT_TRUE(only_breach("core (0,2) BD 2", "has zero padding; only mem tiles pad"));
}

TEST_F(ValidateBd, NamesPaddingOfDimensionsThatAreNotThere) {
    out.padding = {{1, 1}};
    EXPECT_TRUE(only_breach(where, "number of padded dimensions is 1; allowed are 0 to 0"));
}

TEST_F(ValidateBd, NamesABufferOutOfReach) {
    out.buffer = BufferRef{kCore, 0};
    EXPECT_TRUE(only_breach(where, "a buffer of core (0,2), which this DMA cannot reach"));
}

TEST_F(ValidateBd, NamesABufferThatDoesNotExist) {
    out.buffer = BufferRef{kMem, 4};
    EXPECT_TRUE(only_breach(where, "buffer 4 of mem tile (0,1), which does not exist"));
}

TEST_F(ValidateBd, NamesAHostBufferOutsideAShim) {
    out.buffer = HostBufferRef{0};
    EXPECT_TRUE(only_breach(where, "host buffer 0; only a shim's DMA"));
}

TEST_F(ValidateBd, NamesATileBufferInAShim) {
    op<WriteBd>(0).bd.buffer = BufferRef{kMem, 0};
    EXPECT_TRUE(has_breach("sequence op 0", "a shim's DMA reaches host buffers only"));
}

TEST_F(ValidateBd, NamesALockOutOfReach) {
    out.acquire->lock.tile = kCore;
    EXPECT_TRUE(only_breach(where, "lock 1 of core (0,2), which this DMA cannot reach"));
}

TEST_F(ValidateBd, NamesALockThatIsNotDeclared) {
    out.release->lock.id = 9;
    EXPECT_TRUE(only_breach(where, "lock 9 of mem tile (0,1), which is not declared"));
}

TEST_F(ValidateBd, NamesAnAcquiredValueThatTheRegisterReadsOtherwise) {
    out.acquire->value = 0;
    EXPECT_TRUE(only_breach(where, "acquired value (greater or equal) is 0; allowed are 1 to 63"));
    out.acquire->condition = LockCondition::Equal;
    EXPECT_FALSE(has_breach(where, "acquired value"));
}

}  // namespace
}  // namespace xdnasim::schedule::test
