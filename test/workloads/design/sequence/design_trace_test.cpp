// Designs that set up trace units of their own.

#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/design_text.hpp"
#include "traces/words/packet.hpp"

namespace xdnasim::design {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;

std::string write(int column, int row, int address, std::uint32_t value) {
    return "      aiex.npu.write32 {address = " + std::to_string(address) +
           " : ui32, column = " + std::to_string(column) + " : i32, row = " + std::to_string(row) +
           " : i32, value = " + std::to_string(value) + " : ui32}\n";
}

/// Sets up the trace unit of the core in row `row`: broadcast 15 (event 122) starts it, and its
/// packets have id `id`.
std::string unit(int row, int id) {
    return write(0, row, 0x34000, 122 << 8) + write(0, row, 0x340D0, 122 << 16) +
           write(0, row, 0x340D4, static_cast<std::uint32_t>(id)) +
           write(0, row, 0x340E0, 0x4B222101) + write(0, row, 0x340E4, 0x2D2C1A4F) +
           write(0, row, 0x3FF00, 289) + write(0, row, 0x3FF04, 0);
}

/// Sets up BD 15 of a shim for trace words on its S2MM channel 1, after the 64 words of the result.
std::string taken_by(int column) {
    return "      aiex.npu.writebd {bd_id = 15 : i32, buffer_length = 256 : i32, column = " +
           std::to_string(column) +
           " : i32, d0_size = 0 : i32, d0_stride = 0 : i32, row = 0 : i32, valid_bd = 1 : i32}\n"
           "      aiex.npu.address_patch {addr = " +
           std::to_string((column << 25) + 0x1D1E4) +
           " : ui32, arg_idx = 0 : i32, arg_plus = 256 : i32}\n" + write(column, 0, 0x1D20C, 15);
}

const std::string kStart = write(0, 0, 0x3404C, 127) + write(0, 0, 0x34008, 127);

std::string flow(int id, const std::string& tile, const std::string& shim) {
    return "    aie.packet_flow(" + std::to_string(id) + ") {\n      aie.packet_source<%" + tile +
           ", Trace : 0>\n      aie.packet_dest<%" + shim +
           ", DMA : 1>\n    } {keep_pkt_header = true}\n";
}

/// generate.mlir with its core traced to the shim of its column. `more_device`, `more_sequence`:
/// more text for the device and for the sequence; `start`: operations that start the unit.
std::string traced(const std::string& more_device = "", const std::string& more_sequence = "",
                   const std::string& start = kStart) {
    const std::string text = with(
        with(text_of("generate.mlir"), "npu1_1col", "npu1_2col"), "    aie.shim_dma_allocation",
        flow(1, "tile", "shim") + more_device + "    aie.shim_dma_allocation");
    return with(text, "      aiex.npu.dma_memcpy_nd",
                unit(2, 1) + taken_by(0) + more_sequence + start + "      aiex.npu.dma_memcpy_nd");
}

std::vector<std::string> texts_of(const std::vector<Finding>& findings) {
    std::vector<std::string> texts;
    for (const Finding& finding : findings)
        texts.push_back(finding.what);
    return texts;
}

TEST(TraceOfADesign, TakesTheUnitsThatItStarts) {
    const Design design = read(traced());
    ASSERT_TRUE(design.schedule.trace);
    EXPECT_EQ(design.schedule.trace->units.size(), 1U);
    EXPECT_EQ(design.schedule.trace->channel, 1);
    EXPECT_GT(cycles_of(traced()), cycles_of(text_of("generate.mlir")));
}

TEST(TraceOfADesign, TakesShortBurstsOfItsWordsAlone) {
    const auto losses = [](const std::string& text) { return texts_of(read(text).losses); };
    const auto left_out = Contains("'burst_length' of a shim's BD");
    const std::string text = with(traced(), "writebd {bd_id = 15 : i32, ",
                                  "writebd {bd_id = 15 : i32, burst_length = 64 : i32, ");
    EXPECT_THAT(losses(text), testing::Not(left_out));
    // Without the unit, the BD does not belong to a trace; and a trace does not use longer bursts.
    EXPECT_THAT(losses(with(text, unit(2, 1), "")), left_out);
    EXPECT_THAT(losses(with(text, "burst_length = 64 :", "burst_length = 128 :")), left_out);
}

backends::RunResult run_of(const std::string& text) {
    const TemporaryFolder folder;
    const problem::Problem problem =
        problem::load_problem(folder.write("design.mlir", text),
                              std::vector<problem::Setting>{{"design.default_cycles", "100"}});
    return backends::make_systemc_backend()->run(map_problem(problem), problem.device, {});
}

/// Ids of the packets among the trace words of a run.
std::set<std::uint32_t> packets_of(const std::string& text) {
    const backends::RunResult result = run_of(text);
    std::set<std::uint32_t> ids;
    if (!result.trace) return ids;
    constexpr std::uint32_t kId = 0x1F;  // bits 4:0 of a packet's header
    for (std::size_t i = 0; i < result.trace->words.size(); i += words::kPacketWords)
        ids.insert(result.trace->words[i] & kId);
    return ids;
}

/// A core with lock operations that a trace unit can record.
const std::string kBusyCore = R"(    %turn = aie.lock(%other, 0) {init = 1 : i32}
    %busy = aie.core(%other) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2000 = arith.constant 2000 : index
      scf.for %i = %c0 to %c2000 step %c1 {
        aie.use_lock(%turn, AcquireGreaterEqual, 1)
        aie.use_lock(%turn, Release, 1)
      }
      aie.end
    }
)";

