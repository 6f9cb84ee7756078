#include "workloads/tracing/add_trace.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/parameter_name.hpp"
#include "test/workloads/tracing/example_designs.hpp"
#include "traces/names/event_names.hpp"
#include "workloads/mapping/mapping.hpp"

namespace xdnasim::tracing {
namespace {

using arch::Bytes;
using arch::Direction;
using arch::TileId;
using schedule::FlowMode;
using schedule::Schedule;
using schedule::TraceRoute;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;
using testing::StartsWith;
using words::Module;
using words::Unit;

constexpr TileId kCore{0, 2};

class AddTrace : public test::OnBothGenerations {
 protected:
    [[nodiscard]] Schedule traced(Schedule schedule, const TraceRequest& request) const {
        schedule.routes.clear();  // to be routed again, together with the trace
        mapping::complete(schedule, device_, &request);
        return schedule;
    }
    [[nodiscard]] std::string refusal(Schedule schedule, const TraceRequest& request) const {
        return test::refusal(std::move(schedule), request, device_);
    }
    [[nodiscard]] int event(Module module, std::string_view name) const {
        return names::EventNames{device_.generation}.id(module, name);
    }
    /// A request to trace the first core of a GEMM, whose trace packets take `route`.
    [[nodiscard]] static TraceRequest core_trace(Route route) {
        TraceRequest request;
        request.units = {test::unit_of(Module::Core, kCore)};
        request.route = route;
        return request;
    }
};

TEST_P(AddTrace, GivesAScheduleThatBreaksNoLimit) {
    for (const Route route : {Route::Streams, Route::Share, Route::Ideal}) {
        TraceRequest request;
        request.route = route;
        for (const Schedule& design :
             {test::gemm_on(device_), test::chain_on(device_), test::transfer_on(device_, 1, 1)}) {
            EXPECT_TRUE(validate(traced(design, request), device_).empty());
        }
    }
}

TEST_P(AddTrace, SendsTheWordsOfEachUnitToTheSameChannel) {
    const Schedule schedule = traced(test::chain_on(device_), {});
    const schedule::Trace& trace = schedule.trace.value();
    EXPECT_EQ(trace.route, TraceRoute::Streams);
    const auto flows = test::trace_flows(schedule);
    ASSERT_THAT(flows, SizeIs(3));
    for (std::size_t i = 0; i < flows.size(); ++i) {
        EXPECT_EQ(flows[i].mode, FlowMode::Packet);
        EXPECT_TRUE(flows[i].keep_header);
        EXPECT_EQ(flows[i].packet_id, static_cast<int>(i) + 1);
        EXPECT_EQ(trace.units[i].packet_id, flows[i].packet_id);
        EXPECT_THAT(flows[i].sinks,
                    ElementsAre(arch::dma_port(trace.shim, Direction::S2MM, trace.channel)));
    }
}

TEST_P(AddTrace, AddsABufferOfTheAskedSize) {
    TraceRequest request;
    request.buffer = Bytes{4096};
    const Schedule schedule = traced(test::chain_on(device_), request);
    const auto& buffer =
        schedule.host_buffers.at(static_cast<std::size_t>(schedule.trace->buffer.index));
    EXPECT_EQ(buffer.name, "trace");
    EXPECT_EQ(buffer.size, Bytes{4096});
}

TEST_P(AddTrace, StartsTheUnitsBeforeTheDesignAndStopsThemBehindIt) {
    const Schedule plain = test::chain_on(device_);
    const Schedule schedule = traced(plain, {});
    ASSERT_EQ(schedule.sequence.size(), plain.sequence.size() + 4);
    const auto& write = std::get<schedule::WriteBd>(schedule.sequence[0].op);
    EXPECT_EQ(std::get<schedule::HostBufferRef>(write.bd.buffer), schedule.trace->buffer);
    EXPECT_EQ(write.bd.length, kDefaultBuffer);
    const auto& push = std::get<schedule::PushTask>(schedule.sequence[1].op);
    EXPECT_EQ(push.channel, schedule.trace->channel);
    EXPECT_EQ(push.bd.base, write.id.base);
    EXPECT_FALSE(push.token);
    EXPECT_EQ(std::get<schedule::SignalTrace>(schedule.sequence[2].op).signal,
              schedule::TraceSignal::Start);
    EXPECT_EQ(std::get<schedule::SignalTrace>(schedule.sequence.back().op).signal,
              schedule::TraceSignal::Stop);
}

TEST_P(AddTrace, LeavesTheDesignItsRoutesCircuits) {
    const Schedule plain = test::chain_on(device_);
    const Schedule schedule = traced(plain, {});
    ASSERT_EQ(plain.flows.size(), 4U);  // from shim to mem tile to core, and back
    // The flows of the three traced units follow those of the design.
    ASSERT_EQ(schedule.flows.size(), 4U + 3U);
    for (std::size_t i = 0; i < plain.flows.size(); ++i) {
        EXPECT_EQ(schedule.flows[i].name, plain.flows[i].name);
        EXPECT_EQ(schedule.flows[i].mode, FlowMode::Circuit);
    }
}

TEST_P(AddTrace, WithoutStreamsAddsNoFlowAndNoTask) {
    const Schedule plain = test::gemm_on(device_);
    TraceRequest request;
    request.route = Route::Ideal;
    const Schedule schedule = traced(plain, request);
    EXPECT_EQ(schedule.trace->route, TraceRoute::Ideal);
    EXPECT_EQ(schedule.flows.size(), plain.flows.size());
    EXPECT_EQ(schedule.sequence.size(), plain.sequence.size() + 2);
}

TEST_P(AddTrace, WatchesThePortsOfTheDesignIntoTheTileFirst) {
    const Schedule schedule = traced(test::gemm_on(device_), core_trace(Route::Ideal));
    EXPECT_THAT(schedule.trace->units.front().ports,
                ElementsAre(arch::dma_port(kCore, Direction::S2MM, 0),
                            arch::dma_port(kCore, Direction::S2MM, 1),
                            arch::dma_port(kCore, Direction::MM2S, 0)));
}

TEST_P(AddTrace, WatchesTheAskedPorts) {
    TraceRequest request = core_trace(Route::Ideal);
    const arch::Port north{kCore, arch::PortSide::Master, arch::Bundle::North, 1};
    request.units.front().ports = {north};
    EXPECT_THAT(traced(test::gemm_on(device_), request).trace->units.front().ports,
                ElementsAre(north));
}

TEST_P(AddTrace, WatchesNoMorePortsThanASwitchTellsTheEventsOf) {
    TraceRequest request;
    request.route = Route::Ideal;
    const Schedule schedule = traced(test::gemm_on(device_), request);
    for (const schedule::TraceUnit& unit : schedule.trace->units)
        EXPECT_LE(unit.ports.size(), 8U);
}

TEST_P(AddTrace, LeavesOutDefaultEventsOfPortsThatTheTileDoesNotUse) {
    TraceRequest request;
    request.route = Route::Ideal;
    const Schedule schedule = traced(test::chain_on(device_), request);
    const auto& shim = schedule.trace->units.front();
    ASSERT_THAT(shim.ports, SizeIs(2));
    EXPECT_EQ(shim.events[6], event(Module::Shim, "PORT_RUNNING_1"));
    EXPECT_EQ(shim.events[7], 0);
}

TEST_P(AddTrace, RefusesAnAskedEventOfAPortThatTheTileDoesNotUse) {
    TraceRequest request = core_trace(Route::Ideal);
    request.units.front().events[2] = event(Module::Core, "PORT_STALLED_3");
    EXPECT_THAT(refusal(test::gemm_on(device_), request),
                AllOf(StartsWith("trace.units.0.events | "),
                      HasSubstr("PORT_STALLED_3: core (0,2) watches 3 ports; allowed: ")));
}

TEST_P(AddTrace, RefusesAUnitGivenTwice) {
    TraceRequest request = core_trace(Route::Ideal);
    request.units.push_back(test::unit_of(Module::Memory, kCore));
    request.units.push_back(test::unit_of(Module::Core, kCore));
    EXPECT_THAT(refusal(test::gemm_on(device_), request),
                AllOf(StartsWith("trace.units.2 | "), HasSubstr("core (0,2)")));
}

TEST_P(AddTrace, TracesATileThatTheDesignDoesNotUse) {
    TraceRequest request;
    request.units = {test::unit_of(Module::Core, {1, 4}), test::unit_of(Module::Memory, {1, 4})};
    const Schedule schedule = traced(test::chain_on(device_), request);
    EXPECT_THAT(test::units_of(schedule),
                ElementsAre(Unit{Module::Core, {1, 4}}, Unit{Module::Memory, {1, 4}}));
}

TEST_P(AddTrace, TakesTheFirstShimWithRoom) {
    EXPECT_EQ(traced(test::gemm_on(device_), {}).trace->shim, (TileId{0, 0}));
    EXPECT_EQ(traced(test::chain_on(device_), {}).trace->shim, (TileId{1, 0}));
}

TEST_P(AddTrace, TakesTheAskedShimWhetherTheDesignUsesItOrNot) {
    TraceRequest request;
    request.shim_column = 3;
    EXPECT_EQ(traced(test::gemm_on(device_), request).trace->shim, (TileId{3, 0}));
    const Schedule schedule = traced(test::chain_on(device_), request);
    EXPECT_EQ(schedule.trace->shim, (TileId{3, 0}));
    EXPECT_NE(schedule.find({3, 0}), nullptr);
}

TEST_P(AddTrace, RefusesADesignWhoseShimsHaveNoChannelLeft) {
    EXPECT_THAT(refusal(test::transfer_on(device_, 2, 2), {}),
                AllOf(StartsWith("trace | the design's shims have no S2MM channel"),
                      HasSubstr("allowed: trace.shim: a column the design does not use, or "
                                "route: ideal")));
    TraceRequest request;
    request.shim_column = 1;
    EXPECT_THAT(refusal(test::transfer_on(device_, 2, 2), request),
                AllOf(StartsWith("trace.shim | shim (1,0) has no S2MM channel"),
                      HasSubstr("allowed: another shim")));
    request.shim_column = 2;
    EXPECT_EQ(refusal(test::transfer_on(device_, 2, 2), request), "");
}

TEST_P(AddTrace, RefusesMoreUnitsThanPacketIds) {
    TraceRequest request;
    request.route = Route::Streams;
    for (int column = 0; column < 4; ++column)
        for (int row = 2; row < 6; ++row)
            for (const Module module : {Module::Core, Module::Memory})
                request.units.push_back(test::unit_of(module, {column, row}));
    ASSERT_THAT(request.units, SizeIs(32));
    EXPECT_THAT(refusal(test::chain_on(device_), request),
                AllOf(StartsWith("trace.units | "), HasSubstr("Use at most 31 units")));
    request.route = Route::Ideal;
    EXPECT_EQ(refusal(test::chain_on(device_), request), "");
}

TEST_P(AddTrace, FindsNoWayForTheCoreOfAGemmAndSaysWhatDoes) {
    EXPECT_THAT(refusal(test::gemm_on(device_), core_trace(Route::Streams)),
                AllOf(StartsWith("trace.route | the trace has no way to shim (0,0)"),
                      HasSubstr("route: share"), HasSubstr("route: ideal")));
    EXPECT_EQ(refusal(test::gemm_on(device_), core_trace(Route::Share)), "");
    EXPECT_EQ(refusal(test::gemm_on(device_), core_trace(Route::Ideal)), "");
}

TEST_P(AddTrace, SharesTheStreamsOfTracedCoresAlone) {
    const Schedule plain = test::gemm_on(device_);
    const Schedule schedule = traced(plain, core_trace(Route::Share));
    EXPECT_EQ(schedule.flows.size(), plain.flows.size() + 1);
    std::vector<std::string> packets;
    for (const schedule::Flow& flow : schedule.flows) {
        const bool of_the_core = flow.source.tile == kCore;
        EXPECT_EQ(flow.mode, of_the_core ? FlowMode::Packet : FlowMode::Circuit) << flow.name;
        if (of_the_core) packets.push_back(flow.name);
    }
    EXPECT_THAT(packets, ElementsAre("C(0,0) L1-L2", "trace of core (0,2)"));
}

INSTANTIATE_TEST_SUITE_P(, AddTrace, test::kDevices, NamedAfterParameter{});

}  // namespace
}  // namespace xdnasim::tracing
