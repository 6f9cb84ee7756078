#include <filesystem>
#include <fstream>

#include <nlohmann/json.hpp>

#include "test/cli/place/place_fixture.hpp"
#include "test/support/replaced_text.hpp"

namespace xdnasim::cli {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

class PlaceCommand : public test::Placing {};

TEST_F(PlaceCommand, WritesTilesTransportsBuffersAndTheCostByTerm) {
    const Outcome placed = place(netlist("line_ps_01"), "--method naive -o -");
    ASSERT_EQ(placed.exit_code, 0) << placed.messages;
    const json result = json::parse(placed.output);
    EXPECT_EQ(result["device"], "xdna2-strix");
    EXPECT_EQ(result["tiles"], json::parse("[[0,2],[0,3],[0,1],[0,0]]"));
    EXPECT_EQ(result["nets"][0], json::parse(R"({"id": 0, "transport": "neighbor_sharing",
                                                 "buffer": [0,2]})"));
    EXPECT_EQ(result["nets"][3]["hops"], json::parse("[[[0,3],[0,2]],[[0,2],[0,1]]]"));
    EXPECT_EQ(result["buffers"].size(), 5);
    EXPECT_NEAR(result["cost"]["total"], 28.46, 1e-9);
    EXPECT_EQ(result["measures"]["route_length"], 5);
    EXPECT_THAT(placed.messages, HasSubstr("28.46: circuits 13.00"));
}

TEST_F(PlaceCommand, TellsWhatAFileHoldsByItsContentWhateverItIsCalled) {
    constexpr const char* kProblem =
        R"({"device": "xdna-phoenix", "workload": "elementwise", "elementwise": {"column": 0,
            "row": 5, "object_bytes": 32, "objects": 8, "mem_tile": false,
            "kernel": {"kind": "add_one", "cycles_per_call": 12, "inlined": true}}})";
    struct Kind {
        std::string text;
        const char* report;
    };
    const std::vector<Kind> kinds{
        {run("netlist line_ps_01").output, "netlist "},
        {content_of(XDNASIM_EXAMPLES "/design_place/aie.mlir"), "design "},
        {kProblem, "problem "}};
    int placed = 0;
    for (const Kind& kind : kinds)
        for (const char* const name : {"file", "file.txt", "file.json", "file.yaml"}) {
            const Outcome outcome =
                place(folder_.write(name, kind.text).string(), "--method naive");
            EXPECT_EQ(outcome.exit_code, 0) << name << outcome.messages;
            EXPECT_THAT(outcome.output, HasSubstr(std::string{"\n"} + kind.report)) << name;
            ++placed;
        }
    EXPECT_EQ(placed, 12);
    expect_refused(place(folder_.write("cut.json", "{\"nodes\": [").string(), ""),
                   "not valid JSON");
    expect_refused(place(path("missing"), ""), "missing: no such file");
    expect_refused(place("-", ""), "'-' is not a file here");
}

TEST_F(PlaceCommand, PlacesNoResultOfItsOwn) {
    const std::string result = path("placed.json");
    const Outcome placed =
        place(netlist("line_ps_01"), fmt::format("--method naive -o '{}'", result));
    ASSERT_EQ(placed.exit_code, 0) << placed.messages;
    expect_refused(place(result, ""),
                   "placed.json:1:1: this netlist is placed already. Run it with `simulate`, or "
                   "place the netlist that it was made of");
}

TEST_F(PlaceCommand, WritesTheSameFileForTheSameSeed) {
    const std::string file = netlist("mesh_ps_03");
    const std::string options = "--seed 7 --moves 50000 -o -";
    const Outcome one = place(file, options);
    ASSERT_EQ(one.exit_code, 0) << one.messages;
    EXPECT_EQ(one.output, place(file, options).output);
    const json result = json::parse(one.output);
    EXPECT_EQ(result["ended"], "moves");
    EXPECT_EQ(result["moves"], 50000);
    EXPECT_GT(result["history"].size(), 2);
}

TEST_F(PlaceCommand, SaysThatTheBudgetStoppedItAndKeepsTheBest) {
    const Outcome placed = place(netlist("line_ps_01"), "--moves 1000000000000 --budget 1 -o -");
    ASSERT_EQ(placed.exit_code, 0) << placed.messages;
    const json result = json::parse(placed.output);
    EXPECT_EQ(result["ended"], "budget");
    EXPECT_NEAR(result["cost"]["total"], 28.46, 1e-9);
    EXPECT_THAT(placed.messages, HasSubstr("stopped by --budget"));
}

