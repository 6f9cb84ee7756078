// Names of events, and configurations.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "test/support/temporary_folder.hpp"
#include "traces/recording/config.hpp"

namespace xdnasim::recording {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;
using words::Module;

constexpr words::Unit kCore{Module::Core, {2, 2}};

TEST(EventNames, AreThoseOfEachModule) {
    const names::EventNames names{"aie-ml"};
    EXPECT_EQ(names.name(Module::Core, 37), "INSTR_VECTOR");
    EXPECT_EQ(names.name(Module::Memory, 21), "DMA_MM2S_0_START_TASK");
    EXPECT_EQ(names.name(Module::MemTile, 80), "PORT_RUNNING_0");
    EXPECT_EQ(names.name(Module::Shim, 78), "PORT_RUNNING_0");
    EXPECT_EQ(names.name(Module::Core, 200), std::nullopt);
    EXPECT_EQ(names.id(Module::Core, "LOCK_STALL"), 26);
}

TEST(EventNames, DifferByGeneration) {
    EXPECT_EQ(names::EventNames{"npu1"}.name(Module::Core, 70), "DECOMPRESSION_UNDERFLOW");
    EXPECT_EQ(names::EventNames{"npu2"}.name(Module::Core, 70), "SPARSITY_OVERFLOW");
}

TEST(EventNames, AreReadBackAsTheirIds) {
    for (const char* generation : {"aie-ml", "aie2p"}) {
        const names::EventNames names{generation};
        int events = 0;
        for (const Module module : {Module::Core, Module::Memory, Module::Shim, Module::MemTile})
            for (int id = 0; id < 256; ++id)
                if (const auto name = names.name(module, id)) {
                    EXPECT_EQ(names.id(module, *name), id);
                    ++events;
                }
        EXPECT_EQ(events, 538) << generation;  // lines of the generation's table
    }
}

TEST(EventNames, SuggestTheNearest) {
    const names::EventNames names{"aie-ml"};
    EXPECT_THAT([&] { static_cast<void>(names.id(Module::Core, "LOCK_STAL")); },
                ThrowsMessage<base::InputError>(HasSubstr("did you mean 'LOCK_STALL'?")));
    EXPECT_THAT([] { names::EventNames{"aie1"}; },
                ThrowsMessage<base::InputError>(HasSubstr("allowed: aie-ml")));
}

TraceConfig config_of(const std::string& text) {
    const TemporaryFolder folder;
    return load_config(folder.write("config.json", text));
}

TEST(TraceConfig, NamesSlotsOnTheColumnsOfTheRecording) {
    const SlotNames names{config_of(R"({"device": "xdna2-strix", "streams": [
            {"module": "core", "row": 2, "col": 0, "slots": ["LOCK_STALL", 37, 70]}]})"),
                          {&kCore, 1}};
    EXPECT_EQ(names.name(kCore, 0), "LOCK_STALL");
    EXPECT_EQ(names.name(kCore, 2), "SPARSITY_OVERFLOW");
    EXPECT_EQ(names.slot_of(kCore, "INSTR_VECTOR"), 1);
    EXPECT_EQ(names.name({Module::Shim, {2, 0}}, 3), "slot 3");
}

TEST(TraceConfig, LeavesOutUnitsWithoutSlotsAsADecodedTraceHasThem) {
    const TraceConfig config = config_of(R"({"device": "aie-ml", "streams": [
            {"module": "shim", "row": 0, "col": 0, "slots": null},
            {"module": "core", "row": 2, "col": 2, "slots": [37]}]})");
    ASSERT_EQ(config.units.size(), 1U);
    EXPECT_EQ(config.units.front().unit, kCore);
}

constexpr const char* kTwoColumns = R"({"device": "npu1", "streams": [
    {"module": "core", "row": 2, "col": 0, "slots": ["INSTR_EVENT_0"]},
    {"module": "core", "row": 2, "col": 3, "slots": ["PORT_RUNNING_0"]}]})";

TEST(TraceConfig, NamesAUnitByItsOwnSlotsWhenOthersAreNotRecorded) {
    const words::Unit last{Module::Core, {3, 2}};
    const SlotNames names{config_of(kTwoColumns), {&last, 1}};
    EXPECT_EQ(names.name(last, 0), "PORT_RUNNING_0");
    EXPECT_EQ(names.note(), "");
}

TEST(TraceConfig, IsMovedToWhereMostOfItsUnitsAreRecorded) {
    const std::vector<words::Unit> units{{Module::Core, {1, 2}}, {Module::Core, {4, 2}}};
    const SlotNames names{config_of(kTwoColumns), units};
    EXPECT_EQ(names.name(units[0], 0), "INSTR_EVENT_0");
    EXPECT_EQ(names.name(units[1], 0), "PORT_RUNNING_0");
    EXPECT_EQ(names.note(), "the configuration's units are moved by +1 column");
}

