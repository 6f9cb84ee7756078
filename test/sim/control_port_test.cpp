// A core's control port, at the end of a packet's way from host memory.

#include "sim/control_port.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "test/sim/program_builder.hpp"
#include "test/support/fast_memory.hpp"

namespace xdnasim::sim {
namespace {

using arch::Bytes;
using arch::Cycles;
using arch::Direction;
using schedule::SequenceOp;

constexpr arch::TileId kSender{0, 0};
constexpr arch::TileId kControlled{0, 2};
constexpr int kControlId = 5;

/// A schedule whose core waits for a lock that a packet of two words sets. The runtime sequence
/// waits for the token of the channel that sends the packet, which leaves the core enough time to
/// go on.
schedule::Schedule woken_by_a_packet(const arch::Device& device) {
    test::ProgramBuilder builder{device};
    const schedule::LockRef go = builder.lock(kControlled, 0);
    builder.program(kControlled, {test::acquire(go)});
    builder.program(kSender, {});
    schedule::Schedule& made = builder.schedule;
    made.control_ports.push_back({kControlled, {{Bytes{8}, schedule::SetLock{go, 1}}}});
    made.host_buffers.push_back({"words", Bytes{8}});
    made.flows.push_back({"control",
                          arch::dma_port(kSender, Direction::MM2S, 0),
                          {{kControlled, arch::PortSide::Master, arch::Bundle::TileControl, 0}},
                          schedule::FlowMode::Packet,
                          kControlId});
    schedule::Bd bd;
    bd.buffer = schedule::HostBufferRef{0};
    bd.length = Bytes{8};
    bd.packet = schedule::PacketHeader{kControlId};
    made.sequence = {
        SequenceOp{schedule::WriteBd{kSender, bd, {}, {}}},
        SequenceOp{schedule::PushTask{kSender, Direction::MM2S, 0, {}, 0, true}},
        SequenceOp{schedule::AwaitToken{kSender, Direction::MM2S, 0}},
    };
    return builder.finish();
}

TEST(ControlPorts, SetALockWhenTheLastWordOfTheirPacketHasCome) {
    const arch::Device device = xdnasim::test::with_fast_memory(test::device_named("xdna-phoenix"));
    const test::ProgramRun run = test::run_program(woken_by_a_packet(device), device);
    const auto& intervals = run.recorder.core;
    const auto stall =
        std::ranges::find(intervals, events::CoreState::LockStall, &events::CoreInterval::state);
    ASSERT_NE(stall, intervals.end());
    // At 1 GHz: writing the BD takes 1,500 ns, and the push acts at once. The memory answers after
    // 250 ns, and the channel starts in 8 cycles. The header and two words leave the ShimTile in 3
    // cycles and pass three switches (of the ShimTile, the MemTile and the core's tile) in 4 cycles
    // each: 12. The core goes on 6 cycles later.
    EXPECT_EQ(stall->end, Cycles{1'500 + 250 + 8 + 3 + 12 + 6});
}

}  // namespace
}  // namespace xdnasim::sim