TEST_F(PlaceCommand, DrawsNothingButSvg) {
    const std::string png = path("array.png");
    expect_refused(place(netlist("line_ps_01"), fmt::format("--moves 1000 --svg '{}'", png)),
                   "--svg: '" + png + "' does not end in .svg");
    EXPECT_FALSE(std::filesystem::exists(png));
}

TEST_F(PlaceCommand, DrawsTheArray) {
    const std::string svg = path("array.svg");
    const Outcome placed =
        place(netlist("tree_ps_24"), fmt::format("--moves 100000 --svg '{}'", svg));
    ASSERT_EQ(placed.exit_code, 0) << placed.messages;
    const std::string drawn = content_of(svg);
    EXPECT_THAT(drawn, AllOf(testing::StartsWith("<svg "), HasSubstr("(7,5)"), HasSubstr("s0_0_0"),
                             HasSubstr("packets"), HasSubstr("</svg>")));
    EXPECT_EQ(
        run_line(fmt::format("python3 -c \"import xml.dom.minidom as x; x.parse('{}')\"", svg))
            .exit_code,
        0);
}

TEST_F(PlaceCommand, MakesAllStreamsOfOneKindWhenAskedTo) {
    const std::string file = netlist("line_ps_02");
    const json packets = json::parse(place(file, "--single-mode packet --moves 30000 -o -").output);
    EXPECT_EQ(packets["measures"]["packet_nets"], packets["measures"]["stream_nets"]);
    const json circuits =
        json::parse(place(file, "--single-mode circuit --moves 30000 -o -").output);
    EXPECT_EQ(circuits["measures"]["packet_nets"], 0);
}

TEST_F(PlaceCommand, NamesTheBreachWhenNothingLegalWasFound) {
    const Outcome placed = place(netlist("mesh_ps_16"), "--method naive");
    EXPECT_EQ(placed.exit_code, 1);
    EXPECT_THAT(placed.messages,
                AllOf(HasSubstr("no legal placement was found (naive)"),
                      HasSubstr("tile (0,5): 3 S2MM channels, 1 more than the 2 there are")));
}

TEST_F(PlaceCommand, RefusesPacketsThatGetStuckWhereItFindsNoOthers) {
    const std::string file = netlist("mesh_fs_02");
    const Outcome stuck = place(file, "--method naive -o -");
    EXPECT_EQ(stuck.exit_code, 1);
    EXPECT_EQ(stuck.output, "");
    EXPECT_THAT(stuck.messages, AllOf(HasSubstr("wait for each other in a cycle and get stuck"),
                                      HasSubstr("behind net"), HasSubstr("Try another --method")));
    const Outcome placed = place(file, "--single-mode packet --moves 20000");
    EXPECT_EQ(placed.exit_code, 0) << placed.messages;
    EXPECT_THAT(placed.output, HasSubstr("cannot wait for each other in a cycle"));
}

TEST_F(PlaceCommand, ResultsMayBeginWithAByteOrderMark) {
    const std::string file = netlist("line_ps_01");
    const std::string result = "\xEF\xBB\xBF" + place(file, "--method naive -o -").output;
    const std::string marked = folder_.write("marked.json", result).string();
    EXPECT_EQ(place(file, fmt::format("--check '{}'", marked)).exit_code, 0);
    const Outcome simulated = run(fmt::format("simulate '{}' --set netlist.firings=4", marked));
    EXPECT_EQ(simulated.exit_code, 0) << simulated.messages;
}

