// The section `trace` of problem files.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "test/support/input_error.hpp"
#include "test/support/temporary_folder.hpp"
#include "traces/names/event_names.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::problem {
namespace {

using arch::Bytes;
using arch::TileId;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using tracing::Route;
using tracing::TraceRequest;
using words::Module;

/// Lines 1 to 6 of the problem file; the section `trace` begins in line 7.
constexpr std::string_view kChain = R"(device: xdna-phoenix
workload: elementwise
elementwise:
  object_bytes: 64
  objects: 8
  kernel: {kind: add_one}
)";

constexpr std::string_view kTrace = R"(trace:
  route: share
  buffer_bytes: 4096
  shim: 1
  units:
    - {tile: [0, 2], events: [INSTR_EVENT_0, INSTR_VECTOR, PORT_RUNNING_1]}
    - {tile: [0, 2], module: memory, events: [DMA_S2MM_0_FINISHED_BD]}
    - {tile: [0, 1], events: [PORT_STALLED_0, DMA_MM2S_SEL1_START_TASK],
       ports: ["master DMA:0", "slave South:1"], s2mm: [2, 3], mm2s: [5, 0]}
    - {tile: [0, 0], module: shim, events: [DMA_MM2S_0_START_TASK]}
)";

class TraceFile : public testing::Test {
 protected:
    [[nodiscard]] Problem load(std::string_view trace, std::vector<Setting> settings = {}) const {
        return load_problem(folder_.write("problem.yaml", std::string{kChain} += trace), settings);
    }
    [[nodiscard]] TraceRequest request(std::string_view trace) const {
        return load(trace).trace.value();
    }
    [[nodiscard]] std::string refusal(std::string_view trace) const {
        return input_error_if_any([&] { return map_problem(load(trace)); });
    }
    /// The message with which a section `trace` is refused that has only this key, in line 8.
    [[nodiscard]] std::string refusal_of(const std::string& line) const {
        return refusal("trace:\n  " + line + "\n");
    }
    /// The message with which a unit with these keys is refused; they begin in line 9, column 8.
    [[nodiscard]] std::string refusal_of_unit(const std::string& keys) const {
        return refusal("trace:\n  units:\n    - {" + keys + "}\n");
    }
    [[nodiscard]] static int event(Module module, std::string_view name) {
        return names::EventNames{"aie-ml"}.id(module, name);
    }

    TemporaryFolder folder_;
};

TEST_F(TraceFile, HasNoTraceUnlessItSaysSo) {
    EXPECT_FALSE(load("").trace);
    EXPECT_FALSE(map_problem(load("")).trace);
}

TEST_F(TraceFile, LeavesEverythingToTheDefaults) {
    const TraceRequest request = this->request("trace: {}\n");
    EXPECT_THAT(request.units, IsEmpty());
    EXPECT_EQ(request.route, Route::Streams);
    EXPECT_EQ(request.buffer, tracing::kDefaultBuffer);
    EXPECT_FALSE(request.shim_column);
    EXPECT_THAT(map_problem(load("trace: {}\n")).trace->units, SizeIs(2));
}

TEST_F(TraceFile, GivesWhatItSays) {
    const TraceRequest request = this->request(kTrace);
    EXPECT_EQ(request.route, Route::Share);
    EXPECT_EQ(request.buffer, Bytes{4096});
    EXPECT_EQ(request.shim_column, 1);
    ASSERT_THAT(request.units, SizeIs(4));
    EXPECT_EQ(request.units[0].unit, (words::Unit{Module::Core, {0, 2}}));
    EXPECT_THAT(
        request.units[0].events,
        ElementsAre(event(Module::Core, "INSTR_EVENT_0"), event(Module::Core, "INSTR_VECTOR"),
                    event(Module::Core, "PORT_RUNNING_1"), 0, 0, 0, 0, 0));
    EXPECT_THAT(request.units[0].ports, IsEmpty());
    EXPECT_EQ(request.units[1].unit, (words::Unit{Module::Memory, {0, 2}}));
    EXPECT_EQ(request.units[1].events[0], event(Module::Memory, "DMA_S2MM_0_FINISHED_BD"));
    EXPECT_EQ(request.units[3].unit, (words::Unit{Module::Shim, {0, 0}}));
}

TEST_F(TraceFile, GivesThePortsAndChannelsOfAMemTile) {
    const TraceRequest request = this->request(kTrace);
    const tracing::UnitRequest& unit = request.units.at(2);
    EXPECT_EQ(unit.unit, (words::Unit{Module::MemTile, {0, 1}}));
    EXPECT_THAT(unit.ports, ElementsAre(arch::dma_port({0, 1}, arch::Direction::S2MM, 0),
                                        arch::Port{TileId{0, 1}, arch::PortSide::Slave,
                                                   arch::Bundle::South, 1}));
    EXPECT_THAT(unit.s2mm, ElementsAre(2, 3));
    EXPECT_THAT(unit.mm2s, ElementsAre(5, 0));
}

