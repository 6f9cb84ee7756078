#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/txn/dma_registers.hpp"
#include "backends/txn/txn.hpp"
#include "test/backends/txn/some_shim.hpp"
#include "test/support/input_error.hpp"
#include "test/support/stock_device.hpp"

namespace xdnasim::txn {
namespace {

using test::kShim;
using xdnasim::test::phoenix;

constexpr std::size_t kBuffers = 3;

BlockWrite bd(std::uint32_t offset = 0x1D020) {
    return {{kShim, offset}, {16, 0, 0, 0, 0, 0, 0, 0x02000000}};
}
constexpr PatchAddress kPatch{{kShim, 0x1D024}, 2, 64};
constexpr MaskWrite kController{{kShim, 0x1D200}, 0xF00, 0xF00};
constexpr Write kTask{{kShim, 0x1D204}, 0x80030001};
constexpr AwaitTokens kAwait{kShim, arch::Direction::S2MM, 0, 1, 1};

/// One transfer, and the wait for it.
std::vector<Operation> transfer() {
    return {bd(), kPatch, kController, kTask, kAwait};
}

Program decoded(const std::vector<Operation>& operations) {
    return decode(write_stream(header_for(phoenix()), operations), phoenix(), kBuffers);
}

std::string refusal(const std::vector<Operation>& operations,
                    Header header = header_for(phoenix())) {
    return input_error_if_any(
        [&] { return decode(write_stream(header, operations), phoenix(), kBuffers); });
}

TEST(TxnDecode, TurnsRegisterWritesIntoASequence) {
    const auto sequence = decoded(transfer()).sequence;
    ASSERT_EQ(sequence.size(), 3U);
    const auto& write = std::get<schedule::WriteBd>(sequence[0].op);
    EXPECT_EQ(write.tile, kShim);
    EXPECT_EQ(write.id.base, 1);
    EXPECT_EQ(write.offset.base, 64);
    EXPECT_EQ(write.bd.length, arch::Bytes{64});
    EXPECT_EQ(std::get<schedule::HostBufferRef>(write.bd.buffer).index, 2);
    const auto& push = std::get<schedule::PushTask>(sequence[1].op);
    EXPECT_EQ(push.direction, arch::Direction::S2MM);
    EXPECT_EQ(push.channel, 0);
    EXPECT_EQ(push.bd.base, 1);
    EXPECT_EQ(push.repeat, 3);
    EXPECT_TRUE(push.token);
    EXPECT_EQ(std::get<schedule::AwaitToken>(sequence[2].op).tile, kShim);
}

TEST(TxnDecode, ReplacesTheAddressThatTheBdHasAlready) {
    // The BD has the offset of 64 bytes already, as mlir-aie writes it; `kPatch` replaces it by the
    // same offset and does not add to it.
    BlockWrite with_address = bd();
    with_address.data[1] = 64;
    const auto sequence = decoded({with_address, kPatch}).sequence;
    const auto& write = std::get<schedule::WriteBd>(sequence[0].op);
    EXPECT_EQ(write.offset.base, 64);
    EXPECT_EQ(write.bd.offset, arch::Bytes{});
}

TEST(TxnDecode, AwaitsEveryTileOfARectangle) {
    std::vector<Operation> operations;
    for (const int column : {1, 2}) {
        for (Operation operation : transfer()) {
            std::visit(
                [&](auto& op) {
                    if constexpr (requires { op.at; }) op.at.tile.column = column;
                },
                operation);
            if (!std::holds_alternative<AwaitTokens>(operation)) operations.push_back(operation);
        }
    }
    operations.emplace_back(AwaitTokens{kShim, arch::Direction::S2MM, 0, 1, 2});
    const auto sequence = decoded(operations).sequence;
    ASSERT_EQ(sequence.size(), 6U);
    EXPECT_EQ(std::get<schedule::AwaitToken>(sequence[4].op).tile, (arch::TileId{1, 0}));
    EXPECT_EQ(std::get<schedule::AwaitToken>(sequence[5].op).tile, (arch::TileId{2, 0}));
}

TEST(TxnDecode, PassesOverWhatChangesNothing) {
    EXPECT_TRUE(decoded({Noop{}, Preempt{1}, Opaque{0x83, {0x83, 8}}}).sequence.empty());
}

TEST(TxnDecode, SetsLocksOfCoresAndMemTiles) {
    // Lock 3 of a core and lock 2 of a MemTile: the registers of locks are 16 bytes apart (AM025).
    const auto sequence = decoded({Write{{{1, 2}, 0x1F030}, 5}, Write{{{1, 1}, 0xC0020}, 63},
                                   Write{{kShim, 0x14010}, 1}})
                              .sequence;
    ASSERT_EQ(sequence.size(), 3U);
    const auto& core = std::get<schedule::SetLock>(sequence[0].op);
    EXPECT_EQ(core.lock, (schedule::LockRef{{1, 2}, 3}));
    EXPECT_EQ(core.value, 5);
    const auto& mem = std::get<schedule::SetLock>(sequence[1].op);
    EXPECT_EQ(mem.lock, (schedule::LockRef{{1, 1}, 2}));
    EXPECT_EQ(mem.value, 63);
    const auto& shim = std::get<schedule::SetLock>(sequence[2].op);
    EXPECT_EQ(shim.lock, (schedule::LockRef{kShim, 1}));
    EXPECT_EQ(shim.value, 1);
}

TEST(TxnDecode, RefusesWhatALockCannotHoldAndWritesOfSomeOfItsBits) {
    EXPECT_THAT(refusal({Write{{{1, 2}, 0x1F030}, 64}}),
                testing::HasSubstr("a WRITE of 64 to register 0x1F030 of (1,2), of a lock; "
                                   "allowed: 0 to 63"));
    EXPECT_THAT(refusal({MaskWrite{{{1, 2}, 0x1F030}, 1, 1}}),
                testing::HasSubstr("of a lock; allowed: a WRITE"));
}

TEST(TxnDecode, WritesSomeBitsOfMemory) {
    const auto sequence = decoded({MaskWrite{{{1, 2}, 0x400}, 0x12345678, 0xF0F0F0F0}}).sequence;
    ASSERT_EQ(sequence.size(), 1U);
    const auto& write = std::get<schedule::WriteMemory>(sequence[0].op);
    EXPECT_EQ(write.offset, arch::Bytes{0x400});
    EXPECT_EQ(write.mask, 0xF0F0F0F0);
    EXPECT_THAT(write.words, testing::ElementsAre(0x12345678));
}

TEST(TxnDecode, ChangesOneRegisterOfABdThatIsKnown) {
    // Changes the length from 16 words to 8; then `kPatch` changes the address, which keeps the
    // length.
    const auto sequence = decoded({bd(), kPatch, Write{{kShim, 0x1D020}, 8}, kPatch}).sequence;
    ASSERT_EQ(sequence.size(), 3U);
    const auto& first = std::get<schedule::WriteBd>(sequence[0].op);
    const auto& changed = std::get<schedule::WriteBd>(sequence[1].op);
    const auto& again = std::get<schedule::WriteBd>(sequence[2].op);
    EXPECT_EQ(first.bd.length, arch::Bytes{64});
    EXPECT_FALSE(first.changes_one_register);
    EXPECT_EQ(changed.bd.length, arch::Bytes{32});
    EXPECT_TRUE(changed.changes_one_register);
    EXPECT_EQ(changed.offset.base, 64);
    EXPECT_EQ(changed.id.base, 1);
    EXPECT_EQ(again.bd.length, arch::Bytes{32});
    EXPECT_FALSE(again.changes_one_register);
}

TEST(TxnDecode, KeepsTheIterationOfABdUnlessItsRegisterIsWritten) {
    const auto kept = decoded({bd(), kPatch, Write{{kShim, 0x1D020}, 8}, kPatch}).sequence;
    ASSERT_EQ(kept.size(), 3U);
    EXPECT_FALSE(std::get<schedule::WriteBd>(kept[0].op).keeps_iteration);
    EXPECT_TRUE(std::get<schedule::WriteBd>(kept[1].op).keeps_iteration);
    EXPECT_TRUE(std::get<schedule::WriteBd>(kept[2].op).keeps_iteration);
    const auto counted = decoded({bd(), kPatch, Write{{kShim, 0x1D038}, 0x200010}}).sequence;
    EXPECT_FALSE(std::get<schedule::WriteBd>(counted.at(1).op).keeps_iteration);
}

TEST(TxnDecode, RefusesARegisterOfABdThatIsNotKnownAndThatOfItsAddress) {
    EXPECT_THAT(refusal({Write{{kShim, 0x1D020}, 8}}),
                testing::HasSubstr("a WRITE to register 0x1D020"));
    EXPECT_THAT(refusal({bd(), kPatch, Write{{kShim, 0x1D024}, 8}}),
                testing::HasSubstr("a WRITE to register 0x1D024"));
}

TEST(TxnDecode, RefusesAStreamOfAnotherDevice) {
    Header header = header_for(phoenix());
    header.generation = 4;
    EXPECT_EQ(refusal({}, header),
              "instruction stream, word 0: device generation 4; device "
              "xdna-phoenix has 3");
    header = header_for(phoenix());
    header.rows = 4;
    EXPECT_EQ(refusal({}, header),
              "instruction stream, word 0: number of rows 4; device "
              "xdna-phoenix has 6");
    header = header_for(phoenix());
    header.mem_tile_rows = 2;
    EXPECT_THAT(refusal({}, header), testing::HasSubstr("number of mem tile rows 2"));
    header = header_for(phoenix());
    header.columns = 8;
    EXPECT_EQ(refusal({}, header),
              "instruction stream, word 1: 8 columns; device xdna-phoenix has 1 to 4");
}

TEST(TxnDecode, TakesAPartitionOfFewerColumnsAndStaysInIt) {
    Header header = header_for(phoenix());
    header.columns = 2;
    EXPECT_EQ(refusal(transfer(), header), "");
    header.columns = 1;
    EXPECT_EQ(refusal(transfer(), header),
              "instruction stream, word 4: register 0x1D020 of (1,0) lies outside the array of 1 "
              "columns and 6 rows");
}

TEST(TxnDecode, RefusesRegistersThatItDoesNotKnow) {
    EXPECT_THAT(refusal({bd(0x1D024)}), testing::StartsWith("instruction stream, word 4: a "
                                                            "BLOCKWRITE to register 0x1D024"));
    EXPECT_THAT(refusal({bd(0x1D200)}), testing::HasSubstr("BLOCKWRITE to register 0x1D200"));
    EXPECT_THAT(refusal({Write{{kShim, 0x14100}, 1}}),
                testing::HasSubstr("a WRITE to register 0x14100 of (1,0)"));
    EXPECT_THAT(refusal({MaskWrite{{kShim, 0x1D204}, 0xF00, 0xF00}}),
                testing::HasSubstr("a MASKWRITE to register 0x1D204"));
    EXPECT_THAT(refusal({Write{{{1, 2}, 0x1D204}, 1}}),
                testing::HasSubstr("a WRITE to register 0x1D204 of (1,2)"));
    EXPECT_THAT(refusal({BlockWrite{{kShim, 0x1D020}, {1, 2}}}),
                testing::HasSubstr("a BLOCKWRITE of 2 words"));
    EXPECT_THAT(
        refusal({BlockWrite{{{1, 2}, 0x1D000}, {1, 2, 3}}}),
        testing::HasSubstr("a BLOCKWRITE of 3 words to 0x1D000 of (1,2); allowed: 6, a whole "
                           "BD"));
    EXPECT_THAT(refusal({PatchAddress{{{1, 2}, 0x1D004}, 0, 0}}),
                testing::HasSubstr("a DDR_PATCH to register 0x1D004 of (1,2), of a core; allowed: "
                                   "the address of a shim's BD"));
}

TEST(TxnDecode, RefusesOtherChangesOfAControl) {
    EXPECT_THAT(refusal({MaskWrite{{kShim, 0x1D200}, 0x2, 0x2}}),
                testing::HasSubstr(
                    "a MASKWRITE of 0x2 with mask 0x2 to the control register of S2MM 0 of shim "
                    "(1,0)"));
    EXPECT_THAT(refusal({MaskWrite{{{1, 1}, 0xA0630}, 0x2, 0x2}}),
                testing::HasSubstr("to the control register of MM2S 0 of mem tile (1,1)"));
    EXPECT_THAT(refusal({MaskWrite{{{1, 2}, 0x1DE00}, 0x2, 0x2}}),
                testing::HasSubstr("to the control register of S2MM 0 of core (1,2)"));
}

TEST(TxnDecode, RefusesABdWithoutHostBuffer) {
    EXPECT_EQ(refusal({bd()}),
              "instruction stream, word 4: BD 1 of shim (1,0) gets no DDR_PATCH, so it has no host "
              "buffer");
    EXPECT_EQ(refusal({bd(), kController, kTask}),
              "instruction stream, word 23: a task for S2MM 0 of shim (1,0) with BD 1, which was "
              "not written or not patched");
    EXPECT_EQ(refusal({kPatch}),
              "instruction stream, word 4: a DDR_PATCH of BD 1 of shim (1,0), "
              "which no earlier BLOCKWRITE wrote");
    EXPECT_EQ(refusal({bd(), PatchAddress{{kShim, 0x1D024}, 3, 0}}),
              "instruction stream, word 16: a DDR_PATCH with argument 3, counted from 0; the "
              "design has 3");
}

TEST(TxnDecode, RefusesToWaitForWhatNeverComes) {
    EXPECT_EQ(refusal({kAwait}),
              "instruction stream, word 4: a TCT of S2MM 0 of shim (1,0), where "
              "no task is left that issues a token");
    auto twice = transfer();
    twice.emplace_back(kAwait);
    EXPECT_THAT(refusal(twice), testing::HasSubstr("no task is left that issues a token"));
    EXPECT_THAT(refusal({bd(), kPatch, Write{{kShim, 0x1D204}, 1}, kAwait}),
                testing::HasSubstr("no task is left that issues a token"));
    constexpr MaskWrite kOtherChannel{{kShim, 0x1D210}, 0xF00, 0xF00};
    EXPECT_EQ(refusal({bd(), kPatch, kTask, kAwait, kOtherChannel}),
              "instruction stream, word 34: a TCT of S2MM 0 of shim (1,0), whose tokens no "
              "MASKWRITE sends to the controller");
    EXPECT_THAT(refusal({AwaitTokens{kShim, arch::Direction::S2MM, 0, 0, 1}}),
                testing::HasSubstr("a TCT of 0 rows and 1 columns"));
    const auto of_tile = [](arch::TileId tile) {
        return refusal({AwaitTokens{tile, arch::Direction::S2MM, 0, 1, 1}});
    };
    EXPECT_THAT(of_tile({1, 1}), testing::HasSubstr("a TCT of S2MM 0 of mem tile (1,1), where"));
    EXPECT_THAT(of_tile({1, 9}), testing::HasSubstr("a TCT of S2MM 0 of tile (1,9), where"));
}

TEST(TxnDecode, TakesTokensOfStreamsThatSendNoneToAController) {
    const Program program = decoded({bd(), kPatch, kTask, kAwait, kTask, kAwait});
    EXPECT_EQ(program.sequence.size(), 5U);
    ASSERT_EQ(program.omissions.size(), 1U);
    EXPECT_EQ(program.omissions.front().word, 34U);
    EXPECT_EQ(program.omissions.front().what,
              "a wait for tokens that no MASKWRITE sends to the controller: simulated as if they "
              "arrived");
    EXPECT_TRUE(decoded(transfer()).omissions.empty());
}

TEST(TxnDecode, GivesAPollForRoomToTheNextTaskOfItsChannel) {
    std::vector<Operation> operations = transfer();
    const auto awaiting = [&] {
        std::vector<bool> found;
        for (const schedule::SequenceOp& operation : decoded(operations).sequence)
            if (const auto* push = std::get_if<schedule::PushTask>(&operation.op))
                found.push_back(push->awaits_room);
        return found;
    };
    EXPECT_EQ(awaiting(), std::vector{false});
    const auto push = std::ranges::find(operations, Operation{kTask});
    ASSERT_NE(push, operations.end());
    const Register at = std::get<Write>(*push).at;
    const auto channel = queue_at(at, phoenix());
    ASSERT_TRUE(channel);
    operations.insert(push,
                      MaskPoll{status_register(*channel, arch::TileKind::Shim), 0, kQueueIsFull});
    operations.emplace_back(kTask);
    EXPECT_EQ(awaiting(), (std::vector{true, false}));
    EXPECT_TRUE(decoded(operations).omissions.empty());
    // No task follows that needs the room.
    operations.emplace_back(
        MaskPoll{status_register(*channel, arch::TileKind::Shim), 0, kQueueIsFull});
    ASSERT_EQ(decoded(operations).omissions.size(), 1U);
    EXPECT_THAT(
        decoded(operations).omissions.front().what,
        testing::HasSubstr("a MASKPOLL for room in the task queue of S2MM 0 of shim (1,0)"));
}

TEST(TxnDecode, RefusesWhatTheCommandProcessorDoesNotDo) {
    EXPECT_THAT(refusal({LoadPdi{}}), testing::HasSubstr("word 4: LOAD_PDI, which"));
    EXPECT_THAT(refusal({MaskPoll{{kShim, 0x1D220}, 0, 1, false}}),
                testing::HasSubstr(
                    "word 4: a MASKPOLL of register 0x1D220 of (1,0) for 0x0 under "
                    "mask 0x1; allowed: the status of a DMA channel for 0 under mask 0x400000"));
    EXPECT_THAT(refusal({MaskPoll{{kShim, 0x1D200}, 0, kQueueIsFull, false}}),
                testing::HasSubstr("a MASKPOLL of register"));
    EXPECT_THAT(refusal({Opaque{12, {12, 0, 0}}}), testing::HasSubstr("word 4: UPDATE_REG, which"));
}

}  // namespace
}  // namespace xdnasim::txn