TEST_F(PlaceCommand, JudgesAResultAndNamesEveryBreach) {
    const std::string file = netlist("line_ps_01");
    const Outcome placed = place(file, "--method naive -o -");
    const auto check = [&](const json& result) {
        return place(file, fmt::format("--check '{}'",
                                       folder_.write("result.json", result.dump()).string()));
    };
    const json result = json::parse(placed.output);
    const Outcome legal = check(result);
    EXPECT_EQ(legal.exit_code, 0) << legal.messages;
    const std::string judged = (folder_.path() / "result.json").string();
    for (const char* const option : {"--moves 5", "--seed 9", "--method snake", "--budget 1"})
        EXPECT_THAT(place(file, fmt::format("--check '{}' {}", judged, option)).messages,
                    HasSubstr("--check does not search. Combine it only with --svg"))
            << option;
    EXPECT_THAT(legal.output, HasSubstr("28.46"));

    json both_on_one = result;
    both_on_one["tiles"][1] = {0, 2};
    both_on_one["nets"][0]["transport"] = "intra_tile";
    both_on_one["nets"][3]["hops"] = json::parse("[[[0,2],[0,1]]]");
    const Outcome illegal = check(both_on_one);
    EXPECT_EQ(illegal.exit_code, 1);
    EXPECT_THAT(illegal.output, HasSubstr("tile (0,2): 2 cores, 1 more than the 1 there are"));
    EXPECT_THAT(illegal.messages, HasSubstr("not legal: 1 breach"));

    json wrong_kind = result;
    wrong_kind["tiles"][0] = {0, 1};
    expect_refused(check(wrong_kind), "core 0 'k0_0' is a COMP, and tile (0,1) a MEM");
    json apart = result;
    apart["tiles"][0] = {4, 2};
    expect_refused(check(apart), "do not both reach the memory of (0,2)");
    json forged = result;
    forged["nets"][0]["transport"] = "intra_tile";
    expect_refused(check(forged), "lie on two tiles; allowed: neighbor_sharing");
    both_on_one["nets"][0]["transport"] = "neighbor_sharing";
    expect_refused(check(both_on_one), "lie on one tile; allowed: intra_tile");
    json broken = result;
    broken["nets"][3]["hops"].erase(0);
    expect_refused(check(broken), "no hop before this one reaches");
    json short_of = result;
    short_of["nets"][3]["hops"].erase(1);
    expect_refused(check(short_of), "do not reach core 2 'mem0' on (0,1)");
}

TEST_F(PlaceCommand, TakesAResultWithTheDeviceAsANetlistNamesIt) {
    const std::string file = netlist("line_ps_01");
    json result = json::parse(place(file, "--method naive -o -").output);
    result["device"] = "npu2_8x6";
    const std::string named = folder_.write("result.json", result.dump()).string();
    const Outcome checked = place(file, fmt::format("--check '{}'", named));
    EXPECT_EQ(checked.exit_code, 0) << checked.messages;
    const Outcome ran = run(fmt::format("simulate '{}'", named));
    EXPECT_EQ(ran.exit_code, 0) << ran.messages;
    EXPECT_THAT(ran.output, HasSubstr("xdna2-strix"));
}

TEST_F(PlaceCommand, TakesAResultOfItsOwnVersionOrOfNoneAndNoOther) {
    const std::string file = netlist("line_ps_01");
    json result = json::parse(place(file, "--method naive -o -").output);
    const auto checked = [&] {
        return place(file, fmt::format("--check '{}'",
                                       folder_.write("result.json", result.dump()).string()));
    };
    EXPECT_EQ(checked().exit_code, 0);
    result["schema_version"] = 99;
    expect_refused(checked(), "'99' is out of range; allowed: whole numbers from 1 to 1");
    result.erase("schema_version");
    EXPECT_EQ(checked().exit_code, 0);
}

TEST_F(PlaceCommand, SaysWhatAFileIsThatIsNoResultToCheck) {
    const std::string file = netlist("line_ps_01");
    expect_refused(place(file, fmt::format("--check '{}'", file)),
                   "a netlist that is not placed. Use a file written by `xdnasim place -o`");
    expect_refused(
        place(file, fmt::format("--check '{}'", folder_.write("odd.json", "{}").string())),
        "no result of a placement: no tiles. Use a file written by `xdnasim place -o`");
}

