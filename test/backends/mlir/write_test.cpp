// The text of an export has every object of a schedule once, with its numbers.

#include <algorithm>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "backends/mlir/design_files.hpp"
#include "backends/mlir/names.hpp"
#include "base/error.hpp"
#include "test/backends/mlir/example_problems.hpp"
#include "test/support/matches.hpp"
#include "test/support/schedule_parts.hpp"
#include "workloads/schedule/unrolled_sequence.hpp"

namespace xdnasim::mlir {
namespace {

using testing::HasSubstr;

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++found;
    return found;
}

std::size_t count_calls(const schedule::CoreBody& body) {
    std::size_t calls = 0;
    for (const schedule::CoreOp& operation : body) {
        if (std::holds_alternative<schedule::Call>(operation.op)) ++calls;
        if (const auto* loop = std::get_if<schedule::Loop>(&operation.op))
            calls += count_calls(loop->body);
    }
    return calls;
}

class WrittenExample : public testing::TestWithParam<Example> {
 protected:
    WrittenExample()
        : problem_{load(GetParam())},
          schedule_{problem::map_problem(problem_)},
          text_{write(schedule_, problem_.device, Release::V1_3_4)},
          names_{schedule_} {}

    void expect_once(const std::string& line) const { EXPECT_EQ(count(text_, line), 1U) << line; }

    template <class Operation>
    [[nodiscard]] std::size_t operations() const {
        std::size_t found = 0;
        for (const schedule::SequenceOp& operation : unrolled(schedule_.sequence))
            found += std::holds_alternative<Operation>(operation.op) ? 1U : 0U;
        return found;
    }

    problem::Problem problem_;
    schedule::Schedule schedule_;
    std::string text_;
    Names names_;
};

/// The exported text of an example with the units that are traced by default, that of ShimTile
/// (0,0) among them.
std::string traced_text() {
    const problem::Problem problem =
        load({"Traced", "elementwise_add_one.yaml", {{"trace.buffer_bytes", "1024"}}});
    return write(problem::map_problem(problem), problem.device, Release::V1_3_4);
}

TEST_P(WrittenExample, HasEachLockAndBufferOnceWithItsNumbers) {
    for (const schedule::TileProgram& program : schedule_.tiles) {
        const std::string tile = tile_name(program.tile);
        for (const schedule::Lock& lock : program.locks)
            expect_once(fmt::format("%{} = aie.lock(%{}, {}) {{init = {} : i32,",
                                    names_.lock({program.tile, lock.id}), tile, lock.id,
                                    lock.initial));
        for (int i = 0; const schedule::Buffer& buffer : program.buffers)
            expect_once(fmt::format("%{} = aie.buffer(%{}) {{address = {} : i32,",
                                    names_.buffer({program.tile, i++}), tile,
                                    buffer.address.count()));
    }
}

TEST_P(WrittenExample, HasAStackInEachCoreThatCallsKernels) {
    EXPECT_EQ(count(text_, "stack_size = 0 "), 0U);
    const auto cores = std::ranges::count_if(
        schedule_.tiles, [](const auto& program) { return count_calls(program.core) > 0; });
    EXPECT_GE(count(text_, "stack_size = "), static_cast<std::size_t>(cores));
}

TEST_P(WrittenExample, HasEachBdChannelAndCallOnce) {
    std::size_t bds = 0;
    std::size_t channels = 0;
    std::size_t calls = 0;
    for (const schedule::TileProgram& program : schedule_.tiles) {
        bds += program.bds.size();
        channels += program.channels.size();
        calls += count_calls(program.core);
    }
    EXPECT_EQ(count(text_, "aie.dma_bd("), bds);
    EXPECT_EQ(count(text_, "aie.dma_start("), channels);
    EXPECT_EQ(count(text_, "func.call @"), calls);
    EXPECT_EQ(count(text_, "func.func private @"), schedule_.kernels.size());
}

TEST_P(WrittenExample, HasEachConnectionOfACircuitOnce) {
    std::size_t connections = 0;
    for (std::size_t i = 0; i < schedule_.flows.size(); ++i) {
        if (schedule_.flows[i].mode != schedule::FlowMode::Circuit) continue;
        for (std::size_t at = 0; at < schedule_.routes[i].connections.size(); ++at)
            expect_once(fmt::format("loc({}:{}:{})", in_quotes(schedule_.flows[i].name), i, at));
        connections += schedule_.routes[i].connections.size();
    }
    EXPECT_EQ(matches_of(text_, "aie[.]connect<[^\n]*> loc").size(), connections);
}

TEST_P(WrittenExample, HasEachOperationOfTheUnrolledSequence) {
    EXPECT_EQ(count(text_, "aiex.npu.writebd "), operations<schedule::WriteBd>());
    EXPECT_EQ(count(text_, "aiex.npu.address_patch "), operations<schedule::WriteBd>());
    EXPECT_EQ(count(text_, "aiex.npu.push_queue "), operations<schedule::PushTask>());
    EXPECT_EQ(count(text_, "aiex.npu.sync "), operations<schedule::AwaitToken>());
}

INSTANTIATE_TEST_SUITE_P(Examples, WrittenExample, testing::ValuesIn(examples()),
                         [](const auto& example) { return example.param.name; });

class Written : public testing::Test {
 protected:
    Written()
        : problem_{load({"AddOne", "elementwise_add_one.yaml", {}})},
          schedule_{problem::map_problem(problem_)} {}