TEST(TraceConfig, SaysWhichUnitsAreNotRecordedAlike) {
    const std::vector<words::Unit> units{{Module::Core, {0, 2}}, {Module::MemTile, {0, 1}}};
    const SlotNames names{config_of(kTwoColumns), units};
    EXPECT_EQ(names.note(),
              "recorded, but not in the configuration: memtile (0,1); in the configuration, but "
              "not recorded: core (3,2)");
}

TEST(TraceConfig, SaysThatSlotsDoNotFit) {
    SlotNames names{config_of(R"({"device": "npu1", "streams": [
            {"module": "core", "row": 2, "col": 2, "slots": ["INSTR_EVENT_0", 0, "LOCK_STALL"]}]})"),
                    {&kCore, 1}};
    names.note_asserted(kCore, 0b101);
    EXPECT_EQ(names.note(), "");
    names.note_asserted(kCore, 0b1011);
    EXPECT_EQ(names.note(),
              "core (2,2) asserts slots 1, 3, for which the configuration has no event: it belongs "
              "to another design");
}

TEST(TraceConfig, SaysThatNoneOfItsUnitsIsRecorded) {
    const words::Unit shim{Module::Shim, {0, 0}};
    const SlotNames names{config_of(kTwoColumns), {&shim, 1}};
    EXPECT_EQ(names.name(shim, 0), "slot 0");
    EXPECT_EQ(names.note(),
              "the configuration is for core (0,2), core (3,2), none of which is recorded; "
              "recorded: shim (0,0)");
}

TEST(TraceConfig, MayHoldMoreThanItsReaderNeeds) {
    const SlotNames names{config_of(R"({"device": "npu1", "streams": [
            {"module": "core", "row": 2, "col": 2, "slots": [26], "ports": ["slave North:0"],
             "s2mm": [0, 1]}]})"),
                          {&kCore, 1}};
    EXPECT_EQ(names.name(kCore, 0), "LOCK_STALL");
}

TEST(TraceConfig, IsRefusedWithWhatIsWrong) {
    const auto refused = [](const std::string& text, const char* why) {
        EXPECT_THAT([&] { config_of(text); }, ThrowsMessage<base::InputError>(HasSubstr(why)));
    };
    refused("", "not valid JSON");
    refused("{}", "device");
    refused(R"({"device": "npu7", "streams": []})", "npu7");
    refused(R"({"device": "npu1", "streams": [{"module": "dma"}]})", "allowed: core, memory");
    refused(R"({"device": "npu1", "streams": [{"module": "core", "row": 9, "col": 0}]})",
            "'9' is out of range; allowed: whole numbers from 0 to 7");
    refused(R"({"device": "npu1", "streams": [{"module": "core", "row": 2, "col": 0,
            "slots": [1,2,3,4,5,6,7,8,9]}]})",
            "up to 8");
    refused(R"({"device": "npu1", "streams": [{"module": "core", "row": 2, "col": 0,
            "slots": ["NOTHING"]}]})",
            "no event 'NOTHING'");
    refused(R"({"device": 7, "streams": []})", ":1:12: '7' is not a text");
    refused(R"({"device": "npu1", "streams": 7})", ":1:31: '7' is not a list");
    refused(R"({"device": "npu1", "streams": [7]})", ":1:32: '7' is not a map");
    refused(R"({"device": "npu1", "streams": [{"module": 7}]})",
            ":1:43: '7' is not a text; allowed: core, memory");
    refused(R"({"device": "npu1", "streams": [{"module": "core", "row": 2, "col": 0}]})",
            "'streams.0.slots' is missing");
    refused("[]", ":1:1: a list is not a map");
    refused(R"({"device": "npu1", "streams": [
            {"module": "core", "row": 2, "col": 0, "slots": [26]},
            {"module": "core", "row": 2, "col": 0, "slots": [37]}]})",
            ":3:13: core (0,2) is listed twice");
}

TEST(TraceConfig, IsRefusedWithTheReasonWhenItCannotBeRead) {
    EXPECT_THAT([] { static_cast<void>(load_config("/nowhere")); },
                ThrowsMessage<base::InputError>(HasSubstr("/nowhere: no such file")));
    EXPECT_THAT([] { static_cast<void>(load_config("/tmp")); },
                ThrowsMessage<base::InputError>("/tmp: not a regular file; allowed: a text file"));
}

}  // namespace
}  // namespace xdnasim::recording