TEST_F(PlaceCommand, JudgesAResultByTheChoicesThatItWasFoundWith) {
    const std::string file = netlist("line_ps_01");
    const std::string found = path("shared.json");
    const Outcome placed = place(
        file,
        fmt::format("--method naive --set memory=east --set weights.circuit=2 -o '{}'", found));
    ASSERT_EQ(placed.exit_code, 0) << placed.messages;
    const auto cost_line = [](const Outcome& outcome) {
        const auto begin = outcome.output.find("\ncost ");
        return outcome.output.substr(begin, outcome.output.find('\n', begin + 1) - begin);
    };
    const Outcome checked = place(file, fmt::format("--check '{}'", found));
    EXPECT_EQ(checked.exit_code, 0) << checked.messages;
    EXPECT_EQ(cost_line(checked), cost_line(placed));
    const Outcome otherwise =
        place(file, fmt::format("--check '{}' --set weights.circuit=1", found));
    EXPECT_THAT(cost_line(otherwise), HasSubstr("28.46"));

    json result = json::parse(content_of(found));
    result["choices"]["links"] = "glass";
    expect_refused(
        place(file, fmt::format("--check '{}'", folder_.write("odd.json", result.dump()).string())),
        "glass");
}

TEST_F(PlaceCommand, SaysWhereANetlistNamesAnUnknownDevice) {
    const std::string file = path("odd.json");
    std::ofstream{file}
        << "{\n  \"name\": \"odd\", \"device\": \"xdna9\",\n"
           R"("nodes": [{"id": 0, "name": "k", "type": "COMP"}], "nets": [], "links": []})";
    const Outcome placed = place(file, "--method naive");
    EXPECT_EQ(placed.exit_code, 2);
    EXPECT_THAT(placed.messages, HasSubstr("odd.json:2:28: unknown device 'xdna9'; allowed: "));
    expect_refused(place(file, "--device xdna8"), "xdnasim: --device: unknown device 'xdna8'");
}

TEST_F(PlaceCommand, SaysWhereAFileWhoseNameSaysJsonIsNone) {
    // YAML allows the comma behind the last entry, JSON does not.
    const std::string text = "{\"device\": \"npu2_8x6\", \"nodes\": [], \"nets\": [],}\n";
    const std::string file = folder_.write("n.json", text).string();
    for (const char* const command : {"place", "simulate"}) {
        const Outcome outcome = run(fmt::format("{} '{}'", command, file));
        expect_refused(outcome, "n.json:1:48: not valid JSON");
        EXPECT_THAT(outcome.messages, testing::Not(HasSubstr("npu2_8x6")));
    }
    // Under another name the same text is read as a problem in YAML.
    expect_refused(run(fmt::format("simulate '{}'", folder_.write("n.yaml", text).string())),
                   "n.yaml:1:12: unknown device");
}

TEST_F(PlaceCommand, RefusesWhatNoArrayHolds) {
    expect_refused(place(netlist("line_pl_08"), "--device xdna-phoenix"),
                   "has 32 nodes of the type COMP; allowed: up to 16, the tiles of xdna-phoenix");
    const std::string text =
        replaced(content_of(netlist("line_fs_01")), "\"initial_tokens\":1", "\"initial_tokens\":0");
    expect_refused(place(folder_.write("dead.json", text).string(), ""),
                   "waits for the one before it");
    expect_refused(place(path("none.json"), ""), "none.json");
    expect_refused(place(netlist("line_ps_01"), "--method best"), "--method");
    expect_refused(place(netlist("line_ps_01"), "--moves 0"), "--moves");
    expect_refused(run("netlist line_ps_1"), "did you mean");
}

TEST_F(PlaceCommand, RefusesMoreCircuitsThanChannelsBeforeItSearches) {
    const std::string file = folder_
                                 .write("fan.json", R"({"name": "fan", "device": "xdna2-strix",
"nodes": [{"id": 0, "type": "SHIM", "name": "s"},
          {"id": 1, "type": "COMP", "name": "a"}, {"id": 2, "type": "COMP", "name": "b"},
          {"id": 3, "type": "SHIM", "name": "t"}],
"nets": [{"id": 0, "src_id": 0, "dst_ids": [1], "depths": [2, 2], "byte_size_per_depth": 64,
          "initial_tokens": 0},
         {"id": 1, "src_id": 0, "dst_ids": [1], "depths": [2, 2], "byte_size_per_depth": 64,
          "initial_tokens": 0},
         {"id": 2, "src_id": 0, "dst_ids": [2], "depths": [2, 2], "byte_size_per_depth": 64,
          "initial_tokens": 0},
         {"id": 3, "src_id": 1, "dst_ids": [3], "depths": [2, 2], "byte_size_per_depth": 64,
          "initial_tokens": 0},
         {"id": 4, "src_id": 2, "dst_ids": [3], "depths": [2, 2], "byte_size_per_depth": 64,
          "initial_tokens": 0}], "links": []})")
                                 .string();
    expect_refused(place(file, ""), "fan.json:2:11: core 0 's' has 3 nets out of it");
    EXPECT_EQ(place(file, "--single-mode packet --moves 1000").exit_code, 0);
}

