// Traces that designs declare by aie.trace.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/design_text.hpp"
#include "traces/names/event_names.hpp"
#include "traces/words/packet.hpp"

namespace xdnasim::design {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using words::Module;

const std::string kInDevice = "    aie.shim_dma_allocation";
const std::string kInSequence = "      aiex.npu.dma_memcpy_nd";
const std::string kStartConfig = "      aie.trace.start_config @of_core\n";

/// generate.mlir with an aie.trace of its core that has `body`, and `start` in the sequence.
std::string declared(const std::string& body, const std::string& start = kStartConfig) {
    const std::string text =
        with(text_of("generate.mlir"), kInDevice,
             "    aie.trace @of_core(%tile) {\n" + body + "    }\n" + kInDevice);
    return with(text, kInSequence, start + kInSequence);
}

std::string watched(const std::string& name) {
    return "      aie.trace.event<\"" + name + "\">\n";
}

const std::string kTraceBody =
    "      aie.trace.mode \"Event-Time\"\n"
    "      aie.trace.packet id=1 type=core\n" +
    watched("INSTR_EVENT_0") + watched("PORT_RUNNING_1") +
    "      aie.trace.port<1> port=DMA channel=0 direction=MM2S\n"
    "      aie.trace.start broadcast=15\n"
    "      aie.trace.stop broadcast=14\n";

TEST(DeclaredTrace, HasTheUnitsThatTheSequenceStarts) {
    const Design design = read(
        declared(kTraceBody, "      aie.trace.host_config buffer_size = 8192\n" + kStartConfig));
    EXPECT_THAT(design.losses, IsEmpty());
    ASSERT_TRUE(design.schedule.trace);
    const schedule::Trace& trace = *design.schedule.trace;
    ASSERT_EQ(trace.units.size(), 1U);
    const schedule::TraceUnit& unit = trace.units.front();
    EXPECT_EQ(unit.unit, (words::Unit{Module::Core, {0, 2}}));
    const names::EventNames names{"aie-ml"};
    EXPECT_EQ(unit.events[0], names.id(Module::Core, "INSTR_EVENT_0"));
    EXPECT_EQ(unit.events[1], names.id(Module::Core, "PORT_RUNNING_1"));
    EXPECT_EQ(unit.events[2], 0);
    ASSERT_EQ(unit.ports.size(), 2U);
    EXPECT_EQ(unit.ports[1], arch::dma_port({0, 2}, arch::Direction::MM2S, 0));
    EXPECT_EQ(design.schedule.host_buffer(trace.buffer)->size, arch::Bytes{8192});
}

TEST(DeclaredTrace, TakesTheGenericWayOfAttributes) {
    const Design design = read(declared(
        kTraceBody, "      aie.trace.host_config {buffer_size = 4096 : i32}\n" + kStartConfig));
    ASSERT_TRUE(design.schedule.trace);
    EXPECT_EQ(design.schedule.host_buffer(design.schedule.trace->buffer)->size, arch::Bytes{4096});
}

TEST(DeclaredTrace, SeesTheKernelOfTheRun) {
    const TemporaryFolder folder;
    const std::vector<problem::Setting> settings{{"design.default_cycles", "100"}};
    const problem::Problem problem =
        problem::load_problem(folder.write("design.mlir", declared(kTraceBody)), settings);
    const auto result =
        backends::make_systemc_backend()->run(map_problem(problem), problem.device, {});
    ASSERT_TRUE(result.trace);
    EXPECT_THAT(result.trace->words, testing::SizeIs(testing::Ge(words::kPacketWords)));
}

TEST(DeclaredTrace, IsOfTheModuleThatItsPacketsSay) {
    const Design design = read(
        declared("      aie.trace.packet id=2 type=\"mem\"\n" + watched("DMA_MM2S_0_START_TASK")));
    ASSERT_TRUE(design.schedule.trace);
    EXPECT_EQ(design.schedule.trace->units.front().unit.module, Module::Memory);
    EXPECT_THAT(refusal(declared("      aie.trace.packet id=2 type=memtile\n")),
                HasSubstr("design.mlir:11:34: 'memtile' is not a module of tile (0,2)"));
}

TEST(DeclaredTrace, TakesEventsByTheListThatTheyAreIn) {
    const std::string listed =
        "      aie.trace.event<CoreEventAIE2::INSTR_EVENT_1> label = \"end\"\n";
    const names::EventNames names{"aie-ml"};
    const Design design = read(declared(listed));
    ASSERT_TRUE(design.schedule.trace);
    EXPECT_EQ(design.schedule.trace->units.front().events[0],
              names.id(Module::Core, "INSTR_EVENT_1"));
    const Design generic =
        read(declared("      \"aie.trace.event\"() <{event = #aie.trace_event<\"INSTR_EVENT_0\">}> "
                      ": () -> ()\n"));
    ASSERT_TRUE(generic.schedule.trace);
    EXPECT_EQ(generic.schedule.trace->units.front().events[0],
              names.id(Module::Core, "INSTR_EVENT_0"));
    EXPECT_THAT(refusal(declared("      aie.trace.event<CoreEventAIE2::INSTR_EVENT_9>\n")),
                HasSubstr("there is no event 'INSTR_EVENT_9' of a core"));
}

TEST(DeclaredTrace, MaySayTheSizeOfItsBufferWhereItIsDeclared) {
    const Design design = read(with(declared(kTraceBody), "(%tile) {\n      aie.trace.mode",
                                    "(%tile) buffer_size = 4096 {\n      aie.trace.mode"));
    ASSERT_TRUE(design.schedule.trace);
    EXPECT_EQ(design.schedule.host_buffer(design.schedule.trace->buffer)->size, arch::Bytes{4096});
}

TEST(DeclaredTrace, ThatNobodyStartsIsLeftOut) {
    const Design design = read(declared(kTraceBody, ""));
    EXPECT_FALSE(design.schedule.trace);
    ASSERT_EQ(design.ignored.size(), 1U);
    EXPECT_EQ(to_string(design.ignored.front()), "aie.trace is not started by the sequence (10:5)");
}

TEST(DeclaredTrace, TakesTheEventOfABroadcastForTheBroadcast) {
    for (const char* const event : {"<\"BROADCAST_15\">", "<CoreEventAIE2::BROADCAST_15>"})
        EXPECT_THAT(losses_of(with(declared(kTraceBody), "aie.trace.start broadcast=15",
                                   std::string{"aie.trace.start event="} + event)),
                    IsEmpty())
            << event;
}

TEST(DeclaredTrace, NamesWhatIsNotSimulated) {
    EXPECT_THAT(losses_of(declared("      aie.trace.mode \"Event-PC\"\n" + watched("ACTIVE") +
                                   "      aie.trace.start event=<\"USER_EVENT_0\">\n")),
                ElementsAre("aie.trace.mode: all units are simulated in Event-Time (11:7)",
                            "aie.trace.start by an event is ignored: units are simulated from the "
                            "start of the sequence to its end (13:7)",
                            "ACTIVE in the trace unit of core (0,2) (10:5)"));
    EXPECT_THAT(losses_of(with(declared(kTraceBody), "aie.flow(%tile, DMA : 0, %shim, DMA : 0)",
                               "aie.flow(%tile, DMA : 0, %shim, DMA : 0)\n"
                               "    aie.flow(%tile, DMA : 1, %shim, DMA : 1)")),
                ElementsAre(HasSubstr("aie.trace: the design's shims have no S2MM channel and BD "
                                      "left to write a trace")));
}

TEST(DeclaredTrace, SaysWhatNoUnitHas) {
    EXPECT_THAT(refusal(declared(watched("INSTR_EVENT_9"))),
                HasSubstr("design.mlir:11:23: there is no event 'INSTR_EVENT_9' of a core"));
    std::string many;
    for (int i = 0; i < 9; ++i)
        many += watched("PORT_RUNNING_" + std::to_string(i % 8));
    EXPECT_THAT(refusal(declared(many)),
                HasSubstr("design.mlir:19:7: more than the 8 events that a trace unit watches"));
    const auto port = [](const std::string& number, const std::string& channel) {
        return declared("      aie.trace.port<" + number + "> port=DMA channel=" + channel +
                        " direction=S2MM\n");
    };
    EXPECT_THAT(refusal(port("8", "0")),
                HasSubstr("design.mlir:11:7: port 8 of a trace unit; allowed: 0 to 7"));
    // 4294967296 is not taken for 0, to which it would wrap in 32 bits.
    EXPECT_THAT(refusal(port("0", "4294967296")), HasSubstr("port DMA 4294967296 does not exist"));
    EXPECT_THAT(refusal(port("0", "2")),
                HasSubstr("design.mlir:11:30: port DMA 2 does not exist in tile (0,2)"));
    EXPECT_THAT(refusal(declared(kTraceBody, "      aie.trace.start_config @other\n")),
                HasSubstr("is not an aie.trace of the device"));
    EXPECT_THAT(refusal(declared(kTraceBody,
                                 "      aie.trace.host_config buffer_size = 0\n" + kStartConfig)),
                HasSubstr("a trace buffer of 0 bytes; allowed: 32 to 1073741824"));
}

}  // namespace
}  // namespace xdnasim::design
