// `xdnasim place` with integer programs.

#include <nlohmann/json.hpp>

#include "test/cli/place/place_fixture.hpp"
#include "workloads/integer/solver.hpp"

namespace xdnasim::cli {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

/// Fixture that skips its tests if the build has no solver of integer programs.
class ExactPlaceCommand : public test::Placing {
 protected:
    void SetUp() override {
        if (!integer::has_solver()) GTEST_SKIP() << "this build has no solver";
    }
};

TEST_F(ExactPlaceCommand, ReportsTheBoundTheGapAndTheCallsOfTheSolver) {
    const Outcome placed = place(netlist("line_ps_01"), "--method joint -o -");
    ASSERT_EQ(placed.exit_code, 0) << placed.messages;
    const json result = json::parse(placed.output);
    EXPECT_EQ(result["method"], "joint");
    EXPECT_EQ(result["ended"], "done");
    EXPECT_NEAR(result["solver"]["bound"], 28.46, 1e-4);
    EXPECT_EQ(result["solver"]["gap"], 0);
    EXPECT_EQ(result["solver"]["calls"]["proven"], 1);
    EXPECT_THAT(placed.messages,
                AllOf(HasSubstr("no placement costs less"), HasSubstr("1 program: 1 proven")));
    const std::string file = folder_.write("result.json", placed.output).string();
    EXPECT_EQ(place(netlist("line_ps_01"), fmt::format("--check '{}'", file)).exit_code, 0);
}

TEST_F(ExactPlaceCommand, KeepsTheBestAtTheLimitOfAProgram) {
    const Outcome placed = place(netlist("mesh_ps_03"), "--method joint --program-budget 0.5 -o -");
    ASSERT_EQ(placed.exit_code, 0) << placed.messages;
    const json result = json::parse(placed.output);
    EXPECT_EQ(result["ended"], "limit");
    EXPECT_EQ(result["solver"]["calls"]["out_of_time"], 1);
    EXPECT_THAT(placed.messages, HasSubstr("the solver reached its time limit"));
}

TEST_F(ExactPlaceCommand, KeepsTheBestWhenItIsInterrupted) {
    const std::string file = netlist("mesh_ps_03");
    const Outcome placed = run_line(
        fmt::format("timeout --foreground --signal=INT 1.5 '{}' place '{}' --method joint -o -",
                    XDNASIM_COMMAND, file));
    const json result = json::parse(placed.output);
    EXPECT_EQ(result["ended"], "interrupted");
    EXPECT_EQ(result["solver"]["calls"]["stopped"], 1);
    EXPECT_THAT(placed.messages, HasSubstr("interrupted"));
}

TEST_F(ExactPlaceCommand, SaysWhenItHasProvenThatNothingIsLegal) {
    // One of the two nets into the core fits into its memory (2 x 20,000 bytes), but not both.
    const std::string text = R"({"name": "full", "device": "xdna2-strix",
        "nodes": [{"id": 0, "type": "COMP", "name": "k"}, {"id": 1, "type": "MEM", "name": "m"},
                  {"id": 2, "type": "SHIM", "name": "s"}],
        "nets": [{"id": 0, "src_id": 2, "dst_ids": [1], "depths": [2, 2],
                  "byte_size_per_depth": 40000, "initial_tokens": 0},
                 {"id": 1, "src_id": 1, "dst_ids": [0], "depths": [2, 2],
                  "byte_size_per_depth": 20000, "initial_tokens": 0},
                 {"id": 2, "src_id": 1, "dst_ids": [0], "depths": [2, 2],
                  "byte_size_per_depth": 20000, "initial_tokens": 0}],
        "links": [{"type": "distribute", "mem": 1, "in": [0], "out": [1, 2]}]})";
    const Outcome placed = place(folder_.write("full.json", text).string(), "--method joint");
    EXPECT_EQ(placed.exit_code, 1);
    EXPECT_THAT(placed.messages, HasSubstr("there is no legal placement"));
}

TEST_F(ExactPlaceCommand, RoutesByIntegerPrograms) {
    const Outcome placed = place(netlist("mesh_ps_03"), "--method naive --router exact -o -");
    ASSERT_EQ(placed.exit_code, 0) << placed.messages;
    const json result = json::parse(placed.output);
    EXPECT_EQ(result["router"], "exact");
    EXPECT_EQ(result["solver"]["calls"]["proven"], 1);
    EXPECT_EQ(result["solver"]["bound"], nullptr) << "of the routes alone";
}

}  // namespace
}  // namespace xdnasim::cli
