#include "test/workloads/schedule/validation_fixture.hpp"

namespace xdnasim::schedule::test {
namespace {

using arch::Bytes;
using arch::Direction;

/// Operations of the sequence: 0 and 1 write and push the BD of "in", 2 and 3 that of "out", which
/// gives a token, and 4 awaits the token.
class ValidateSequence : public Validation {
 protected:
    /// Puts the whole sequence into a loop of `count` rounds, each of which moves one piece of the
    /// host buffers, and returns the loop.
    SequenceLoop& loop(std::int64_t count) {
        const Bytes piece = host_buffer_named(schedule, "in").size / count;
        for (const std::size_t write : {0U, 2U}) {
            op<WriteBd>(write).bd.length = piece;
            op<WriteBd>(write).offset.terms = {{.loop = 0, .stride = piece.count()}};
        }
        schedule.sequence = {{SequenceLoop{count, schedule.sequence}}};
        return op<SequenceLoop>(0);
    }
    WriteBd& first_write(SequenceLoop& of) { return std::get<WriteBd>(of.body[0].op); }
};

TEST_F(ValidateSequence, AcceptsALoop) {
    loop(8);
    EXPECT_TRUE(is_valid());
}

TEST_F(ValidateSequence, NamesAHostBufferOfATileThatIsNoShim) {
    op<WriteBd>(0).tile = kMem;
    EXPECT_TRUE(
        has_breach("sequence op 0", "uses host buffer 0; only a shim's DMA reaches host memory"));
}

TEST_F(ValidateSequence, NamesAWriteToATileOutsideTheArray) {
    op<WriteBd>(0).tile = {99, 1};
    EXPECT_TRUE(
        has_breach("sequence op 0", "writes a BD of tile (99,1), which is not in the array"));
}

TEST_F(ValidateSequence, NamesAShimWithoutDma) {
    device.shim_has_dma[0] = false;
    EXPECT_TRUE(has_breach("sequence op 0", "writes a BD of shim (0,0), which has no DMA"));
    EXPECT_TRUE(has_breach("sequence op 1", "uses the DMA of shim (0,0), which has none"));
}

TEST_F(ValidateSequence, NamesTheBreachesOfAWrittenBd) {
    op<WriteBd>(0).bd.length = Bytes{8190};
    EXPECT_TRUE(only_breach("sequence op 0", "length is 8190 bytes"));
}

TEST_F(ValidateSequence, NamesAHostBufferThatDoesNotExist) {
    op<WriteBd>(2).bd.buffer = HostBufferRef{2};
    EXPECT_TRUE(only_breach("sequence op 2", "host buffer 2; there are 2"));
}

TEST_F(ValidateSequence, FollowsAnOffsetThroughItsLoop) {
    SequenceLoop& all = loop(8);
    first_write(all).offset.base = 4;  // the last round leaves the buffer
    EXPECT_TRUE(only_breach("sequence op 1", "touches bytes 7172 to 8195 of a buffer of 8192"));
}

TEST_F(ValidateSequence, ReportsARepeatedBreachOnce) {
    SequenceLoop& all = loop(8);
    first_write(all).offset = {.base = 8192, .terms = {}};
    EXPECT_TRUE(only_breach("sequence op 1", "touches bytes 8192 to 9215"));
}

TEST_F(ValidateSequence, NamesAnOffsetOfABdThatNobodyWouldSee) {
    op<WriteBd>(0).bd.offset = Bytes{4096};
    EXPECT_TRUE(only_breach("sequence op 0", "writes a BD with its own offset of 4096 bytes"));
}

TEST_F(ValidateSequence, NamesAnIdThatLeavesItsRange) {
    SequenceLoop& all = loop(16);
    first_write(all).id = {.base = 1, .terms = {{.loop = 0, .stride = 1}}};
    EXPECT_TRUE(has_breach("sequence op 1", "BD id is 16; allowed are 0 to 15"));
}

TEST_F(ValidateSequence, NamesAPushOfABdThatNothingWrote) {
    op<PushTask>(1).bd.base = 5;
    EXPECT_TRUE(only_breach("sequence op 1", "pushes BD 5 of shim (0,0), which nothing has"));
}

TEST_F(ValidateSequence, NamesAPushBeforeItsWrite) {
    std::swap(schedule.sequence[0], schedule.sequence[1]);
    EXPECT_TRUE(only_breach("sequence op 0", "pushes BD 0 of shim (0,0)"));
}

TEST_F(ValidateSequence, NamesAChainToABdThatNothingWrote) {
    op<WriteBd>(0).bd.next = 9;
    EXPECT_TRUE(only_breach("sequence op 1", "pushes a chain to BD 9 of shim (0,0)"));
}

TEST_F(ValidateSequence, AcceptsAPushOfABdOfTheTilesProgram) {
    PushTask push;
    push.tile = kMem;
    push.direction = Direction::MM2S;
    push.bd.base = 3;
    schedule.sequence.push_back({push});
    EXPECT_TRUE(is_valid());
}

TEST_F(ValidateSequence, NamesAChannelThatNoFlowUses) {
    op<PushTask>(1).channel = 1;
    EXPECT_TRUE(has_breach("sequence op 1", "MM2S channel 1 of shim (0,0), where no flow"));
}

TEST_F(ValidateSequence, NamesAWrittenBdThatItsChannelCannotRun) {
    op<WriteBd>(2).bd.packet = PacketHeader{};
    EXPECT_TRUE(only_breach("sequence op 2", "only MM2S sends headers"));
}

TEST_F(ValidateSequence, NamesATokenThatNobodyIssues) {
    op<PushTask>(3).token = false;
    EXPECT_TRUE(only_breach("sequence op 4", "awaits a token of S2MM channel 0 of shim (0,0)"));
}

TEST_F(ValidateSequence, NamesOneTokenTooMany) {
    schedule.sequence.push_back(schedule.sequence.back());
    EXPECT_TRUE(only_breach("sequence op 5", "awaits a token"));
}

TEST_F(ValidateSequence, NamesANegativeCount) {
    loop(1).count = -2;
    EXPECT_TRUE(has_breach("sequence op 0", "runs -2 times"));
}

TEST_F(ValidateSequence, NamesATermOfALoopThatIsNotAroundIt) {
    SequenceLoop& all = loop(8);
    first_write(all).offset.terms[0].loop = 1;
    EXPECT_TRUE(only_breach("sequence op 1", "offset follows loop 1; 1 loops are around it"));
}

TEST_F(ValidateSequence, NamesADivisionByZero) {
    SequenceLoop& all = loop(8);
    first_write(all).offset.terms[0].divisor = 0;
    EXPECT_TRUE(only_breach("sequence op 1", "offset divides by 0"));
}

TEST_F(ValidateSequence, NamesANegativeModulusOrShift) {
    SequenceLoop& all = loop(8);
    first_write(all).id.terms = {{.loop = 0, .modulus = -1, .shift = -2}};
    EXPECT_TRUE(has_breach("sequence op 1", "BD id has modulus -1"));
    EXPECT_TRUE(has_breach("sequence op 1", "BD id shifts a loop's index by -2"));
}

TEST_F(ValidateSequence, NamesASequenceThatIsTooLong) {
    const SequenceOp write = schedule.sequence[0];
    schedule.sequence.push_back({SequenceLoop{1'999'997, {write}}});  // a round counts as 2
    EXPECT_TRUE(is_valid());  // 5 + 2 x 1,999,997 = 3,999,999
    op<SequenceLoop>(5).count = 1'999'998;
    EXPECT_TRUE(only_breach("sequence", "has 4000001 operations"));
}

}  // namespace
}  // namespace xdnasim::schedule::test
