// Runs of the results that `xdnasim place` writes.

#include <filesystem>

#include <nlohmann/json.hpp>

#include "test/cli/place/place_fixture.hpp"

namespace xdnasim::cli {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

class PlacedNetlist : public test::Placing {};

TEST_F(PlacedNetlist, WritesAResultThatRunsOnADeviceFileOfOnesOwn) {
    folder_.write("mine.yaml", "extends: xdna2-strix\n");
    const std::string result = path("placed.json");
    const std::string from_here = std::filesystem::proximate(path("mine.yaml")).string();
    const Outcome placed =
        place(netlist("line_ps_01"),
              fmt::format("--method naive --device '{}' -o '{}'", from_here, result));
    ASSERT_EQ(placed.exit_code, 0) << placed.messages;
    EXPECT_EQ(json::parse(content_of(result))["device"], path("mine.yaml"));
    const Outcome simulated = run(fmt::format("simulate '{}'", result));
    EXPECT_EQ(simulated.exit_code, 0) << simulated.messages;
    // A device file that has been moved is given again with --set.
    std::filesystem::create_directory(path("moved"));
    std::filesystem::rename(path("mine.yaml"), path("moved/mine.yaml"));
    const Outcome moved =
        run(fmt::format("simulate '{}' --set device='{}'", result, path("moved/mine.yaml")));
    EXPECT_EQ(moved.exit_code, 0) << moved.messages;
}

/// Returns a netlist of two cores and a shim: a net each way between the cores, of `depth` objects
/// at each end and with one initial token, a net from the shim to core 0 with `tokens_of_shim`
/// initial tokens, and one from core 1 to the shim.
std::string ring_of(int depth, int tokens_of_shim) {
    const auto net = [](int id, int from, int to, int at_each_end, int tokens) {
        return json{{"id", id},
                    {"src_id", from},
                    {"dst_ids", json::array({to})},
                    {"depths", json::array({at_each_end, at_each_end})},
                    {"byte_size_per_depth", 64},
                    {"initial_tokens", tokens}};
    };
    return json{{"name", "ring"},
                {"device", "xdna2-strix"},
                {"nodes", json::parse(R"([{"id": 0, "type": "COMP", "name": "k0"},
                                          {"id": 1, "type": "COMP", "name": "k1"},
                                          {"id": 2, "type": "SHIM", "name": "s"}])")},
                {"nets", json::array({net(0, 0, 1, depth, 1), net(1, 1, 0, depth, 1),
                                      net(2, 2, 0, 2, tokens_of_shim), net(3, 1, 2, 2, 0)})},
                {"links", json::array()}}
        .dump();
}

TEST_F(PlacedNetlist, LooksForAPlacementThatRuns) {
    // Cores beside each other would share the nets' buffers, which are full from the start, so that
    // neither core could run.
    const std::string file = folder_.write("ring.json", ring_of(1, 0)).string();
    const std::string result = path("ring.res");
    const Outcome placed =
        place(file, fmt::format("--method sa-router --moves 500 -o '{}'", result));
    ASSERT_EQ(placed.exit_code, 0) << placed.messages;
    EXPECT_THAT(placed.output, testing::Not(HasSubstr("cannot be run")));
    const Outcome ran = run(fmt::format("simulate '{}' --verify --set netlist.firings=20", result));
    EXPECT_EQ(ran.exit_code, 0) << ran.messages;
}

TEST_F(PlacedNetlist, SaysOfAPlacementThatItCannotBeRun) {
    const std::string file = folder_.write("ring.json", ring_of(2, 1)).string();
    const std::string result = path("ring.res");
    const Outcome placed = place(file, fmt::format("--method naive -o '{}'", result));
    const std::string line = "\nrun           this placement cannot be run: ";
    EXPECT_EQ(placed.exit_code, 0) << placed.messages;
    EXPECT_THAT(placed.output, AllOf(HasSubstr(line), HasSubstr("starts at a shim")));
    EXPECT_THAT(place(file, fmt::format("--check '{}'", result)).output, HasSubstr(line));
    EXPECT_EQ(run(fmt::format("simulate '{}'", result)).exit_code, 2);
}

TEST_F(PlacedNetlist, SaysHowManyNetsAResultHasBeforeItJudgesThem) {
    const std::string file = folder_.write("ring.json", ring_of(2, 0)).string();
    const std::string result = path("ring.res");
    ASSERT_EQ(place(file, fmt::format("--method naive -o '{}'", result)).exit_code, 0);
    json changed = json::parse(content_of(result));
    changed["nets"].push_back(changed["nets"].back());
    folder_.write("ring.res", changed.dump());
    EXPECT_THAT(place(file, fmt::format("--check '{}'", result)).messages,
                HasSubstr("5 nets; allowed: 4, as the netlist has"));
    changed["nets"].erase(1);
    folder_.write("ring.res", changed.dump());
    EXPECT_THAT(place(file, fmt::format("--check '{}'", result)).messages,
                HasSubstr("out of order; allowed: 1"));
}

TEST_F(PlacedNetlist, GivesResultsThatRunWithTheDataOfTheNetlist) {
    const std::string file = netlist("mesh_ps_03");
    for (const char* method : {"naive", "sa --moves 20000"}) {
        const std::string result = path("result.json");
        const Outcome placed = place(file, fmt::format("--method {} -o '{}'", method, result));
        ASSERT_EQ(placed.exit_code, 0) << placed.messages;
        const Outcome ran =
            run(fmt::format("simulate '{}' --verify --set netlist.firings=20 --json -", result));
        ASSERT_EQ(ran.exit_code, 0) << ran.messages;
        const json figures = json::parse(ran.output);
        EXPECT_TRUE(figures["verified"]);
        EXPECT_EQ(figures["netlist"]["name"], "mesh_ps_03");
        EXPECT_EQ(figures["netlist"]["result"], result);
        EXPECT_EQ(figures["netlist"]["nets"], 24);
        EXPECT_EQ(figures["cores"].size(), 9);
    }
}

}  // namespace
}  // namespace xdnasim::cli
