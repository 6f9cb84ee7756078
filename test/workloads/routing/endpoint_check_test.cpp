#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/arch/example_device.hpp"
#include "test/support/input_error.hpp"
#include "workloads/routing/router.hpp"

namespace xdnasim::routing {
namespace {

using arch::Direction;
using arch::dma_port;
using arch::Port;
using schedule::Flow;
using schedule::FlowMode;
using testing::StartsWith;

constexpr Port kSource = dma_port({0, 2}, Direction::MM2S, 0);
constexpr Port kOtherSource = dma_port({0, 2}, Direction::MM2S, 1);
constexpr Port kSink = dma_port({1, 2}, Direction::S2MM, 0);
constexpr Port kOtherSink = dma_port({1, 2}, Direction::S2MM, 1);

/// Message of the InputError with which the flows are refused; empty if they are not refused.
std::string refusal(const std::vector<Flow>& flows) {
    arch::Device device = arch::example_device(2, 4);
    device.shim_has_dma[1] = false;
    return input_error_if_any([&] { check_endpoints(flows, device); });
}

Flow packet(Port source, Port sink, int id) {
    return {"p" + std::to_string(id), source, {sink}, FlowMode::Packet, id};
}

TEST(EndpointCheck, AcceptsAProperFlow) {
    EXPECT_EQ(refusal({{"f", kSource, {kSink, kOtherSink}}}), "");
}

TEST(EndpointCheck, RefusesAPortThatATileDoesNotHave) {
    EXPECT_EQ(refusal({{"f", dma_port({0, 2}, Direction::MM2S, 2), {kSink}}}),
              "flow 'f': source (0,2) slave DMA:2 does not exist; the core (0,2) has 2 of these "
              "ports");
}

TEST(EndpointCheck, RefusesATileOutsideTheArray) {
    EXPECT_EQ(refusal({{"f", kSource, {dma_port({2, 2}, Direction::S2MM, 0)}}}),
              "flow 'f': sink (2,2) master DMA:0 is outside the array; example has columns 0 to 1 "
              "and rows 0 to 5");
}

TEST(EndpointCheck, RefusesTheDmaOfAShimWithoutOne) {
    EXPECT_NE(refusal({{"f", dma_port({1, 0}, Direction::MM2S, 0), {kSink}}}).find("has 0"),
              std::string::npos);
}

TEST(EndpointCheck, RefusesPortsThatFaceTheWrongWay) {
    EXPECT_NE(refusal({{"f", kSink, {kOtherSink}}}).find("source (1,2) master DMA:0 is a master"),
              std::string::npos);
    EXPECT_NE(refusal({{"f", kSource, {kOtherSource}}}).find("sink (0,2) slave DMA:1 is a slave"),
              std::string::npos);
}

TEST(EndpointCheck, RefusesAFlowWithoutSinks) {
    EXPECT_EQ(refusal({{"f", kSource, {}}}), "flow 'f' has no sink; it needs at least 1");
}

TEST(EndpointCheck, RefusesASinkNamedTwice) {
    EXPECT_EQ(refusal({{"f", kSource, {kSink, kSink}}}),
              "flow 'f' names its sink (1,2) master DMA:0 twice");
}

TEST(EndpointCheck, RefusesCircuitFlowsThatShareAnEnd) {
    EXPECT_NE(refusal({{"f", kSource, {kSink}}, {"g", kSource, {kOtherSink}}})
                  .find("flows 'f' and 'g' both use (0,2) slave DMA:0"),
              std::string::npos);
    EXPECT_NE(refusal({{"f", kSource, {kSink}}, {"g", kOtherSource, {kSink}}})
                  .find("flows 'f' and 'g' both use (1,2) master DMA:0"),
              std::string::npos);
}

TEST(EndpointCheck, NamesThePlacesOfFlowsThatWereReadFromAText) {
    Flow f{"f", kSource, {kSink}};
    f.origin = {.line = 14, .column = 5};
    EXPECT_NE(refusal({f, {"g", kSource, {kOtherSink}}})
                  .find("flows 'f' (14:5) and 'g' both use (0,2) slave DMA:0"),
              std::string::npos);
}

TEST(EndpointCheck, RefusesACircuitAndAPacketFlowThatShareAnEnd) {
    EXPECT_THAT(refusal({{"f", kSource, {kSink}}, packet(kOtherSource, kSink, 1)}),
                StartsWith("flows 'f' and 'p1' both use (1,2) master DMA:0; "));
}

TEST(EndpointCheck, PacketFlowsShareAnEndUnderDifferentIds) {
    EXPECT_EQ(refusal({packet(kSource, kSink, 1), packet(kOtherSource, kSink, 2)}), "");
    EXPECT_THAT(refusal({packet(kSource, kSink, 1), packet(kSource, kOtherSink, 1)}),
                StartsWith("flows 'p1' and 'p1' both use (0,2) slave DMA:0; "));
}

TEST(EndpointCheck, PacketFlowsOfOneIdShareTheirSinkAlone) {
    EXPECT_EQ(refusal({packet(kSource, kSink, 1), packet(kOtherSource, kSink, 1)}), "");
    EXPECT_THAT(refusal({packet(kSource, kSink, 1), packet(kSource, kSink, 1)}),
                StartsWith("flows 'p1' and 'p1' both use (0,2) slave DMA:0; "));
    Flow broadcast = packet(kOtherSource, kSink, 1);
    broadcast.sinks.push_back(kOtherSink);
    EXPECT_THAT(refusal({packet(kSource, kSink, 1), broadcast}),
                StartsWith("flows 'p1' and 'p1' both use (1,2) master DMA:0; "));
    Flow other = broadcast;
    other.source = kSource;
    EXPECT_THAT(refusal({broadcast, other}),
                StartsWith("flows 'p1' and 'p1' both use (1,2) master DMA:0; "))
        << "the router joins no broadcasts";
}

TEST(EndpointCheck, SeesThatAShimsDmaAndItsSouthPortAreOne) {
    const Port south{{0, 0}, arch::PortSide::Slave, arch::Bundle::South, 3};
    EXPECT_THAT(
        refusal({{"f", dma_port({0, 0}, Direction::MM2S, 0), {kSink}}, {"g", south, {kOtherSink}}}),
        StartsWith("flows 'f' and 'g' both use (0,0) slave South:3; "));
}

TEST(EndpointCheck, RefusesPacketIdsOutOfRange) {
    EXPECT_EQ(refusal({packet(kSource, kSink, 31)}), "");
    EXPECT_EQ(refusal({packet(kSource, kSink, 32)}),
              "flow 'p32': the packet id is 32; allowed: 0 to 31");
    EXPECT_EQ(refusal({packet(kSource, kSink, -1)}),
              "flow 'p-1': the packet id is -1; allowed: 0 to 31");
}

}  // namespace
}  // namespace xdnasim::routing
