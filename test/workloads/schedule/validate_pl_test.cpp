#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "test/workloads/schedule/validation_fixture.hpp"
#include "workloads/routing/router.hpp"

namespace xdnasim::schedule::test {
namespace {

using arch::Bytes;
using arch::Port;

/// A schedule with one stream, from a port from the PL of a VE2802 to one to the PL.
class ValidatePl : public Validation {
 protected:
    ValidatePl() {
        device = arch::load_device(arch::find_device("versal-ve2802"));
        schedule = {};
        schedule.host_buffers = {{"data", Bytes{256}}, {"result", Bytes{256}}};
        schedule.pl.ports = {{"in",
                              {{9, 0}, arch::PortSide::Slave, arch::Bundle::Plio, 2},
                              Bytes{16},
                              {0},
                              Bytes{128},
                              4},
                             {"out",
                              {{9, 0}, arch::PortSide::Master, arch::Bundle::Plio, 4},
                              Bytes{16},
                              {1},
                              Bytes{256},
                              2}};
        schedule.flows = {{"through", in().port, {out().port}}};
        route();
    }
    void route() { schedule.routes = routing::route(schedule.flows, arch::RoutingGraph{device}); }
    PlPort& in() { return schedule.pl.ports.at(0); }
    PlPort& out() { return schedule.pl.ports.at(1); }
    const std::string where = "PL port 'in'";
};

TEST_F(ValidatePl, TakesAStreamFromPortToPort) {
    EXPECT_TRUE(is_valid());
}

TEST_F(ValidatePl, NamesADeviceWithoutProgrammableLogic) {
    device.pl.reset();
    EXPECT_TRUE(has_breach("PL", "has 2 ports; versal-ve2802 has no programmable logic"));
}

TEST_F(ValidatePl, NamesAPortWhereTheShimHasNone) {
    in().port.tile.column = 4;
    EXPECT_TRUE(has_breach(where, "takes (4,0) slave PLIO:2, which does not exist"));
}

TEST_F(ValidatePl, NamesAWidePortThatHasNoSecondOne) {
    in().port.channel = 3;
    EXPECT_TRUE(has_breach(where, "is as wide as two ports and begins at (9,0) slave PLIO:3"));
    in().port.channel = 7;
    EXPECT_TRUE(has_breach(where, "takes (9,0) slave PLIO:8, which does not exist"));
}

TEST_F(ValidatePl, NamesAPortThatIsTakenTwice) {
    schedule.pl.ports.push_back(in());
    schedule.pl.ports.back().name = "other";
    schedule.pl.ports.back().width = Bytes{8};
    ++schedule.pl.ports.back().port.channel;
    EXPECT_TRUE(has_breach("PL port 'other'", "takes (9,0) slave PLIO:3, as 'in' does"));
}

TEST_F(ValidatePl, NamesAWidthThatNoPortHas) {
    in().width = Bytes{32};
    EXPECT_TRUE(only_breach(where, "is 32 bytes wide; allowed are 8 and 16"));
}

TEST_F(ValidatePl, NamesASourceWhoseFramesAnInputCannotSend) {
    in().source = 1;
    EXPECT_TRUE(only_breach(where, "sends the frames of 'out', whose frames differ"));
    in().source = 0;
    EXPECT_TRUE(only_breach(where, "sends the frames of port 0, which is not an output"));
    in().source = 7;
    EXPECT_TRUE(only_breach(where, "sends the frames of port 7, which is not an output"));
}

TEST_F(ValidatePl, NamesFramesThatDoNotFitTheirBuffer) {
    in().frame = Bytes{96};
    EXPECT_TRUE(
        only_breach(where, "uses frames of 96 bytes, which do not divide buffer 'data' (256"));
    in().frame = Bytes{128};
    in().frames = 0;
    EXPECT_TRUE(only_breach(where, "moves 0 frames; it must be at least 1"));
}

TEST_F(ValidatePl, NamesAStreamToAPortThatTheScheduleDoesNotHave) {
    schedule.pl.ports.pop_back();
    EXPECT_TRUE(only_breach("flow 'through' at (9,0) master PLIO:4",
                            "ends at the programmable logic, where the schedule has no port"));
}

TEST_F(ValidatePl, NamesAPortWithoutAStream) {
    schedule.flows.clear();
    schedule.routes.clear();
    EXPECT_TRUE(has_breach(where, "is the end of 0 flows; it needs 1"));
}

TEST_F(ValidatePl, NamesAChannelOfTheShimsDmaOnTheSamePort) {
    device.shim_has_dma[9] = true;
    in().port.channel = 6;
    // A shim's MM2S channel 1 is connected to South:7, its MM2S channel 0 to South:3.
    in().width = Bytes{8};
    in().port.channel = 3;
    schedule.flows[0].source = in().port;
    schedule.flows.push_back({"dma",
                              arch::dma_port({9, 0}, arch::Direction::MM2S, 0),
                              {{{9, 0}, arch::PortSide::Master, arch::Bundle::Plio, 0}}});
    EXPECT_TRUE(has_breach("flow 'dma' at (9,0) slave South:3", "shares the port"));
}

}  // namespace
}  // namespace xdnasim::schedule::test