TEST_F(TraceFile, TakesSettings) {
    const Problem problem = load(kTrace, {{"trace.route", "ideal"}, {"trace.buffer_bytes", "64"}});
    EXPECT_EQ(problem.trace->route, Route::Ideal);
    EXPECT_EQ(problem.trace->buffer, Bytes{64});
    EXPECT_EQ(load("", {{"trace.route", "ideal"}}).trace->route, Route::Ideal);
}

TEST_F(TraceFile, IsRefusedWithAnUnknownKey) {
    EXPECT_THAT(refusal_of("buffer: 64"),
                AllOf(HasSubstr("problem.yaml:8:3: "), HasSubstr("'buffer'")));
    EXPECT_THAT(refusal_of_unit("tile: [0, 2], event: [NONE]"), HasSubstr("problem.yaml:9:"));
    EXPECT_THAT(refusal("trace: 3\n"), HasSubstr("problem.yaml:7:8: "));
}

TEST_F(TraceFile, IsRefusedWithAnotherRoute) {
    EXPECT_THAT(refusal_of("route: stream"),
                AllOf(HasSubstr("problem.yaml:8:10: "), HasSubstr("did you mean 'streams'?")));
}

TEST_F(TraceFile, IsRefusedWithABufferThatHoldsNoWholePackets) {
    EXPECT_THAT(
        refusal_of("buffer_bytes: 100"),
        HasSubstr(
            "problem.yaml:8:17: 100 bytes is not a whole number of packets; allowed: multiples "
            "of 32"));
    EXPECT_THAT(refusal_of("buffer_bytes: 0"),
                HasSubstr("problem.yaml:8:17: '0' is out of range; allowed: whole numbers from 32 "
                          "to 1073741824"));
    EXPECT_THAT(refusal_of("buffer_bytes: 1073741856"), HasSubstr("8:17: '1073741856'"));
}

TEST_F(TraceFile, IsRefusedWithAShimThatIsNotThere) {
    EXPECT_THAT(refusal_of("shim: 4"),
                HasSubstr("problem.yaml:8:9: '4' is out of range; allowed: whole numbers from 0 "
                          "to 3, the columns of xdna-phoenix"));
}

TEST_F(TraceFile, IsRefusedWithoutUnitsInItsList) {
    EXPECT_THAT(refusal_of("units: []"), HasSubstr("problem.yaml:8:10: 0 units; allowed: 1 to"));
    EXPECT_THAT(refusal_of("units: {}"), HasSubstr("problem.yaml:8:10: "));
    EXPECT_THAT(refusal_of("units: [core]"), HasSubstr("problem.yaml:8:11: "));
}

TEST_F(TraceFile, IsRefusedWithATileThatIsNotThere) {
    EXPECT_THAT(refusal_of_unit("tile: [4, 2], events: [NONE]"),
                HasSubstr("problem.yaml:9:15: '4' is out of range; allowed: whole numbers from 0 "
                          "to 3, the columns of xdna-phoenix"));
    EXPECT_THAT(refusal_of_unit("tile: [0, 6], events: [NONE]"),
                HasSubstr("problem.yaml:9:18: '6' is out of range; allowed: whole numbers from 0 "
                          "to 5, the rows of xdna-phoenix"));
    EXPECT_THAT(refusal_of_unit("tile: [0], events: [NONE]"),
                HasSubstr("problem.yaml:9:14: a tile is two numbers; allowed: [column, row]"));
    EXPECT_THAT(refusal_of_unit("events: [NONE]"), HasSubstr("'trace.units.0.tile' is missing"));
}

TEST_F(TraceFile, IsRefusedWithAModuleThatTheTileLacks) {
    EXPECT_THAT(refusal_of_unit("tile: [0, 2], module: shim, events: [NONE]"),
                AllOf(HasSubstr("problem.yaml:9:30: a "),
                      HasSubstr("has no such module; allowed: core, memory")));
    EXPECT_THAT(refusal_of_unit("tile: [0, 1], module: memory, events: [NONE]"),
                HasSubstr("allowed: memtile"));
    EXPECT_THAT(refusal_of_unit("tile: [0, 0], module: core, events: [NONE]"),
                HasSubstr("allowed: shim"));
    EXPECT_THAT(refusal_of_unit("tile: [0, 2], module: cores, events: [NONE]"),
                HasSubstr("did you mean 'core'?"));
}

TEST_F(TraceFile, IsRefusedWithTooManyEventsOrNone) {
    EXPECT_THAT(refusal_of_unit("tile: [0, 2], events: []"),
                HasSubstr("problem.yaml:9:30: 0 events; allowed: 1 to 8"));
    EXPECT_THAT(refusal_of_unit("tile: [0, 2], events: [NONE, NONE, NONE, NONE, NONE, NONE, NONE, "
                                "NONE, NONE]"),
                HasSubstr("9 events; allowed: 1 to 8"));
    EXPECT_THAT(refusal_of_unit("tile: [0, 2]"), HasSubstr("'trace.units.0.events' is missing"));
}

