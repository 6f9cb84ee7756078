// Designs as aiecc printed them in early 2024, and writes of a sequence to registers and buffers.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/stock_device.hpp"
#include "test/workloads/design/design_text.hpp"

namespace xdnasim::design {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

/// scale_2024.mlir for the only NPU of that time, with `body` as its sequence.
std::string early(const std::string& body) {
    std::string text = with(text_of("scale_2024.mlir"), "aie.device(npu1_1col)", "aie.device(ipu)");
    const std::string begin = "aiex.runtime_sequence(";
    const std::size_t open = text.find('{', text.find(begin));
    const std::size_t close = text.find("    }\n", open);
    text.replace(open + 1, close - open - 1, "\n" + body + "      return\n");
    return with(text, begin, "func.func @sequence(");
}

std::string shim_bd(const std::string& operation, const std::string& id,
                    const std::string& argument, const std::string& names) {
    return "      " + operation + " {bd_id = " + id +
           " : i32, buffer_length = 2048 : i32, buffer_offset = 0 : i32, column = 0 : i32, "
           "column_num = 1 : i32, " +
           names + ", ddr_id = " + argument +
           " : i32, enable_packet = 0 : i32, iteration_current = 0 : i32, lock_acq_enable = 0 : "
           "i32, next_bd = 0 : i32, use_next_bd = 0 : i32, valid_bd = 1 : i32}\n";
}

constexpr const char* kPushIn =
    "      aiex.ipu.write32 {address = 119316 : ui32, column = 0 : i32, row = 0 : i32, value = 1 : "
    "ui32}\n";
constexpr const char* kPushOut =
    "      aiex.ipu.write32 {address = 119300 : ui32, column = 0 : i32, row = 0 : i32, value = "
    "2147483648 : ui32}\n";
constexpr const char* kSync =
    "      aiex.ipu.sync {channel = 0 : i32, column = 0 : i32, column_num = 1 : i32, direction = 0 "
    ": i32, row = 0 : i32, row_num = 1 : i32}\n";
constexpr const char* kSizes =
    "d0_size = 0 : i32, d0_stride = 0 : i32, d1_size = 0 : i32, d1_stride = 0 : i32, d2_stride = "
    "0 : i32, iteration_size = 0 : i32, iteration_stride = 0 : i32";
constexpr const char* kWraps =
    "d0_stepsize = 0 : i32, d0_wrap = 0 : i32, d1_stepsize = 0 : i32, d1_wrap = 0 : i32, "
    "d2_stepsize = 0 : i32, iteration_stepsize = 0 : i32, iteration_wrap = 0 : i32";

TEST(EarlyDesign, TransfersWithTheFirstNamesOfTheOperations) {
    const std::string text = early(
        "      aiex.ipu.dma_memcpy_nd(0, 0, %arg0[0, 0, 0, 0][1, 1, 1, 2048][0, 0, 0]) {id = 1 : "
        "i64, metadata = @in} : memref<2048xi32>\n"
        "      aiex.ipu.dma_memcpy_nd(0, 0, %arg1[0, 0, 0, 0][1, 1, 1, 2048][0, 0, 0]) {id = 0 : "
        "i64, metadata = @out} : memref<2048xi32>\n" +
        std::string{kSync});
    EXPECT_EQ(default_device(text, "f"), "xdna-phoenix");
    EXPECT_EQ(cycles_of(text), cycles_of(text_of("scale_2024.mlir")));
}

TEST(EarlyDesign, HasASequenceOfAnyName) {
    const std::string transfers =
        "      aiex.ipu.dma_memcpy_nd(0, 0, %arg0[0, 0, 0, 0][1, 1, 1, 2048][0, 0, 0]) {id = 1 : "
        "i64, metadata = @in} : memref<2048xi32>\n"
        "      aiex.ipu.dma_memcpy_nd(0, 0, %arg1[0, 0, 0, 0][1, 1, 1, 2048][0, 0, 0]) {id = 0 : "
        "i64, metadata = @out} : memref<2048xi32>\n";
    const std::string text = early(transfers + kSync);
    const std::string renamed = with(text, "func.func @sequence(", "func.func @scale_all(");
    EXPECT_EQ(cycles_of(renamed), cycles_of(text));
    // Two such functions are two sequences, and one has to be chosen.
    const std::size_t begin = renamed.find("    func.func @scale_all(");
    const std::size_t end = renamed.find("    }\n", begin) + 6;
    EXPECT_THAT(
        refusal(with(renamed, renamed.substr(begin, end - begin),
                     renamed.substr(begin, end - begin) +
                         with(renamed.substr(begin, end - begin), "@scale_all", "@other"))),
        HasSubstr(
            "more than one runtime sequence; choose one with design.sequence: scale_all, other"));
}

TEST(RuntimeSequence, MayHaveFunctionsBesideIt) {
    const std::string text = text_of("scale_2026.mlir");
    const std::string beside = with(text, "    func.func private @scale(",
                                    "    func.func private @helper() {\n"
                                    "      aiex.npu.dma_wait {symbol = @out}\n"
                                    "      return\n"
                                    "    }\n"
                                    "    func.func private @scale(");
    EXPECT_EQ(cycles_of(beside), cycles_of(text));
    EXPECT_EQ(cycles_of(with(with(beside, "@helper()", "@sequence()"),
                             "aie.runtime_sequence @sequence(", "aie.runtime_sequence @run(")),
              cycles_of(text));
}

TEST(EarlyDesign, HasBdsThatSayWhichArgumentTheyAreOf) {
    for (const char* operation : {"aiex.ipu.writebd_shimtile", "aiex.npu.writebd_shimtile"})
        for (const char* names : {kSizes, kWraps}) {
            const std::string text = early(shim_bd(operation, "1", "0", names) + kPushIn +
                                           shim_bd(operation, "0", "1", names) + kPushOut + kSync);
            EXPECT_EQ(cycles_of(text), cycles_of(text_of("scale_2024.mlir"))) << operation;
        }
}

TEST(EarlyDesign, TakesAnAddressPatchInPlaceOfTheArgument) {
    const std::string patch =
        "      aiex.npu.address_patch {addr = 118820 : ui32, arg_idx = 0 : i32, arg_plus = 0 : "
        "i32}\n";
    const auto design =
        read(early(shim_bd("aiex.npu.writebd", "1", "1", kSizes) + patch + kPushIn +
                   shim_bd("aiex.npu.writebd", "0", "1", kSizes) + kPushOut + kSync));
    std::vector<int> arguments;
    for (const schedule::SequenceOp& operation : design.schedule.sequence)
        if (const auto* write = std::get_if<schedule::WriteBd>(&operation.op))
            arguments.push_back(std::get<schedule::HostBufferRef>(write->bd.buffer).index);
    EXPECT_THAT(arguments, testing::ElementsAre(0, 1));
}

TEST(WriteToABuffer, IsWithinItsTile) {
    const auto with_write = [](const std::string& name, const std::string& address) {
        return with(text_of("scale_2024.mlir"), "      aiex.npu.dma_wait",
                    "      aiex.npu.write32 {address = " + address + " : ui32, buffer = @" + name +
                        ", value = 7 : ui32}\n      aiex.npu.dma_wait");
    };
    const Design design = read(with_write("in_buff_0", "3"));
    EXPECT_EQ(design.losses.size(), 0U);
    std::vector<schedule::WriteMemory> writes;
    for (const schedule::SequenceOp& operation : design.schedule.sequence)
        if (const auto* write = std::get_if<schedule::WriteMemory>(&operation.op))
            writes.push_back(*write);
    ASSERT_EQ(writes.size(), 1U);
    EXPECT_EQ(design.schedule.buffer(writes[0].buffer)->name, "in_buff_0");
    EXPECT_EQ(writes[0].offset, arch::Bytes{12});
    EXPECT_EQ(writes[0].words, std::vector<std::uint32_t>{7});
    EXPECT_THAT(refusal(with_write("in_buff", "3")),
                HasSubstr("design.mlir:79:54: 'buffer' of aiex.npu.write32 is 'in_buff', which is "
                          "not a buffer of the design"));
    EXPECT_THAT(refusal(with_write("in_buff_0", "256")),
                HasSubstr("'address' of aiex.npu.write32 is 256; allowed: 0 to 255"));
}

TEST(RuntimeSequence, SaysWhichRegistersAreOfLocks) {
    const auto with_write = [](const std::string& address, const std::string& row) {
        return with(text_of("scale_2024.mlir"), "      aiex.npu.dma_wait",
                    "      aiex.npu.write32 {address = " + address +
                        " : ui32, column = 0 : i32, row = " + row +
                        " : i32, value = 1 : ui32}\n      aiex.npu.dma_wait");
    };
    // Lock 1 of a core (0x1F010), which the design has, and of a mem tile (0xC0010), where it has
    // none.
    const Design of_core = read(with_write("126992", "2"));
    const auto& sequence = of_core.schedule.sequence;
    EXPECT_EQ(std::ranges::count_if(
                  sequence,
                  [](const schedule::SequenceOp& operation) {
                      const auto* set = std::get_if<schedule::SetLock>(&operation.op);
                      return set != nullptr && set->lock == schedule::LockRef{{0, 2}, 1};
                  }),
              1);
    const Design of_mem_tile = read(with_write("786448", "1"));
    ASSERT_FALSE(of_mem_tile.losses.empty());
    EXPECT_THAT(of_mem_tile.losses.front().what, HasSubstr("lock 1 of (0,1), which nothing uses"));
    const Design of_shim = read(with_write("81936", "0"));
    ASSERT_FALSE(of_shim.losses.empty());
    EXPECT_THAT(of_shim.losses.front().what, HasSubstr("lock 1 of (0,0), which nothing uses"));
    EXPECT_THAT(refusal(with_write("127248", "2")), testing::Not(HasSubstr("of a lock")));
}

TEST(RuntimeSequence, NamesWhatItSetsInAShimsBdThatIsNotSimulated) {
    const auto losses = [](const std::string& file, const std::string& from,
                           const std::string& to) {
        return losses_of(with(text_of(file), from, to));
    };
    EXPECT_THAT(
        losses("scale_2024.mlir", "{id = 1 : i64", "{d0_zero_before = 2 : i64, id = 1 : i64"),
        ElementsAre("'d0_zero_before' of a shim's BD (77:7)"));
    EXPECT_THAT(losses("scale_2026.mlir", "{burst_length = 0 : i32}", "{burst_length = 64 : i32}"),
                ElementsAre("'burst_length' of a shim's BD (76:9)"));
}

TEST(RuntimeSequence, RefusesBurstsThatAShimDoesNotHave) {
    const auto with_bursts = [](const std::string& length) {
        return with(text_of("scale_2026.mlir"), "{burst_length = 0 : i32}",
                    "{burst_length = " + length + " : i32}");
    };
    for (const char* length : {"64", "128", "256"})
        EXPECT_EQ(read(with_bursts(length)).losses.size(), 1U) << length;
    // Only XDNA 2 has bursts of 512 bytes.
    for (const char* length : {"100", "512"})
        EXPECT_THAT(refusal(with_bursts(length)),
                    testing::EndsWith(fmt::format("'burst_length' of aie.dma_bd is {}; allowed: 0 "
                                                  "for the longest, 64, 128, 256",
                                                  length)));
    const std::string text =
        with(with_bursts("512"), "aie.device(npu1_1col)", "aie.device(npu2_1col)");
    EXPECT_EQ(read_design(text, "design.mlir", test::strix(), hundred_cycles()).losses.size(), 1U);
}

TEST(RuntimeSequence, SaysWhichBdsAShimHas) {
    EXPECT_THAT(refusal(with(text_of("scale_2024.mlir"), "{id = 1 : i64", "{id = 16 : i64")),
                HasSubstr("design.mlir:77:88: 'id' of aiex.npu.dma_memcpy_nd is 16; allowed: 0 to "
                          "15"));
    EXPECT_THAT(
        refusal(with(text_of("scale_2026.mlir"), "{burst_length = 0 : i32}", "{bd_id = 16 : i32}")),
        HasSubstr("'bd_id' of aie.dma_bd is 16; allowed: 0 to 15, the BDs of a shim"));
}

}  // namespace
}  // namespace xdnasim::design
