#include "arch/routing_graph.hpp"
#include "test/workloads/schedule/validation_fixture.hpp"
#include "workloads/routing/router.hpp"

namespace xdnasim::schedule::test {
namespace {

using arch::Bundle;
using arch::Bytes;
using arch::Direction;
using arch::PortSide;
using arch::TileId;
using words::Module;

constexpr int kChannel = 1;  ///< S2MM channel of the shim that receives the trace words

/// A schedule that traces the core of the copy chain and sends its trace words to the shim below
/// it.
class ValidateTrace : public Validation {
 protected:
    ValidateTrace() {
        Trace trace;
        trace.buffer = {static_cast<int>(schedule.host_buffers.size())};
        trace.shim = kShim;
        trace.channel = kChannel;
        TraceUnit unit;
        unit.unit = {Module::Core, kCore};
        unit.packet_id = 1;
        trace.units.push_back(unit);
        schedule.trace = trace;
        schedule.host_buffers.push_back({"trace", Bytes{1024}});
        schedule.flows.push_back({.name = "words",
                                  .source = trace_port(unit.unit),
                                  .sinks = {arch::dma_port(kShim, Direction::S2MM, kChannel)},
                                  .mode = FlowMode::Packet,
                                  .packet_id = 1,
                                  .keep_header = true});
        schedule.routes = routing::route(schedule.flows, arch::RoutingGraph{device});
        add_signals();
    }

    [[nodiscard]] TraceUnit& unit() { return schedule.trace->units.front(); }
    /// Changes the traced module to `module` of `tile`, whose words do not leave it by streams.
    void trace_without_streams(Module module, TileId tile) {
        schedule.trace->route = TraceRoute::Ideal;
        schedule.flows.pop_back();
        schedule.routes.pop_back();
        schedule.sequence.erase(schedule.sequence.begin(), schedule.sequence.begin() + 2);
        unit().unit = {module, tile};
    }

    static constexpr const char* kUnit = "trace unit of core (0,2)";