    [[nodiscard]] std::string text() const {
        return write(schedule_, problem_.device, Release::V1_3_4);
    }
    [[nodiscard]] std::string refusal() const {
        try {
            static_cast<void>(text());
            return "";
        } catch (const base::InputError& error) {
            return error.what();
        }
    }
    [[nodiscard]] schedule::TileProgram& core() { return *schedule_.find({0, 2}); }

    problem::Problem problem_;
    schedule::Schedule schedule_;
};

TEST_F(Written, SaysTheDimensionsOfABdOutermostFirst) {
    using arch::Bytes;
    schedule::Bd& bd = core().bds.front();
    bd.dimensions = {{2, Bytes{4}}, {4, Bytes{8}}};
    bd.packet = schedule::PacketHeader{5, 1};
    EXPECT_THAT(text(), HasSubstr("0, 8, [<size = 4, stride = 2>, <size = 2, stride = 1>]) {bd_id "
                                  "= 0 : i32, next_bd_id = 1 : i32, packet = "
                                  "#aie.packet_info<pkt_type = 1, pkt_id = 5>}"));
}

TEST_F(Written, IsRefusedWithAnIterationOfABd) {
    schedule::Bd& bd = core().bds.front();
    bd.iteration = schedule::Iteration{3, arch::Bytes{32}};
    EXPECT_THAT(refusal(), HasSubstr("BD 0 of (0,2) has an iteration of 3; aie.dma_bd has none"));
    bd.iteration->size = 1;
    EXPECT_EQ(refusal(), "");
}

TEST_F(Written, SaysThePaddingOfEveryDimension) {
    schedule::Bd& bd = schedule_.find({0, 1})->bds.front();
    bd.dimensions = {{2, arch::Bytes{4}}, {4, arch::Bytes{8}}};
    bd.padding = {{1, 2}};
    EXPECT_THAT(text(), HasSubstr(", [<const_pad_before = 0, const_pad_after = 0>, "
                                  "<const_pad_before = 1, const_pad_after = 2>])"));
}

TEST_F(Written, KeepsNamesThatAreNoSymbolsAsLocations) {
    core().locks.front().name = R"(half "full" \ 1)";
    EXPECT_THAT(text(), HasSubstr(R"(%half__full____1_0_2 = aie.lock)"));
    EXPECT_THAT(text(), HasSubstr(R"(loc("half \22full\22 \5C 1"))"));
}

TEST_F(Written, GivesObjectsOfOneNameSymbolsOfTheirOwn) {
    for (const char* name : {"in empty", "in full"})
        schedule::test::lock_named(core(), name).name = "lock";
    EXPECT_THAT(text(), HasSubstr("%lock_0_2 = aie.lock"));
    EXPECT_THAT(text(), HasSubstr("%lock_0_2_2 = aie.lock"));
}

TEST_F(Written, PassesTheFirstPartOfABuffer) {
    core().buffers.front().size = core().buffers.front().size * 2;
    EXPECT_THAT(text(), HasSubstr("%part0 = memref.reinterpret_cast %in0_0_2 to offset: [0], "
                                  "sizes: [8], strides: [1] : memref<16xi32> to memref<8xi32>"));
}

TEST_F(Written, TellsAKernelHowManyWordsLieBeforeASlice) {
    core().buffers.front().size = core().buffers.front().size * 2;
    schedule::test::first_call(core().core).arguments.front().offset = arch::Bytes{32};
    EXPECT_THAT(text(), HasSubstr("%begin0 = arith.constant 8 : i32"));
    EXPECT_THAT(text(), HasSubstr("(%part0, %out0_0_2, %begin0) : (memref<8xi32>, memref<8xi32>, "
                                  "i32) -> ()"));
    EXPECT_THAT(text(), HasSubstr("(memref<8xi32>, memref<8xi32>, i32) attributes {kernel = {"));
    EXPECT_THAT(text(), HasSubstr(", sliced = [0]}"));
    // All calls of the function pass an offset in words, the others 0.
    EXPECT_EQ(count(text(), "i32) -> ()"), count_calls(core().core));
    EXPECT_EQ(count(text(), "= arith.constant 0 : i32"), count_calls(core().core) - 1);
}

TEST_F(Written, RefusesBdsThatMoveDataOfATile) {
    const auto first = std::ranges::find_if(schedule_.sequence, [](const auto& step) {
        return std::holds_alternative<schedule::WriteBd>(step.op);
    });
    ASSERT_NE(first, schedule_.sequence.end());
    auto& write = std::get<schedule::WriteBd>(first->op);
    write.tile = core().tile;
    write.bd.buffer = schedule::BufferRef{core().tile, 0};
    EXPECT_THAT(refusal(), HasSubstr("of core (0,2) in the runtime sequence moves data of a tile; "
                                     "the export supports only BDs of shims"));
}

TEST_F(Written, RefusesSlicesThatBeginInsideAWord) {
    schedule::test::first_call(core().core).arguments.front().offset = arch::Bytes{6};
    EXPECT_THAT(refusal(), HasSubstr("core (0,2) passes buffer 'in0' from byte 6 on; the export "
                                     "supports only whole words of 4"));
}

TEST_F(Written, RefusesChannelsThatStartWithSeveralTasks) {
    core().channels.front().tasks.push_back({1, 0, false});
    EXPECT_THAT(refusal(), HasSubstr("S2MM channel 0 of (0,2) starts with 2 tasks"));
}

TEST_F(Written, RefusesSizesThatAreNoWholeWords) {
    schedule_.host_buffers.front().size = arch::Bytes{257};
    EXPECT_THAT(refusal(), HasSubstr("host buffer 'in' has 257 bytes"));
}

TEST(WrittenTrace, GoesToTheHostInTheShortestBursts) {
    EXPECT_EQ(count(traced_text(), "burst_length = 64 : i32"), 1U);
}

TEST_F(Written, RefusesEndlessSequences) {
    schedule_.sequence = {{schedule::SequenceLoop{1'000'000, schedule_.sequence}}};
    EXPECT_THAT(refusal(), HasSubstr("the export supports at most 200000"));
}

TEST(WrittenTrace, StartsTheShimThatBroadcastsByItsOwnEvents) {
    // Trace_Control0 of ShimTile (0,0), at 0x340D0: started by USER_EVENT_1, stopped by
    // USER_EVENT_0.
    EXPECT_EQ(count(traced_text(),
                    "aiex.npu.write32 {address = 213200 : ui32, column = 0 : i32, row = 0 : i32, "
                    "value = 2122252288 : ui32}"),
              1U);
}

TEST_F(Written, IsForTheSmallestDeviceWithItsColumns) {
    EXPECT_EQ(device_kind(schedule_, problem_.device), "npu1_1col");
    for (const auto& [name, kind] :
         {std::pair{"versal-ve2302", "xcve2302"}, {"versal-ve2802", "xcve2802"}})
        EXPECT_EQ(device_kind(schedule_, arch::load_device(arch::find_device(name))), kind);
}

}  // namespace
}  // namespace xdnasim::mlir
