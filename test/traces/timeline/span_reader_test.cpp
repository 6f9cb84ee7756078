#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "traces/timeline/timeline.hpp"

namespace xdnasim::timeline {
namespace {

using arch::Bytes;
using arch::Cycles;
using arch::Direction;
using arch::TileId;
using testing::ElementsAre;

/// Keeps a line "TRACK: NAME BEGIN END, LOCK" for each span.
class Keeper final : public Painter {
 public:
    void paint(const Span& span, const Track& track) override {
        std::string line = track.process_name + " " + track.name + ": " + std::string{span.name} +
                           " " + std::to_string(span.begin.count()) + " " +
                           std::to_string(span.end.count());
        if (!span.lock.empty()) line += ", " + std::string{span.lock};
        lines.push_back(line);
    }
    std::vector<std::string> lines;
};

class SpanReaderTest : public testing::Test {
 protected:
    static constexpr TileId kShim{0, 0};
    static constexpr TileId kCore{0, 1};

    /// A run with one stream: two packet flows from the ShimTile's channels to the core's only
    /// channel.
    SpanReaderTest() {
        device_.columns = 1;
        device_.row_kinds = {arch::TileKind::Shim, arch::TileKind::CompTile};
        const events::StreamSink sink{dma_port(kCore, Direction::S2MM, 0), Cycles{5}};
        legend_.streams = {{{"first", dma_port(kShim, Direction::MM2S, 0), {sink}},
                            {"second", dma_port(kShim, Direction::MM2S, 1), {sink}}}};
    }
    template <class Event>
    std::vector<std::string> lines(const Event& event, Window window = {}) const {
        Keeper keeper;
        SpanReader reader{device_, window, keeper};
        static_cast<events::Listener&>(reader).on(legend_);
        static_cast<events::Listener&>(reader).on(event);
        return keeper.lines;
    }

    arch::Device device_;
    events::Legend legend_;
};

TEST_F(SpanReaderTest, ShowsAPacketAtThePortsOfItsFlow) {
    EXPECT_THAT(lines(events::StreamSegment{0, 1, Cycles{10}, Cycles{20}, Bytes{40}}),
                ElementsAre("shim (0,0) PORT_1 slave DMA:1: PORT_RUNNING_1 10 20",
                            "core (0,1) PORT_0 master DMA:0: PORT_RUNNING_0 15 25"));
}

TEST_F(SpanReaderTest, ShowsFlowsOfUnequalLengthOneAfterTheOtherWhereTheyMeet) {
    legend_.streams[0][1].sinks[0].delay = Cycles{9};
    const auto at_the_sink = [&](const auto& event) { return lines(event).at(1); };
    EXPECT_EQ(at_the_sink(events::StreamSegment{0, 1, Cycles{10}, Cycles{20}, Bytes{40}}),
              "core (0,1) PORT_0 master DMA:0: PORT_RUNNING_0 19 29");
    EXPECT_EQ(at_the_sink(events::StreamSegment{0, 0, Cycles{20}, Cycles{30}, Bytes{40}}),
              "core (0,1) PORT_0 master DMA:0: PORT_RUNNING_0 29 39");
    EXPECT_EQ(at_the_sink(events::StreamStall{
                  0, {}, events::StreamStallCause::Starved, Cycles{30}, Cycles{40}}),
              "core (0,1) PORT_0 master DMA:0: PORT_IDLE_0 39 49");
}

TEST_F(SpanReaderTest, ShowsBackPressureAtThePortsOfTheFlowThatIsHeldBack) {
    const events::StreamStall stall{0, 0, events::StreamStallCause::Backpressure, Cycles{10},
                                    Cycles{20}};
    EXPECT_THAT(lines(stall), ElementsAre("shim (0,0) PORT_0 slave DMA:0: PORT_STALLED_0 10 20",
                                          "core (0,1) PORT_0 master DMA:0: PORT_STALLED_0 15 25"));
}

TEST_F(SpanReaderTest, ShowsAStarvedStreamOnceAtEachOfItsPorts) {
    const events::StreamStall stall{
        0, {}, events::StreamStallCause::Starved, Cycles{10}, Cycles{20}};
    EXPECT_THAT(lines(stall), ElementsAre("shim (0,0) PORT_0 slave DMA:0: PORT_IDLE_0 10 20",
                                          "core (0,1) PORT_0 master DMA:0: PORT_IDLE_0 15 25",
                                          "shim (0,0) PORT_1 slave DMA:1: PORT_IDLE_1 10 20"));
}

TEST_F(SpanReaderTest, NamesTheLockThatACoreWaitsForWhenItIsItsOwn) {
    const TileId neighbour{0, 2};
    legend_.locks[{kCore, 3}] = "A full";
    legend_.locks[{neighbour, 3}] = "B full";
    const auto stall = [](TileId tile) {
        return events::CoreInterval{.tile = kCore,
                                    .state = events::CoreState::LockStall,
                                    .action = events::CoreAction::LockAcquire,
                                    .object = 3,
                                    .lock_tile = tile,
                                    .begin = Cycles{1},
                                    .end = Cycles{2}};
    };
    EXPECT_THAT(lines(stall(kCore)), ElementsAre("core (0,1) core: LOCK_STALL 1 2, A full"));
    EXPECT_THAT(lines(stall(neighbour)),
                ElementsAre("core (0,1) core: LOCK_STALL 1 2, a neighbour's"));
}

TEST_F(SpanReaderTest, ShowsTheStallsOfACascadeAndLeavesItsWordsBlank) {
    events::CoreInterval interval{.tile = kCore,
                                  .state = events::CoreState::CascadeStall,
                                  .action = events::CoreAction::CascadePut,
                                  .begin = Cycles{10},
                                  .end = Cycles{20}};
    EXPECT_THAT(lines(interval), ElementsAre("core (0,1) core: CASCADE_STALL 10 20"));
    interval.state = events::CoreState::Busy;
    EXPECT_EQ(lines(interval).size(), 0U);
}

TEST_F(SpanReaderTest, KeepsWhatOverlapsTheWindow) {
    const Window window{Cycles{10}, Cycles{20}};
    const auto count = [&](std::int64_t begin, std::int64_t end) {
        return lines(events::DramInterval{Cycles{begin}, Cycles{end}}, window).size();
    };
    EXPECT_EQ(count(5, 10), 0U);
    EXPECT_EQ(count(5, 11), 1U);
    EXPECT_EQ(count(10, 10), 1U);
    EXPECT_EQ(count(19, 30), 1U);
    EXPECT_EQ(count(20, 30), 0U);
    EXPECT_EQ(count(0, 100), 1U);
}

}  // namespace
}  // namespace xdnasim::timeline