TEST_F(TraceFile, IsRefusedWithAnEventThatTheModuleLacks) {
    EXPECT_THAT(refusal_of_unit("tile: [0, 2], events: [LOCK_STAL]"),
                AllOf(HasSubstr("problem.yaml:9:31: "), HasSubstr("did you mean 'LOCK_STALL'?")));
    EXPECT_THAT(refusal_of_unit("tile: [0, 1], events: [INSTR_EVENT_0]"),
                HasSubstr("problem.yaml:9:31: "));
}

TEST_F(TraceFile, IsRefusedWithAnEventThatIsNotSimulated) {
    EXPECT_THAT(refusal_of_unit("tile: [0, 2], events: [ECC_ERROR_STALL]"),
                HasSubstr("problem.yaml:9:31: ECC_ERROR_STALL is not simulated; simulated events "
                          "of a core are"));
}

TEST_F(TraceFile, IsRefusedWithALockEventOfAMemoryModuleWithoutNamingLocksAsSimulated) {
    EXPECT_THAT(refusal_of_unit("tile: [0, 2], module: memory, events: [LOCK_SEL0_ACQ_GE]"),
                AllOf(HasSubstr("simulated events of a memory are those of DMA channels"),
                      testing::Not(HasSubstr("locks"))));
}

TEST_F(TraceFile, IsRefusedWithAnEventInSmallLettersAndTheRightOne) {
    EXPECT_THAT(refusal_of_unit("tile: [0, 2], events: [lock_stall]"),
                HasSubstr("did you mean 'LOCK_STALL'?"));
}

TEST_F(TraceFile, IsRefusedWithAnEventTwiceInAUnit) {
    EXPECT_THAT(refusal_of_unit("tile: [0, 2], events: [LOCK_STALL, LOCK_STALL]"),
                HasSubstr("problem.yaml:9:43: LOCK_STALL is listed twice"));
    EXPECT_EQ(refusal_of_unit("tile: [0, 2], events: [NONE, NONE]"), "");
}

TEST_F(TraceFile, IsRefusedWithAPortThatTheTileLacks) {
    for (const char* port :
         {"DMA:0", "master DMA:9", "master DMA:", "slave dma:0", "slave DMA:0x", "master Trace:0"})
        EXPECT_THAT(
            refusal_of_unit("tile: [0, 2], events: [NONE], ports: ['" + std::string{port} + "']"),
            AllOf(HasSubstr("problem.yaml:9:46: '" + std::string{port} +
                            "' is not a port of tile (0,2)"),
                  HasSubstr("allowed: such as 'master DMA:0'")));
    EXPECT_THAT(refusal_of_unit("tile: [0, 2], events: [NONE], ports: [a, a, a, a, a, a, a, a, a]"),
                HasSubstr("problem.yaml:9:45: 9 ports; allowed: up to 8"));
}

TEST_F(TraceFile, IsRefusedWithAChannelThatTheMemTileLacks) {
    EXPECT_THAT(refusal_of_unit("tile: [0, 1], events: [NONE], s2mm: [0, 6]"),
                HasSubstr("problem.yaml:9:48: '6' is out of range; allowed: whole numbers from 0 "
                          "to 5, the S2MM channels of a mem tile of xdna-phoenix"));
    EXPECT_THAT(refusal_of_unit("tile: [0, 1], events: [NONE], mm2s: [0]"),
                HasSubstr("problem.yaml:9:44: allowed: two channels"));
    EXPECT_THAT(refusal_of_unit("tile: [0, 2], events: [NONE], s2mm: [0, 1]"),
                AllOf(HasSubstr("problem.yaml:9:38: "), HasSubstr("'s2mm'")));
}

TEST_F(TraceFile, IsRefusedInItsPlaceWhenTheDeviceHasNoRoomForIt) {
    EXPECT_THAT(refusal_of_unit("tile: [0, 2], events: [PORT_RUNNING_2]"),
                HasSubstr("problem.yaml:9:30: PORT_RUNNING_2: core (0,2) watches 2 ports"));
    EXPECT_THAT(refusal_of("units: [{tile: [0, 2], events: [NONE]}, {tile: [0, 2], events: "
                           "[NONE]}]"),
                HasSubstr("problem.yaml:8:43: core (0,2) is listed twice"));
}

TEST_F(TraceFile, NamesTheRouteWhenTheWordsOfAGemmsCoreHaveNoWay) {
    const std::string text = R"(device: xdna-phoenix
workload: gemm
gemm: {size: {m: 512, k: 512, n: 512}, types: {a: int8, b: int8, c: int8}}
trace:
  route: streams
  units: [{tile: [0, 2], events: [INSTR_EVENT_0]}]
)";
    try {
        static_cast<void>(map_problem(load_problem(folder_.write("problem.yaml", text))));
        FAIL() << "it was accepted";
    } catch (const base::InputError& error) {
        EXPECT_THAT(error.what(), AllOf(HasSubstr("problem.yaml:5:10: the trace has no way"),
                                        HasSubstr("route: share"), HasSubstr("route: ideal")));
    }
}

}  // namespace
}  // namespace xdnasim::problem
