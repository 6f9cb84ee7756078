#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "backends/txn/trace_registers.hpp"
#include "backends/txn/txn.hpp"
#include "base/error.hpp"
#include "test/backends/txn/small_schedule.hpp"

namespace xdnasim::txn {
namespace {

using arch::Bundle;
using arch::PortSide;
using schedule::TraceUnit;
using words::Module;

/// A core's trace unit with the events that mlir-aie chooses itself.
TraceUnit core_unit() {
    TraceUnit unit;
    unit.unit = {Module::Core, {0, 2}};
    unit.packet_id = 1;
    unit.events = {33, 34, 37, 23, 24, 26, 75, 79};
    unit.ports = {{{0, 2}, PortSide::Master, Bundle::Dma, 0},
                  {{0, 2}, PortSide::Slave, Bundle::Dma, 0}};
    return unit;
}

TraceUnit mem_tile_unit() {
    TraceUnit unit;
    unit.unit = {Module::MemTile, {1, 1}};
    unit.packet_id = 7;
    unit.events = {21, 22, 80, 84, 88, 92, 96, 112};
    for (int channel = 0; channel < 5; ++channel)
        unit.ports.push_back({{1, 1}, PortSide::Master, Bundle::North, channel});
    unit.s2mm = {0, 5};
    unit.mm2s = {2, 3};
    return unit;
}

TraceUnit plain_unit(Module module, arch::TileId tile) {
    TraceUnit unit;
    unit.unit = {module, tile};
    unit.packet_id = 3;
    unit.events = {14, 18, 22, 26, 30, 34, 36, 0};
    return unit;
}

void expect_same(const TraceUnit& a, const TraceUnit& b) {
    EXPECT_EQ(a.unit, b.unit);
    EXPECT_EQ(a.packet_id, b.packet_id);
    EXPECT_EQ(a.events, b.events);
    EXPECT_EQ(a.ports, b.ports);
    if (a.unit.module != Module::MemTile) return;
    EXPECT_EQ(a.s2mm, b.s2mm);
    EXPECT_EQ(a.mm2s, b.mm2s);
}

class TxnTrace : public testing::Test {
 protected:
    TxnTrace() : example_{test::example("gemm_xdna_int8.yaml")} {
        example_.schedule.trace.emplace();
        example_.schedule.sequence = {{schedule::SignalTrace{{0, 0}, schedule::TraceSignal::Start}},
                                      {schedule::SignalTrace{{0, 0}, schedule::TraceSignal::Stop}}};
    }

    [[nodiscard]] Program decode_again(std::vector<TraceUnit> units) {
        example_.schedule.trace->units = std::move(units);
        return decode(encode(example_.schedule, example_.problem.device), example_.problem.device,
                      example_.schedule.host_buffers.size());
    }

