#include "xdnasim/backends/txn/trace_unit.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/txn/small_schedule.hpp"
#include "xdnasim/arch/error.hpp"
#include "xdnasim/backends/txn/decode.hpp"
#include "xdnasim/backends/txn/encode.hpp"
#include "xdnasim/backends/txn/port_index.hpp"

namespace xdnasim::txn {
namespace {

using arch::Bundle;
using arch::PortSide;
using schedule::TraceUnit;
using words::Module;

/// mlir-aie's own choice of events, of a core.
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
                     arch::InputError)
            << to_string(at);
    }
    written[{{0, 2}, 0x340D0}] = 0;
    EXPECT_THROW(static_cast<void>(unit_from(core_unit().unit, written, example_.problem.device)),
                 arch::InputError);
}

TEST(PortIndex, CountsAsTheStreamSwitchDoes) {
    using arch::TileKind;
    const auto master = [](Bundle bundle, int channel) {
        return arch::Port{{0, 0}, PortSide::Master, bundle, channel};
    };
    const auto slave = [](Bundle bundle, int channel) {
        return arch::Port{{0, 0}, PortSide::Slave, bundle, channel};
    };
    EXPECT_EQ(port_index(TileKind::CompTile, master(Bundle::East, 3)), 22);
    EXPECT_EQ(port_index(TileKind::CompTile, slave(Bundle::Trace, 1)), 24);
    EXPECT_EQ(port_index(TileKind::MemTile, master(Bundle::North, 5)), 16);
    EXPECT_EQ(port_index(TileKind::MemTile, slave(Bundle::North, 0)), 13);
    EXPECT_EQ(port_index(TileKind::Shim, master(Bundle::North, 0)), 12);
    EXPECT_EQ(port_index(TileKind::Shim, slave(Bundle::West, 0)), 10);
    EXPECT_EQ(port_index(TileKind::Shim, master(Bundle::Dma, 0)), std::nullopt);
    EXPECT_EQ(port_index(TileKind::CompTile, master(Bundle::Dma, 2)), std::nullopt);
}

TEST(PortIndex, NamesThePortsAgain) {
    int named = 0;
    for (const auto kind :
         {arch::TileKind::Shim, arch::TileKind::MemTile, arch::TileKind::CompTile}) {
        for (const auto side : {PortSide::Master, PortSide::Slave}) {
            for (int index = 0; index < 32; ++index) {
                if (const auto port = port_at(kind, {1, 2}, side, index)) {
                    EXPECT_EQ(port_index(kind, *port), index);
                    ++named;
                }
            }
        }
    }
    // Masters and slaves of a core, a mem tile and a shim.
    EXPECT_EQ(named, (23 + 25) + (17 + 18) + (22 + 24));
}

}  // namespace
}  // namespace xdnasim::txn