TEST(TraceOfADesign, TakesUnitsOfSeveralChannels) {
    const std::string text =
        traced("    %other_shim = aie.tile(1, 0)\n    %other = aie.tile(0, 3)\n" + kBusyCore +
                   flow(2, "other", "other_shim"),
               unit(3, 2) + taken_by(1));
    const Design design = read(text);
    ASSERT_TRUE(design.schedule.trace);
    ASSERT_EQ(design.schedule.trace->units.size(), 2U);
    const auto sinks = design.schedule.trace->sinks();
    ASSERT_EQ(sinks.size(), 2U);
    EXPECT_NE(sinks[0].shim, sinks[1].shim);
    for (const schedule::TraceUnit& unit : design.schedule.trace->units)
        EXPECT_EQ(sinks[unit.sink].shim, (arch::TileId{unit.packet_id - 1, 0}));
    EXPECT_EQ(sinks[0].size, arch::Bytes{1024});
    EXPECT_THAT(packets_of(text), testing::ElementsAre(1U, 2U));
}

/// A design in which two cores are traced to one BD of `length` words.
std::string traced_to_one(const std::string& length = "256") {
    const std::string text =
        traced("    %other = aie.tile(0, 3)\n" + kBusyCore + flow(2, "other", "shim"), unit(3, 2));
    return with(text, "buffer_length = 256", "buffer_length = " + length);
}

TEST(TraceOfADesign, EndsWhereItsBdDoes) {
    constexpr std::int64_t kResult = 256;  // bytes of the result
    const backends::RunResult whole = run_of(traced_to_one());
    ASSERT_TRUE(whole.trace);
    ASSERT_GT(whole.trace->words.size(), 24U);
    // Words after the last whole packet are lost.
    for (const auto& [length, words] : {std::pair{"8", 8U}, {"16", 16U}, {"20", 16U}}) {
        const backends::RunResult cut = run_of(traced_to_one(length));
        ASSERT_TRUE(cut.trace);
        EXPECT_EQ(cut.trace->words.size(), words) << length;
        EXPECT_TRUE(cut.trace->buffer_full) << length;
        EXPECT_EQ(cut.dram->written.count(), kResult + 4 * std::int64_t{words}) << length;
    }
}

TEST(TraceOfADesign, HasTheRoomOfAllTasksOfItsChannel) {
    EXPECT_EQ(read(traced()).schedule.trace->size, arch::Bytes{1024});
    const std::string second = with(taken_by(0), "arg_plus = 256", "arg_plus = 1280");
    EXPECT_EQ(read(traced("", second)).schedule.trace->size, arch::Bytes{2048});
}

TEST(TraceOfADesign, BeginsWhereTheFirstTaskOfItsChannelDoes) {
    EXPECT_EQ(read(traced()).schedule.trace->offset, arch::Bytes{256});
    const std::string text =
        traced("    %other_shim = aie.tile(1, 0)\n    %other = aie.tile(0, 3)\n" + kBusyCore +
                   flow(2, "other", "other_shim"),
               unit(3, 2) + with(taken_by(1), "arg_plus = 256", "arg_plus = 1280"));
    std::map<int, arch::Bytes> offsets;
    for (const schedule::TraceSink& sink : read(text).schedule.trace->sinks())
        offsets[sink.shim.column] = sink.offset;
    EXPECT_THAT(offsets, testing::ElementsAre(std::pair{0, arch::Bytes{256}},
                                              std::pair{1, arch::Bytes{1280}}));
}