 private:
    void add_signals() {
        constexpr int kFreeBd = 15;
        WriteBd write;
        write.tile = kShim;
        write.bd.buffer = schedule.trace->buffer;
        write.bd.length = Bytes{1024};
        write.id.base = kFreeBd;
        PushTask push;
        push.tile = kShim;
        push.direction = Direction::S2MM;
        push.channel = kChannel;
        push.bd.base = kFreeBd;
        auto& sequence = schedule.sequence;
        sequence.insert(sequence.begin(), {{write}, {push}, {SignalTrace{kShim, {}}}});
        sequence.push_back({SignalTrace{kShim, TraceSignal::Stop}});
    }
};

TEST_F(ValidateTrace, AcceptsARightTrace) {
    EXPECT_TRUE(is_valid());
}

TEST_F(ValidateTrace, AcceptsUnitsOfAllModulesWithoutStreams) {
    trace_without_streams(Module::Core, kCore);
    for (const auto& [module, tile] :
         {std::pair{Module::Memory, kCore}, std::pair{Module::MemTile, kMem},
          std::pair{Module::Shim, kShim}}) {
        TraceUnit another;
        another.unit = {module, tile};
        schedule.trace->units.push_back(another);
    }
    EXPECT_TRUE(is_valid());
}

TEST_F(ValidateTrace, NamesAUnitInTheWrongTile) {
    trace_without_streams(Module::MemTile, kCore);
    EXPECT_TRUE(only_breach("trace unit of memtile (0,2)", "is in core (0,2)"));
}

TEST_F(ValidateTrace, NamesAUnitOutsideTheArray) {
    trace_without_streams(Module::Core, {9, 9});
    EXPECT_TRUE(only_breach("trace unit of core (9,9)", "is in tile (9,9)"));
}

TEST_F(ValidateTrace, NamesAUnitGivenTwice) {
    schedule.trace->units.push_back(unit());
    EXPECT_TRUE(only_breach(kUnit, "is there twice"));
}

TEST_F(ValidateTrace, NamesAnEventThatTheModuleCannotHave) {
    unit().events[7] = 128;
    EXPECT_TRUE(only_breach(kUnit, "event is 128; allowed are 0 to 127"));
    unit().events[7] = -1;
    EXPECT_TRUE(only_breach(kUnit, "event is -1"));
    trace_without_streams(Module::MemTile, kMem);
    unit().events[7] = 255;
    EXPECT_TRUE(is_valid());
    unit().events[7] = 256;
    EXPECT_TRUE(only_breach("trace unit of memtile (0,1)", "allowed are 0 to 255"));
}

TEST_F(ValidateTrace, NamesAPacketIdOutOfRange) {
    unit().packet_id = 32;
    EXPECT_TRUE(has_breach(kUnit, "packet id is 32; allowed are 0 to 31"));
}

TEST_F(ValidateTrace, NamesTooManyPorts) {
    unit().ports.assign(9, arch::dma_port(kCore, Direction::S2MM, 0));
    EXPECT_TRUE(only_breach(kUnit, "watches 9 ports; allowed are 8"));
}

TEST_F(ValidateTrace, NamesAPortOfAnotherTileOrOfNone) {
    unit().ports = {arch::dma_port(kMem, Direction::S2MM, 0)};
    EXPECT_TRUE(
        only_breach(kUnit, "watches port (0,1) master DMA:0, which its tile does not have"));
    unit().ports = {arch::dma_port(kCore, Direction::S2MM, 7)};
    EXPECT_TRUE(only_breach(kUnit, "which its tile does not have"));
    unit().ports = {{kCore, PortSide::Slave, static_cast<Bundle>(99), 0}};
    EXPECT_TRUE(only_breach(kUnit, "which its tile does not have"));
}

TEST_F(ValidateTrace, NamesASelectedChannelThatTheMemTileLacks) {
    trace_without_streams(Module::MemTile, kMem);
    unit().s2mm = {0, 6};
    EXPECT_TRUE(
        only_breach("trace unit of memtile (0,1)", "S2MM channel is 6; allowed are 0 to 5"));
    unit().s2mm = {0, 1};
    unit().mm2s = {-1, 1};
    EXPECT_TRUE(only_breach("trace unit of memtile (0,1)", "MM2S channel is -1"));
}

TEST_F(ValidateTrace, NamesAUnitWhoseWordsHaveNoWay) {
    const std::string what = "has no packet flow with id 1 and its header kept to (0,0)";
    flow("words").keep_header = false;
    EXPECT_TRUE(only_breach(kUnit, what));
    flow("words").keep_header = true;
    flow("words").packet_id = 2;
    EXPECT_TRUE(only_breach(kUnit, what));
    flow("words").packet_id = 1;
    schedule.trace->channel = 0;
    EXPECT_TRUE(only_breach(kUnit, what));
}

TEST_F(ValidateTrace, NeedsNoWayForWordsThatTakeNone) {
    trace_without_streams(Module::Core, kCore);
    EXPECT_TRUE(is_valid());
}

TEST_F(ValidateTrace, NamesABufferThatIsNotThere) {
    schedule.trace->buffer = {7};
    EXPECT_TRUE(has_breach("trace", "names host buffer 7; there are 3"));
}

TEST_F(ValidateTrace, NamesABufferThatHoldsNoWholePackets) {
    schedule.host_buffers.back().size = Bytes{1028};
    EXPECT_TRUE(only_breach("trace", "has a buffer of 1028 bytes; allowed are multiples of 32"));
}

TEST_F(ValidateTrace, NamesAFlowFromAUnitThatIsNotTraced) {
    schedule.trace->units.clear();
    EXPECT_TRUE(only_breach("flow 'words' at (0,2) slave Trace:0",
                            "the port of a trace unit that the schedule does not use"));
    schedule.trace.reset();
    EXPECT_TRUE(has_breach("flow 'words' at (0,2) slave Trace:0", "does not use"));
}

TEST_F(ValidateTrace, NamesASignalFromATileThatSendsNone) {
    op<SignalTrace>(2).shim = kMem;
    EXPECT_TRUE(only_breach("sequence op 2", "signals the trace units from mem tile (0,1)"));
}

TEST_F(ValidateTrace, RefusesARowThatNoHeaderHasRoomFor) {
    while (device.rows() < 10)
        device.row_kinds.push_back(arch::TileKind::CompTile);
    trace_without_streams(Module::Core, {0, 8});
    EXPECT_TRUE(only_breach("trace unit of core (0,8)", "row in its packets is 8"));
}

}  // namespace
}  // namespace xdnasim::schedule::test
