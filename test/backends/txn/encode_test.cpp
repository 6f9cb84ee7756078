#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/txn/instructions.hpp"
#include "backends/txn/txn.hpp"
#include "test/backends/txn/small_schedule.hpp"
#include "test/backends/txn/some_shim.hpp"
#include "test/support/input_error.hpp"

namespace xdnasim::txn {
namespace {

using arch::Bytes;
using arch::Direction;
using schedule::SequenceOp;

using test::kShim;

/// One transfer of 64 bytes with a token, on the teaching device.
class Encode : public testing::Test {
 protected:
    Encode() : example_{test::example("gemm_teaching.yaml")} {
        bd_.buffer = schedule::HostBufferRef{2};
        bd_.length = Bytes{64};
    }

    std::vector<Operation> encode(std::vector<SequenceOp> sequence) {
        example_.schedule.sequence = std::move(sequence);
        return operations_of(example_.schedule, example_.problem.device);
    }

    std::string refusal(std::vector<SequenceOp> sequence) {
        return input_error([&] { return encode(std::move(sequence)); });
    }

    test::Example example_;
    schedule::Bd bd_;
};

TEST_F(Encode, WritesABdAndPatchesItsAddress) {
    const auto operations = encode({{schedule::WriteBd{kShim, bd_, {3, {}}, {4096, {}}}}});
    ASSERT_EQ(operations.size(), 2U);
    const auto& block = std::get<BlockWrite>(operations[0]);
    EXPECT_EQ(block.at, (Register{kShim, 0x1D060}));
    EXPECT_THAT(block.data,
                testing::ElementsAre(16, 0, 0, 0, 0x80000000, 0x02000000, 0, 0x02000000));
    EXPECT_EQ(operations[1], Operation(PatchAddress{{kShim, 0x1D064}, 2, 4096}));
}

TEST(EncodedTrace, IsWrittenInTheShortestBursts) {
    test::Example example = test::example("elementwise_add_one.yaml");
    example.problem.trace.emplace();
    const schedule::Schedule traced = problem::map_problem(example.problem);
    const auto trace = static_cast<std::uint32_t>(traced.trace->buffer.index);
    const auto operations = operations_of(traced, example.problem.device);
    std::size_t of_trace = 0;
    for (std::size_t i = 0; i + 1 < operations.size(); ++i) {
        const auto* block = std::get_if<BlockWrite>(&operations[i]);
        if (block == nullptr) continue;
        const bool is_trace = std::get<PatchAddress>(operations[i + 1]).argument == trace;
        EXPECT_EQ(block->data[4] >> 30, is_trace ? 0U : 2U);
        of_trace += is_trace ? 1U : 0U;
    }
    EXPECT_EQ(of_trace, 1U);
}

TEST_F(Encode, SendsTokensToTheControllerBeforeATaskThatGivesOne) {
    EXPECT_THAT(encode({{schedule::PushTask{kShim, Direction::S2MM, 0, {3, {}}, 1, true}}}),
                testing::ElementsAre(MaskWrite{{kShim, 0x1D200}, 0xF00, 0xF00},
                                     Write{{kShim, 0x1D204}, 0x80010003}));
    EXPECT_THAT(encode({{schedule::PushTask{kShim, Direction::MM2S, 1, {15, {}}, 255, false}}}),
                testing::ElementsAre(Write{{kShim, 0x1D21C}, 0x00FF000F}));
}

TEST_F(Encode, WaitsForOneTokenOfOneTile) {
    EXPECT_THAT(encode({{schedule::AwaitToken{kShim, Direction::S2MM, 1}}}),
                testing::ElementsAre(AwaitTokens{kShim, Direction::S2MM, 1, 1, 1}));
}

TEST_F(Encode, UnrollsLoops) {
    schedule::SequenceLoop inner{2, {}};
    inner.body.push_back(
        {schedule::PushTask{kShim,
                            Direction::MM2S,
                            0,
                            {0, {{.loop = 0, .stride = 4}, {.loop = 1, .stride = 1}}},
                            0,
                            false}});
    schedule::SequenceLoop outer{2, {}};
    outer.body.push_back({inner});
    const Register queue{kShim, 0x1D214};
    EXPECT_THAT(encode({{outer}}), testing::ElementsAre(Write{queue, 0}, Write{queue, 1},
                                                        Write{queue, 4}, Write{queue, 5}));
}

TEST_F(Encode, StartsAndStopsTracesAsMlirAieDoes) {
    const auto start = encode({{schedule::SignalTrace{kShim, schedule::TraceSignal::Start}}});
    EXPECT_THAT(
        start, testing::ElementsAre(Write{{kShim, 0x3404C}, 127}, Write{{kShim, 0x34000}, 127 << 8},
                                    Write{{kShim, 0x34008}, 127}));
    const auto stop = encode({{schedule::SignalTrace{kShim, schedule::TraceSignal::Stop}}});
    EXPECT_THAT(stop,
                testing::ElementsAre(Write{{kShim, 0x34048}, 126}, Write{{kShim, 0x34008}, 126}));
}

TEST_F(Encode, StartsTheShimThatBroadcastsByItsOwnEvents) {
    // The ShimTile that broadcasts raises USER_EVENT_1 (127) and USER_EVENT_0 (126), by which its
    // own unit starts and stops. Only other ShimTiles receive its broadcasts 15 and 14 of these, as
    // events 125 and 124.
    schedule::TraceUnit own;
    own.unit = {words::Module::Shim, kShim};
    schedule::TraceUnit other;
    other.unit = {words::Module::Shim, {0, 0}};
    example_.schedule.trace.emplace().units = {own, other};
    const auto operations = encode({{schedule::SignalTrace{kShim, schedule::TraceSignal::Start}}});
    EXPECT_THAT(operations, testing::Contains(Operation{Write{{kShim, 0x340D0}, 0x7E7F0000}}));
    EXPECT_THAT(operations, testing::Contains(Operation{Write{{{0, 0}, 0x340D0}, 0x7C7D0000}}));
}

TEST_F(Encode, NamesWhatDoesNotFit) {
    EXPECT_EQ(refusal({{schedule::WriteBd{kShim, bd_, {16, {}}, {}}}}),
              "BD 16 of shim (1,0) does not exist; a shim has 16");
    EXPECT_EQ(refusal({{schedule::WriteBd{kShim, bd_, {3, {}}, {std::int64_t{1} << 32, {}}}}}),
              "BD 3 of shim (1,0): offset 4294967296 in host buffer 2; a DDR_PATCH can add 0 to "
              "4294967295 bytes");
    bd_.buffer = schedule::HostBufferRef{5};
    EXPECT_EQ(refusal({{schedule::WriteBd{kShim, bd_, {3, {}}, {std::int64_t{1} << 31, {}}}}}),
              "BD 3 of shim (1,0): offset 2147483648 in host buffer 5; a DDR_PATCH can add 0 to "
              "2147483647 bytes");
    EXPECT_EQ(refusal({{schedule::PushTask{kShim, Direction::S2MM, 0, {3, {}}, 256, false}}}),
              "task for S2MM 0 of shim (1,0): repeat is 256; allowed: 0 to 255");
    EXPECT_THAT(
        refusal({{schedule::PushTask{{0, 1}, Direction::S2MM, 0, {3, {}}, 0, false}}}),
        testing::StartsWith("the runtime sequence has a task of (0,1), which is not a shim"));
    bd_.buffer = schedule::BufferRef{{0, 1}, 0};
    EXPECT_EQ(refusal({{schedule::WriteBd{kShim, bd_, {3, {}}, {}}}}),
              "BD 3 of shim (1,0) uses a tile's buffer; only host buffers have a number");
}

TEST_F(Encode, RefusesATraceThatNoHardwareTakes) {
    example_.schedule.trace.emplace().route = schedule::TraceRoute::Ideal;
    EXPECT_THAT(refusal({}), testing::StartsWith("trace: hardware does not have the ideal route"));
}

TEST_F(Encode, IsOfVersion01ForTheDevice) {
    const auto words = txn::encode(example_.schedule, example_.problem.device);
    const Stream stream = read_stream(words);
    EXPECT_EQ(stream.header, header_for(example_.problem.device));
    EXPECT_EQ(stream.operations.size(),
              operations_of(example_.schedule, example_.problem.device).size());
}

}  // namespace
}  // namespace xdnasim::txn