    test::Example example_;
};

TEST_F(TxnTrace, WritesTheRegistersOfMlirAie) {
    const arch::TileId tile{0, 2};
    EXPECT_THAT(configuration_of(core_unit(), example_.problem.device),
                testing::ElementsAre(
                    Write{{tile, 0x34000}, 122 << 8}, Write{{tile, 0x340D0}, 0x797A0000},
                    Write{{tile, 0x340D4}, 0x00000001}, Write{{tile, 0x340E0}, 0x17252221},
                    Write{{tile, 0x340E4}, 0x4F4B1A18}, Write{{tile, 0x3FF00}, 0x00000121}));
}

TEST_F(TxnTrace, ReadsBackUnitsOfEveryModule) {
    const std::vector<TraceUnit> units{core_unit(), plain_unit(Module::Memory, {0, 2}),
                                       mem_tile_unit(), plain_unit(Module::Shim, {0, 0})};
    const Program program = decode_again(units);
    ASSERT_EQ(program.trace_units.size(), units.size());
    for (std::size_t i = 0; i < units.size(); ++i)
        expect_same(program.trace_units[i], units[i]);
}

TEST_F(TxnTrace, SelectsAShimsDmaBehindTheMux) {
    TraceUnit unit = plain_unit(Module::Shim, {0, 0});
    unit.events[0] = 78;  // PORT_RUNNING_0
    unit.ports = {arch::dma_port({0, 0}, arch::Direction::S2MM, 0)};
    const auto writes = configuration_of(unit, example_.problem.device);
    EXPECT_EQ(writes.back(), (Write{{{0, 0}, 0x3FF00}, 0x24})) << "master South:2";
    EXPECT_EQ(decode_again({unit}).trace_units.front().ports, unit.ports);
}

TEST_F(TxnTrace, ReadsBackItsSignals) {
    const Program program = decode_again({core_unit()});
    ASSERT_EQ(program.sequence.size(), 2U);
    const auto& start = std::get<schedule::SignalTrace>(program.sequence[0].op);
    const auto& stop = std::get<schedule::SignalTrace>(program.sequence[1].op);
    EXPECT_EQ(start.signal, schedule::TraceSignal::Start);
    EXPECT_EQ(stop.signal, schedule::TraceSignal::Stop);
    EXPECT_EQ(start.shim, (arch::TileId{0, 0}));
}

TEST_F(TxnTrace, RefusesUnitsConfiguredInPart) {
    RegisterValues written;
    for (const Write& write : configuration_of(core_unit(), example_.problem.device))
        written[write.at] = write.value;
    EXPECT_NO_THROW(
        static_cast<void>(unit_from(core_unit().unit, written, example_.problem.device)));
    for (const auto& [at, value] : written) {
        RegisterValues part = written;
        part.erase(at);
        EXPECT_THROW(static_cast<void>(unit_from(core_unit().unit, part, example_.problem.device)),
                     base::InputError)
            << to_string(at);
    }
    written[{{0, 2}, 0x340D0}] = 0;
    EXPECT_THROW(static_cast<void>(unit_from(core_unit().unit, written, example_.problem.device)),
                 base::InputError);
}

TEST_F(TxnTrace, TakesUnitsWithoutAStop) {
    RegisterValues written;
    for (const Write& write : configuration_of(core_unit(), example_.problem.device))
        written[write.at] = write.value;
    // As designs of mlir-aie write it: started by broadcast 15, stopped by nothing.
    written[{{0, 2}, 0x340D0}] = 7995392;
    const schedule::TraceUnit unit = unit_from(core_unit().unit, written, example_.problem.device);
    EXPECT_EQ(unit.packet_id, core_unit().packet_id);
    EXPECT_EQ(unit.events, core_unit().events);
}

TEST_F(TxnTrace, TakesMemTilesThatSelectNoChannels) {
    RegisterValues written;
    for (const Write& write : configuration_of(mem_tile_unit(), example_.problem.device))
        if (write.at.offset != 0xA06A0) written[write.at] = write.value;
    const schedule::TraceUnit unit =
        unit_from(mem_tile_unit().unit, written, example_.problem.device);
    EXPECT_EQ(unit.events, mem_tile_unit().events);
    // Channels 0, as after a reset.
    EXPECT_EQ(unit.s2mm, (std::array{0, 0}));
    EXPECT_EQ(unit.mm2s, (std::array{0, 0}));
}

TEST_F(TxnTrace, TakesAShimThatStartsByItsOwnEvents) {
    const TraceUnit shim = plain_unit(Module::Shim, {0, 0});
    RegisterValues written;
    for (const Write& write : configuration_of(shim, example_.problem.device))
        written[write.at] = write.value;
    // Started by USER_EVENT_1 and stopped by USER_EVENT_0, which the ShimTile broadcasts as 15 and
    // 14.
    written[{{0, 0}, 0x340D0}] = 0x7E7F0000;
    written.erase({{0, 0}, 0x34000});
    expect_same(unit_from(shim.unit, written, example_.problem.device), shim);
    // In a core, events 127 and 126 are other user events, which a ShimTile does not raise.
    written[{{0, 2}, 0x340D0}] = 0x7E7F0000;
    EXPECT_THROW(static_cast<void>(unit_from(core_unit().unit, written, example_.problem.device)),
                 base::InputError);
}

// In a core, broadcasts 13 and 12 are events 120 and 119. ShimTile (0,0) has the register of
// broadcast n at 0x34010 + 4 n, and raises the event that is written to 0x34008 (AM025).
constexpr Write kBroadcast13{{{0, 0}, 0x34044}, 127};
constexpr Write kBroadcast12{{{0, 0}, 0x34040}, 126};
constexpr Write kRaise127{{{0, 0}, 0x34008}, 127};
constexpr Write kRaise126{{{0, 0}, 0x34008}, 126};

class OtherBroadcasts : public TxnTrace {
 protected:
    /// Configures the core's unit with `control` in Trace_Control0 and `timer` in Timer_Control.
    void configure(TraceRegisters& registers, std::uint32_t control, std::uint32_t timer) const {
        for (Write write : configuration_of(core_unit(), example_.problem.device)) {
            if (write.at.offset == 0x340D0) write.value = control;
            if (write.at.offset == 0x34000) write.value = timer;
            EXPECT_TRUE(registers.take(write));
        }
    }

