#include "workloads/schedule/trace_sinks.hpp"

#include <gtest/gtest.h>

namespace xdnasim::schedule {
namespace {

/// A schedule whose trace words go to host buffer 2 by channel 1 of shim (0,0), and to host buffer
/// 3 by channel 0 of shim (1,0).
Schedule traced() {
    Schedule schedule;
    Trace& trace = schedule.trace.emplace();
    trace.route = TraceRoute::Streams;
    trace.shim = {0, 0};
    trace.channel = 1;
    trace.buffer = {2};
    trace.others = {{{1, 0}, 0, HostBufferRef{3}}};
    return schedule;
}

WriteBd write_of(arch::TileId shim, int buffer) {
    WriteBd write;
    write.tile = shim;
    write.bd.buffer = HostBufferRef{buffer};
    return write;
}

TEST(TraceSinks, AreTheChannelsThatWriteItsWords) {
    const Schedule schedule = traced();
    EXPECT_TRUE(takes_trace(schedule, {0, 0}, 1));
    EXPECT_TRUE(takes_trace(schedule, {1, 0}, 0));
    EXPECT_FALSE(takes_trace(schedule, {0, 0}, 0));
    EXPECT_FALSE(takes_trace(schedule, {1, 0}, 1));
    EXPECT_FALSE(takes_trace(Schedule{}, {0, 0}, 1));
}

TEST(TraceSinks, HaveBdsOfTheirShimsThatHoldTheirBuffers) {
    const Schedule schedule = traced();
    EXPECT_TRUE(holds_trace(schedule, write_of({0, 0}, 2)));
    EXPECT_TRUE(holds_trace(schedule, write_of({1, 0}, 3)));
    EXPECT_FALSE(holds_trace(schedule, write_of({0, 0}, 3)));
    WriteBd of_a_tile = write_of({0, 0}, 2);
    of_a_tile.bd.buffer = BufferRef{{0, 0}, 2};
    EXPECT_FALSE(holds_trace(schedule, of_a_tile));
}

TEST(TraceSinks, AreNoneOfATraceThatTakesNoStreams) {
    Schedule schedule = traced();
    schedule.trace->route = TraceRoute::Ideal;
    EXPECT_FALSE(takes_trace(schedule, {0, 0}, 1));
    EXPECT_FALSE(holds_trace(schedule, write_of({0, 0}, 2)));
}

}  // namespace
}  // namespace xdnasim::schedule
