#include "sim/trace_unit.hpp"

#include <array>
#include <cstring>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/environment.hpp"
#include "sim/simulation_context.hpp"
#include "test/sim/example_run.hpp"
#include "traces/words/levels.hpp"

namespace xdnasim::sim {
namespace {

using arch::Bytes;
using arch::Cycles;
using testing::Each;
using testing::ElementsAre;
using testing::Gt;
using testing::IsEmpty;
using testing::SizeIs;

constexpr words::Unit kUnit{words::Module::Core, {0, 2}};
constexpr int kFifoPackets = 2;
constexpr std::int64_t kLook = 256;  ///< cycles between two calls of advance()
constexpr std::uint32_t kStart = 0xF000'0000;
constexpr std::uint32_t kFiller = words::kFillerWord;

schedule::TraceUnit configured() {
    schedule::TraceUnit unit;
    unit.unit = kUnit;
    unit.packet_id = 3;
    return unit;
}

/// The cycles in which slot 0 becomes asserted, decoded from a unit's words.
class Decoded final : public words::LevelSink {
 public:
    explicit Decoded(std::span<const std::uint32_t> words) {
        words::LevelDecoder decoder{*this, words::Reading::AsWritten};
        decoder.read(words);
        decoder.finish();
        if (decoder.streams().empty()) return;
        const words::LevelTracker& levels = decoder.streams().front().levels;
        start = levels.start_timer();
        stop = levels.stop_cycle();
        for (std::uint64_t& cycle : begins)
            cycle += start.value_or(0);
    }

    std::optional<std::uint64_t> start;
    std::optional<std::uint64_t> stop;  ///< in cycles from the start
    std::vector<std::uint64_t> begins;
    int faults = 0;

 private:
    void on_levels(int /*stream*/, std::span<const words::Level> levels) override {
        for (const words::Level& level : levels)
            if ((level.mask() & 1U) != 0) begins.push_back(level.cycle());
    }
    void on_fault(const words::Fault& /*fault*/) override { ++faults; }
};

class TraceUnits : public testing::Test {
 protected:
    void pulse(int slot, std::int64_t cycle) {
        unit_.levels().hold(slot, Cycles{cycle}, Cycles{cycle + 1});
    }
    /// Asserts slot 0 for one cycle in every one to three, which fills packets fast.
    void pulse_in(std::int64_t begin, std::int64_t end) {
        for (std::int64_t cycle = begin; cycle < end; cycle += 1 + cycle % 3)
            pulse(0, cycle);
    }
    [[nodiscard]] std::vector<std::uint32_t> words_waiting() {
        std::vector<std::uint32_t> words;
        for (const words::Packet& packet : unit_.take_waiting())
            words.insert(words.end(), packet.words.begin(), packet.words.end());
        return words;
    }