TEST(TraceOfADesign, LeavesTheArgumentThatAlsoHoldsAResultAnOutput) {
    const auto workload = [](const std::string& text) {
        return DesignWorkload{read(text), "design.mlir", "xdna-phoenix"};
    };
    const std::string text = traced();
    const DesignWorkload shared = workload(text);
    ASSERT_EQ(shared.buffers().size(), 1U);
    EXPECT_EQ(shared.buffers().front().role, schedule::BufferRole::Output);
    // Neither the result nor the bytes that count as moved include the trace.
    EXPECT_EQ(shared.work().results, arch::Bytes{256});
    EXPECT_EQ(shared.work().moved, arch::Bytes{256});

    const auto own = workload(
        with(text, "arg_idx = 0 : i32, arg_plus = 256", "arg_idx = 1 : i32, arg_plus = 0"));
    ASSERT_EQ(own.buffers().size(), 2U);
    EXPECT_EQ(own.buffers()[0].role, schedule::BufferRole::Output);
    EXPECT_EQ(own.buffers()[1].role, schedule::BufferRole::Trace);
    EXPECT_EQ(own.work().moved, arch::Bytes{256});
}

TEST(TraceOfADesign, IsNotComparedWithWhatItsArgumentIsToHold) {
    constexpr std::size_t kResult = 256;
    const TemporaryFolder folder;
    Request request = hundred_cycles();
    request.files.expected["arg0"] =
        folder.write("expected.bin", std::string(kResult, 'r') + std::string(1024, 'x'));
    const std::string text =
        with(traced(), "func.call @generate(%words) : (memref<64xi32>) -> ()", "");
    const DesignWorkload workload{read(text, request), "design.mlir", "xdna-phoenix"};
    const auto passes = [&](std::size_t written) {
        schedule::HostMemory host{std::vector<std::byte>(kResult + 1024)};
        const auto run = [&](schedule::HostMemory& memory, schedule::CallListener*) {
            std::fill_n(memory.front().begin(), written, std::byte{'r'});
        };
        return workload.check(host, run).passed;
    };
    EXPECT_TRUE(passes(kResult));
    EXPECT_FALSE(passes(kResult - 1));
}

TEST(TraceOfADesign, WritesABufferBehindOnesThatNothingUses) {
    // Tools of mlir-aie trace to argument 4, however few arguments the sequence declares.
    const std::string text =
        with(traced(), "arg_idx = 0 : i32, arg_plus = 256", "arg_idx = 4 : i32, arg_plus = 0");
    const Design design = read(text);
    ASSERT_TRUE(design.schedule.trace);
    EXPECT_EQ(design.schedule.trace->buffer.index, 4);
    EXPECT_THAT(packets_of(text), testing::ElementsAre(1U));
}

TEST(TraceOfADesign, LeavesOutUnitsWhoseWordsNobodyTakes) {
    const std::string text =
        traced("    %other_shim = aie.tile(1, 0)\n    %other = aie.tile(0, 3)\n" +
                   flow(2, "other", "other_shim"),
               unit(3, 2));
    const Design design = read(text);
    ASSERT_TRUE(design.schedule.trace);
    ASSERT_EQ(design.schedule.trace->units.size(), 1U);
    EXPECT_EQ(design.schedule.flows.size(), 2U);
    EXPECT_THAT(texts_of(design.losses),
                Contains(AllOf(HasSubstr("the trace unit of core ("),
                               HasSubstr("whose words reach no host buffer"))));
    EXPECT_THAT(packets_of(text), testing::ElementsAre(1U));
}

TEST(TraceOfADesign, NamesEventsThatDoNotHappenHere) {
    EXPECT_THAT(texts_of(read(traced()).losses),
                testing::Not(Contains(HasSubstr("in the trace unit"))));
    // Event 28 is ACTIVE, 77 is PORT_TLAST_0, 200 does not exist. A unit's slots are bytes of two
    // registers.
    const std::string text = with(traced(), std::to_string(0x4B222101), std::to_string(0x4DC8221C));
    EXPECT_THAT(texts_of(read(text).losses),
                testing::IsSupersetOf({"ACTIVE in the trace unit of core (0,2)",
                                       "event 200 in the trace unit of core (0,2)",
                                       "PORT_TLAST_0 in the trace unit of core (0,2)"}));
}

TEST(TraceOfADesign, LeavesOutUnitsThatNobodyStarts) {
    const std::string text = traced("", "", "");
    const Design design = read(text);
    EXPECT_FALSE(design.schedule.trace);
    EXPECT_EQ(design.schedule.flows.size(), 1U);
    EXPECT_THAT(texts_of(design.ignored),
                AllOf(Contains("the route of trace units that the sequence does not start"),
                      Contains("a task for the words of trace units that are left out")));
    EXPECT_GT(cycles_of(text), 0);
}

}  // namespace
}  // namespace xdnasim::design