TEST_F(PlaceCommand, RefusesLimitsThatAreNone) {
    const std::string file = netlist("line_ps_01");
    for (const char* value : {"0", "-1", "x", "nan", "inf", "1e10", "''"})
        expect_refused(place(file, fmt::format("--method lsmo --program-budget {}", value)),
                       "--program-budget");
    expect_refused(place(file, "--router best"), "--router");
    expect_refused(place(file, "--method milp"), "--method");
}

TEST_F(PlaceCommand, RefusesOptionsThatHaveNoEffectOnTheMethod) {
    const std::string file = netlist("line_ps_01");
    const auto refuses = [&](const std::string& options, const std::string& said) {
        expect_refused(place(file, options), said);
    };
    for (const char* const option : {"--seed 3", "--moves 5", "--plot cost.svg"})
        for (const char* const method : {"naive", "snake", "joint"})
            refuses(fmt::format("--method {} {}", method, option),
                    fmt::format("has no effect with --method {}; allowed with it: sa-bb, sa, "
                                "sa-channel, sa-router, lsmo\n",
                                method));
    refuses("--method snake --budget 1",
            "--budget has no effect with --method snake; allowed with it: sa-bb, sa, sa-channel, "
            "sa-router, lsmo, joint, or --router exact\n");
    refuses("--program-budget 1",
            "--program-budget has no effect with --method sa; allowed with it: lsmo, joint, or "
            "--router exact\n");
}

TEST_F(PlaceCommand, ListsTheBenchmark) {
    const Outcome listed = run("netlist");
    EXPECT_EQ(std::ranges::count(listed.output, '\n'), 167);
    EXPECT_THAT(listed.output, HasSubstr("resnet_pl_01\n"));
    expect_refused(run("netlist nope"),
                   "the suite has no netlist 'nope'; allowed: what `xdnasim netlist` lists");
    expect_refused(run("netlist mesh_ps_3"), "'mesh_ps_03'? allowed: what `xdnasim netlist`");
}

TEST_F(PlaceCommand, TellsANetlistThatIsNotPlacedFromOneThatIs) {
    const std::string file = netlist("line_ps_01");
    const Outcome ran = run(fmt::format("simulate '{}'", file));
    EXPECT_EQ(ran.exit_code, 2);
    EXPECT_THAT(ran.messages,
                AllOf(HasSubstr("line_ps_01.json:1:1: "), HasSubstr("this netlist is not placed")));
}

TEST_F(PlaceCommand, TakesWhatThePaperLeavesOpen) {
    const Outcome placed =
        place(netlist("line_ps_01"),
              "--method naive --set length=stretches --set weights.circuit=2 -o -");
    ASSERT_EQ(placed.exit_code, 0) << placed.messages;
    const json result = json::parse(placed.output);
    EXPECT_EQ(result["measures"]["route_length"], 13);
    EXPECT_NEAR(result["cost"]["total"], 28.46 + 13, 1e-9);
    EXPECT_EQ(result["choices"]["length"], "stretches");
    EXPECT_EQ(result["choices"]["links"], "device");
}

TEST_F(PlaceCommand, NamesWrongChoices) {
    const std::string file = netlist("line_ps_01");
    const auto error = [&](const std::string& choice) {
        const Outcome placed = place(file, "--set " + choice);
        EXPECT_EQ(placed.exit_code, 2);
        return placed.messages;
    };
    EXPECT_THAT(error("link=paper"), AllOf(HasSubstr("'link'"), HasSubstr("did you mean 'links'")));
    EXPECT_THAT(error("links=silicon"), HasSubstr("device"));
    EXPECT_THAT(error("weights.packet=-1"), HasSubstr("-1"));
    EXPECT_THAT(error("links"), HasSubstr("is not KEY=VALUE"));
}

}  // namespace
}  // namespace xdnasim::cli