    EventBus events_;
    TraceBuffer buffer_{Bytes{1 << 20}};
    TraceUnit unit_{configured(), kFifoPackets, buffer_, events_};
};

TEST_F(TraceUnits, WriteAStartTheEventsAndAStop) {
    unit_.start(Cycles{100});
    unit_.stop(Cycles{120});
    pulse(1, 110);
    unit_.advance(Cycles{kLook});
    EXPECT_THAT(words_waiting(), ElementsAre(words::header_word({kUnit, 3}), kStart, 100,
                                             0x19FEFEFE, 0xDC00000A, kFiller, kFiller, kFiller));
}

TEST_F(TraceUnits, WatchNothingBeforeTheirStartNorFromTheirStopOn) {
    unit_.start(Cycles{100});
    unit_.stop(Cycles{200});
    for (const std::int64_t cycle : {50, 100, 101, 199, 200, 201})
        pulse(0, cycle);
    unit_.advance(Cycles{kLook});
    const Decoded decoded{words_waiting()};
    EXPECT_EQ(decoded.start, 100U);
    EXPECT_EQ(decoded.stop, 100U);
    EXPECT_THAT(decoded.begins, ElementsAre(101, 199));
}

TEST_F(TraceUnits, WriteNothingBeforeTheStartArrives) {
    pulse(0, 10);
    unit_.advance(Cycles{50});
    unit_.start(Cycles{60});
    unit_.advance(Cycles{60});
    unit_.stop(Cycles{70});
    EXPECT_THAT(words_waiting(), IsEmpty());
    unit_.advance(Cycles{80});
    EXPECT_EQ(Decoded{words_waiting()}.start, 60U);
}

TEST_F(TraceUnits, WriteNothingWithoutAStart) {
    unit_.stop(Cycles{70});
    pulse(0, 10);
    unit_.advance(Cycles{100});
    EXPECT_THAT(words_waiting(), IsEmpty());
    unit_.start(Cycles{120});
    unit_.stop(Cycles{130});
    unit_.advance(Cycles{200});
    const Decoded decoded{words_waiting()};
    EXPECT_EQ(decoded.start, 120U);
    EXPECT_EQ(decoded.stop, 10U);
}

TEST_F(TraceUnits, KeepTheirTimerWhenAnotherStartArrives) {
    unit_.start(Cycles{10});
    pulse(0, 20);
    unit_.advance(Cycles{50});
    unit_.start(Cycles{60});
    pulse(0, 70);
    unit_.stop(Cycles{90});
    unit_.stop(Cycles{95});
    unit_.advance(Cycles{100});
    const Decoded decoded{words_waiting()};
    EXPECT_EQ(decoded.start, 10U);
    EXPECT_EQ(decoded.stop, 80U);
    EXPECT_THAT(decoded.begins, ElementsAre(20, 70));
}

TEST_F(TraceUnits, WriteTheSameHoweverOftenTheyAreLookedAt) {
    TraceUnit often{configured(), kFifoPackets, buffer_, events_};
    for (TraceUnit* unit : {&unit_, &often}) {
        unit->start(Cycles{7});
        unit->stop(Cycles{5'000});
        for (std::int64_t cycle = 8; cycle < 4'000; cycle += 1 + cycle % 40)
            unit->levels().hold(static_cast<int>(cycle % 8), Cycles{cycle},
                                Cycles{cycle + cycle % 30});
    }
    for (std::int64_t now = 0; now <= 5'001; ++now)
        often.advance(Cycles{now});
    unit_.advance(Cycles{5'001});
    std::vector<std::uint32_t> words;
    for (const words::Packet& packet : often.take_waiting())
        words.insert(words.end(), packet.words.begin(), packet.words.end());
    EXPECT_THAT(words, SizeIs(Gt(8U)));
    EXPECT_EQ(words, words_waiting());
}

TEST_F(TraceUnits, LoseNothingWithoutAStream) {
    unit_.start(Cycles{0});
    pulse_in(1, 20 * kLook);
    for (std::int64_t now = kLook; now <= 20 * kLook; now += kLook)
        unit_.advance(Cycles{now});
    EXPECT_EQ(unit_.lost(), Cycles{0});
    EXPECT_THAT(unit_.take_waiting(), SizeIs(Gt(10U)));
    EXPECT_THAT(buffer_.words(), IsEmpty());
}

TEST(TraceBuffers, KeepWhatFits) {
    constexpr std::array<std::uint32_t, 3> kThree{1, 2, 3};
    TraceBuffer buffer{Bytes{4 * sizeof(std::uint32_t)}};
    buffer.append(kThree);
    EXPECT_FALSE(buffer.full());
    buffer.append(kThree);
    EXPECT_TRUE(buffer.full());
    EXPECT_THAT(buffer.words(), ElementsAre(1, 2, 3, 1));
}

/// The sink of the unit's stream, which ignores the data.
class Sink final : public StreamEnd {
 public:
    void bd_moved(const Moment& /*end*/) override {}
    void read(std::span<std::byte> /*bytes*/) override {}
    void write(std::span<const std::byte> /*bytes*/) override {}
    [[nodiscard]] std::string describe() const override { return "the sink"; }
};

class TraceUnitsOnAStream : public TraceUnits {
 protected:
    TraceUnitsOnAStream() {
        const int number = stream_.add_sink(sink_, 0, device_.timing.ingress_fifo_beats);
        unit_.connect(stream_, stream_.add_source(unit_, {number}, true));
        sc_core::sc_start(sc_core::SC_ZERO_TIME);
        unit_.start(Cycles{0});
    }
    /// Calls advance() `looks` times, every 256 cycles, while slot 0 goes on and off.
    void run_busy(int looks) {
        for (int i = 0; i < looks; ++i) {
            pulse_in(now_ + 1, now_ + kLook);
            run_to_next_look();
        }
    }
    void run_idle(int looks) {
        for (int i = 0; i < looks; ++i)
            run_to_next_look();
    }
    void run_to_next_look() {
        now_ += kLook;
        sc_core::sc_start(static_cast<double>(kLook), sc_core::SC_NS);
        unit_.advance(Cycles{now_});
    }
    void open() { stream_.accept(0, Bytes{1 << 20}); }

    SimulationContext context_;
    arch::Device device_ = test::teaching_device();
    Environment environment_{device_, 1.0};
    Stream stream_{"stream", environment_, 0, true};
    Sink sink_;
    std::int64_t now_ = 0;
};

TEST_F(TraceUnitsOnAStream, SendTheirPacketsToTheBuffer) {
    open();
    run_busy(4);
    run_idle(20);
    EXPECT_EQ(unit_.lost(), Cycles{0});
    const Decoded decoded{buffer_.words()};
    EXPECT_EQ(decoded.faults, 0);
    EXPECT_EQ(buffer_.words().size() % words::kPacketWords, 0U);
    EXPECT_THAT(decoded.begins, SizeIs(Gt(4 * kLook / 3 - 16)));
}

TEST_F(TraceUnitsOnAStream, OverrunWhilePacketsCannotLeave) {
    run_busy(2);  // the FIFOs of the stream and of the unit are over-full from here on
    EXPECT_EQ(unit_.lost(), Cycles{0});
    run_busy(3);
    EXPECT_EQ(unit_.lost(), Cycles{3 * kLook});
}

TEST_F(TraceUnits, OverrunOnceAsManyPacketsWaitAsTheyHold) {
    const SimulationContext context;
    const arch::Device device = test::teaching_device();
    Environment environment{device, 1.0};
    Stream stream{"stream", environment, 0, true};
    Sink sink;
    // Not a word leaves: neither the stream nor its sink holds any.
    unit_.connect(stream, stream.add_source(unit_, {stream.add_sink(sink, 0, 0)}, true));
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    unit_.start(Cycles{0});
    // 66 pulses, encoded in a byte or two each, fill two packets of 28 bytes, but not a third.
    pulse_in(1, 100);
    unit_.advance(Cycles{kLook});
    EXPECT_EQ(unit_.lost(), Cycles{0});
    pulse_in(kLook, 2 * kLook);
    unit_.advance(Cycles{2 * kLook});
    EXPECT_EQ(unit_.lost(), Cycles{kLook});
    EXPECT_THAT(unit_.take_waiting(), SizeIs(kFifoPackets));
}

TEST_F(TraceUnitsOnAStream, LoseNothingWhileTooLittleHappensForAPacket) {
    run_busy(1);
    run_idle(5);
    EXPECT_EQ(unit_.lost(), Cycles{0});
}

TEST_F(TraceUnitsOnAStream, BeginAgainWithTheirTimerWhenThereIsRoom) {
    run_busy(4);
    open();
    run_idle(1);  // the packets leave meanwhile: there is room from its end on
    const Cycles lost = unit_.lost();
    const auto again = static_cast<std::uint64_t>(now_);
    run_busy(1);
    run_idle(1);
    unit_.stop(Cycles{now_ + 1});
    run_idle(4);
    EXPECT_EQ(unit_.lost(), lost);
    const Decoded decoded{buffer_.words()};
    EXPECT_EQ(decoded.faults, 0);
    EXPECT_THAT(decoded.begins, testing::Contains(Gt(again)));
    EXPECT_THAT(decoded.begins, Each(testing::AnyOf(testing::Lt(static_cast<unsigned>(2 * kLook)),
                                                    Gt(again - kLook))));
    EXPECT_THAT(buffer_.words(), testing::Contains(kStart).Times(2));
}

TEST_F(TraceUnitsOnAStream, GiveTheBytesOfTheirPacketsInOrder) {
    run_busy(1);
    std::array<std::uint32_t, 3> first{};
    const auto bytes = std::as_writable_bytes(std::span{first});
    unit_.read(bytes.first(4));
    unit_.read(bytes.subspan(4));
    EXPECT_THAT(first, ElementsAre(words::header_word({kUnit, 3}), kStart, 0));
}

TEST_F(TraceUnitsOnAStream, SayWhoTheyAre) {
    EXPECT_EQ(unit_.describe(), "the trace unit of core (0,2)");
}

}  // namespace
}  // namespace xdnasim::sim