    TraceRegisters registers_{example_.problem.device};
};

TEST_F(OtherBroadcasts, StartAndStopUnits) {
    configure(registers_, 119U << 24 | 120U << 16, 120U << 8);
    EXPECT_TRUE(registers_.take(kBroadcast13));
    EXPECT_TRUE(registers_.take(kBroadcast12));
    EXPECT_FALSE(registers_.take_signal());
    EXPECT_TRUE(registers_.take(kRaise127));
    const auto start = registers_.take_signal();
    ASSERT_TRUE(start);
    EXPECT_EQ(start->signal, schedule::TraceSignal::Start);
    EXPECT_TRUE(registers_.take(kRaise126));
    const auto stop = registers_.take_signal();
    ASSERT_TRUE(stop);
    EXPECT_EQ(stop->signal, schedule::TraceSignal::Stop);
    ASSERT_EQ(registers_.units().size(), 1U);
    expect_same(registers_.units().front(), core_unit());
}

TEST_F(OtherBroadcasts, LeaveOutUnitsThatNobodyStarts) {
    configure(registers_, 119U << 24 | 120U << 16, 120U << 8);
    EXPECT_TRUE(registers_.take(kBroadcast12));
    EXPECT_TRUE(registers_.take(kRaise126));
    EXPECT_EQ(registers_.units().size(), 0U);
}

TEST_F(OtherBroadcasts, SayWhichTimersTheyDoNotReset) {
    configure(registers_, 120U << 16, 122U << 8);
    EXPECT_TRUE(registers_.take(kBroadcast13));
    EXPECT_TRUE(registers_.take(kRaise127));
    EXPECT_EQ(registers_.units().size(), 1U);
    const std::vector<Omission> omissions = registers_.omissions();
    ASSERT_EQ(omissions.size(), 1U);
    EXPECT_THAT(omissions.front().what, testing::HasSubstr("0x00007A00 instead of 0x00007800"));
}

TEST_F(OtherBroadcasts, AreOneForAllUnits) {
    configure(registers_, 120U << 16, 120U << 8);
    for (const Write& write :
         configuration_of(plain_unit(Module::MemTile, {0, 1}), example_.problem.device))
        EXPECT_TRUE(registers_.take(write));
    for (const Write& write : {kBroadcast13, Write{{{0, 0}, 0x3404C}, 127}, kRaise127})
        EXPECT_TRUE(registers_.take(write));
    EXPECT_THROW(static_cast<void>(registers_.units()), base::InputError);
}

TEST_F(OtherBroadcasts, AreNotNeededByAUnitThatStartsAtOnce) {
    // The unit starts by event 1, which is always asserted, and event 0 stops nothing.
    configure(registers_, 0x10000, 0);
    const auto start = registers_.take_signal();
    ASSERT_TRUE(start);
    EXPECT_EQ(start->signal, schedule::TraceSignal::Start);
    EXPECT_EQ(start->shim, (arch::TileId{0, 0}));
    EXPECT_EQ(registers_.units().size(), 1U);
}

constexpr arch::TileId kSomeShim{1, 0};
constexpr arch::TileId kSomeMemTile{1, 1};
constexpr arch::TileId kSomeCore{1, 2};

constexpr arch::Port master(arch::TileId tile, Bundle bundle, int channel) {
    return {tile, PortSide::Master, bundle, channel};
}
constexpr arch::Port slave(arch::TileId tile, Bundle bundle, int channel) {
    return {tile, PortSide::Slave, bundle, channel};
}

TEST(PortIndex, CountsAsTheManualDoes) {
    const arch::Device npu = arch::load_device(arch::find_device("xdna-phoenix"));
    EXPECT_EQ(port_index(npu, master(kSomeCore, Bundle::South, 0)), 5);
    EXPECT_EQ(port_index(npu, master(kSomeCore, Bundle::East, 3)), 22);
    EXPECT_EQ(port_index(npu, slave(kSomeCore, Bundle::South, 5)), 10);
    EXPECT_EQ(port_index(npu, slave(kSomeCore, Bundle::Trace, 1)), 24);
    EXPECT_EQ(port_index(npu, master(kSomeMemTile, Bundle::North, 5)), 16);
    EXPECT_EQ(port_index(npu, slave(kSomeMemTile, Bundle::North, 0)), 13);
    EXPECT_EQ(port_index(npu, slave(kSomeMemTile, Bundle::Trace, 0)), 17);
    EXPECT_EQ(port_index(npu, master(kSomeShim, Bundle::North, 0)), 12);
    EXPECT_EQ(port_index(npu, slave(kSomeShim, Bundle::West, 0)), 10);
    EXPECT_EQ(port_index(npu, slave(kSomeShim, Bundle::Trace, 0)), 22);
}

TEST(PortIndex, GivesNoNumberToAPortThatTheSwitchHasNot) {
    const arch::Device npu = arch::load_device(arch::find_device("xdna-phoenix"));
    EXPECT_EQ(port_index(npu, master(kSomeShim, Bundle::Dma, 0)), std::nullopt);
    EXPECT_EQ(port_index(npu, slave(kSomeShim, Bundle::Trace, 1)), std::nullopt);
    EXPECT_EQ(port_index(npu, master(kSomeCore, Bundle::Dma, 2)), std::nullopt);
    EXPECT_EQ(port_index(npu, master(kSomeCore, Bundle::Dma, -1)), std::nullopt);
    EXPECT_EQ(port_index(npu, master(kSomeMemTile, Bundle::West, 0)), std::nullopt);
    EXPECT_EQ(port_at(npu, kSomeMemTile, PortSide::Master, 17), std::nullopt);
}

TEST(PortIndex, FollowsThePortsOfTheDevice) {
    arch::Device other = arch::load_device(arch::find_device("xdna-phoenix"));
    other.comp_tile.stream_switch.ports[static_cast<std::size_t>(Bundle::Dma)].masters = 3;
    EXPECT_EQ(port_index(other, master(kSomeCore, Bundle::Dma, 2)), 3);
    EXPECT_EQ(port_index(other, master(kSomeCore, Bundle::South, 0)), 6);
    EXPECT_EQ(port_at(other, kSomeCore, PortSide::Master, 3), master(kSomeCore, Bundle::Dma, 2));
}

TEST(PortIndex, NamesThePortsAgain) {
    const arch::Device npu = arch::load_device(arch::find_device("xdna-phoenix"));
    std::vector<int> counts;
    for (const arch::TileId tile : {kSomeShim, kSomeMemTile, kSomeCore}) {
        for (const auto side : {PortSide::Master, PortSide::Slave}) {
            int named = 0;
            for (int index = 0; index < 32; ++index) {
                if (const auto port = port_at(npu, tile, side, index)) {
                    EXPECT_EQ(port_index(npu, *port), index);
                    ++named;
                }
            }
            counts.push_back(named);
        }
    }
    EXPECT_THAT(counts, testing::ElementsAre(22, 23, 17, 18, 23, 25));
}

}  // namespace
}  // namespace xdnasim::txn
