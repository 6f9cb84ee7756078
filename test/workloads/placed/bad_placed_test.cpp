#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json.hpp"
#include "test/support/input_error.hpp"
#include "test/workloads/placed/placed_problem.hpp"
#include "workloads/netlist/suite/suite.hpp"
#include "workloads/placed/placed_parts.hpp"

namespace xdnasim::placed {
namespace {

using arch::Bytes;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

std::string error_of(const std::string& section) {
    return input_error([&] { return workload_of(section); });
}

TEST(BadPlaced, NamesOneNetlistAndHowItIsPlaced) {
    EXPECT_THAT(error_of("{firings: 3}"),
                AllOf(StartsWith("p.yaml:1:1: "), HasSubstr("none of the keys file, suite")));
    EXPECT_THAT(error_of("{suite: line_ps_01, file: " XDNASIM_EXAMPLES "/netlist_mesh.yaml}"),
                AllOf(StartsWith("p.yaml:1:1: "), HasSubstr("several of the keys")));
    EXPECT_THAT(error_of("{suite: line_ps_1}"),
                AllOf(StartsWith("p.yaml:1:9: "), HasSubstr("line_ps_01")));
    EXPECT_THAT(error_of("{suite: line_ps_01, placer: fastest}"),
                AllOf(StartsWith("p.yaml:1:29: "), HasSubstr("naive, snake, sa-bb, sa")));
    EXPECT_THAT(error_of("{suite: line_ps_01, firings: 0}"), StartsWith("p.yaml:1:30: "));
    EXPECT_THAT(error_of("{suite: line_ps_01, object_bytes: 2}"), StartsWith("p.yaml:1:35: "));
    EXPECT_THAT(error_of("{suite: line_ps_01, object_bytes: 6}"),
                AllOf(StartsWith("p.yaml:1:35: "), HasSubstr("is not a multiple of 4")));
    EXPECT_THAT(error_of("{file: nowhere.json}"),
                AllOf(StartsWith("p.yaml:1:8: "), HasSubstr("nowhere.json': no such file")));
}

std::string refusal(const PlacedDesign& design) {
    return input_error([&] {
        require_runnable(design);
        return program_of(design, strix());
    });
}

TEST(BadPlaced, NeedsRoomForACounterInTheStack) {
    arch::Device device = strix();
    for (const std::int64_t bytes : {0, 31}) {
        device.core_stack = Bytes{bytes};
        EXPECT_THAT(input_error([&] { return program_of(line(), device); }),
                    AllOf(HasSubstr(fmt::format("core.stack of xdna2-strix is {} byte", bytes)),
                          HasSubstr("needs at least 32")));
    }
    device.core_stack = Bytes{32};
    EXPECT_NO_THROW(static_cast<void>(program_of(line(), device)));
}

TEST(BadPlaced, IsToldWhatOfItGetsStuckBeforeTheRun) {
    PlacedDesign design = line();
    design.netlist.nets.push_back({1, {0}, {1, 1}, Bytes{64}, 1});
    design.netlist.nets.push_back({1, {0}, {2, 2}, Bytes{64}, 2});
    design.solution.routes.resize(design.netlist.nets.size(), design.solution.routes[0]);
    EXPECT_EQ(design.solution.routes[0].transport, placement::Transport::Neighbour);
    // Net 0 leads to the other core, the new nets lead back; all are full of initial tokens.
    design.netlist.nets[0].initial_tokens = 2;
    EXPECT_THAT(refusal(design), AllOf(HasSubstr("deadlock from the start"),
                                       HasSubstr("waits for room in net 0"), HasSubstr("k0_0")));
}

TEST(BadPlaced, NeedsAnEndOfTheRun) {
    PlacedDesign design = line();
    for (netlist::Core& core : design.netlist.cores)
        if (core.kind == arch::TileKind::Shim) core.kind = arch::TileKind::CompTile;
    EXPECT_THAT(refusal(design), HasSubstr("no net ends at a shim"));
}

TEST(BadPlaced, HasDepthsWithACommonRound) {
    PlacedDesign design = line();
    design.netlist.nets[0].depths = {31, 31};
    for (netlist::Net& net : design.netlist.nets) {
        net.object = Bytes{4};
        if (net.sinks.front() == 0) net.depths = {2, 29};
    }
    EXPECT_THAT(refusal(design), AllOf(HasSubstr("core 0 'k0_0'"), HasSubstr("899 firings")));
}

TEST(BadPlaced, HasBdsForItsObjects) {
    PlacedDesign design = line();
    for (netlist::Net& net : design.netlist.nets) {
        net.object = Bytes{4};
        if (net.sinks.front() == 0) net.depths = {2, 20};
    }
    EXPECT_THAT(refusal(design),
                AllOf(HasSubstr("core (0,2): "), HasSubstr("needs 20 BDs"), HasSubstr("16")));
}

// A design that place and route has not checked for memory. Net 0 lies in (0,2) or (0,3), two
// objects deep.
TEST(BadPlaced, HasRoomForItsBuffers) {
    PlacedDesign design = line();
    for (netlist::Net& net : design.netlist.nets)
        net.object = Bytes{20'000};
    EXPECT_THAT(refusal(design),
                AllOf(HasSubstr("core (0,"), HasSubstr("its buffers and its stack take 81,"),
                      HasSubstr("more than the 65,536 there are; allowed: smaller objects")));
}

TEST(BadPlaced, SendsNoMoreThanABdOfAShimMoves) {
    PlacedDesign design = line();
    design.firings = 1'000'000'000;
    EXPECT_THAT(refusal(design), AllOf(HasSubstr("1000000000 objects of net"),
                                       HasSubstr("allowed: at most 16777215")));
}

}  // namespace
}  // namespace xdnasim::placed
