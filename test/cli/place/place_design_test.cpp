// `xdnasim place design.mlir`, as a user calls it.

#include "test/cli/command_fixture.hpp"
#include "test/support/matches.hpp"
#include "test/support/replaced_text.hpp"
#include "test/workloads/placed_design/scattered_designs.hpp"

namespace xdnasim::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class PlaceDesign : public Command {
 protected:
    [[nodiscard]] Outcome place(const std::string& text, const std::string& options = "") const {
        const std::string file = folder_.write("design.mlir", text).string();
        return run(fmt::format("place '{}' --moves 40000 {}", file, options));
    }
    [[nodiscard]] std::string path(const std::string& name) const {
        return (folder_.path() / name).string();
    }
    /// Returns the cycles of a run, as the summary of `simulate` prints them.
    [[nodiscard]] std::string cycles_of(const std::string& file) const {
        return first_group_of(run(fmt::format("simulate '{}'", file)).output, "cycles +([0-9,]+)");
    }
};

struct Scattered {
    const char* name;
    std::string text;
};

TEST_F(PlaceDesign, PlacesFiveDesignsLegallyWithTheSameDataAndSaysTheirTimes) {
    const std::vector<Scattered> designs{
        {"chain", placed_design::chain({{0, 2}, {7, 5}, {1, 4}, {6, 2}}, 2)},
        {"split_and_joined", placed_design::split_and_joined()},
        {"cascade", placed_design::with_cascade()},
        {"neighbours_memory", placed_design::with_neighbours_memory()},
        {"deep_chain", placed_design::chain({{7, 2}, {0, 5}, {7, 4}}, 3)}};
    int placed = 0;
    for (const auto& [name, text] : designs) {
        const std::string result = path(std::string{name} + ".mlir");
        const Outcome outcome = place(text, fmt::format("--verify -o '{}'", result));
        ASSERT_EQ(outcome.exit_code, 0) << name << outcome.messages;
        EXPECT_THAT(outcome.output, AllOf(HasSubstr("before, "),
                                          HasSubstr("the same before and after: 2 arguments, "
                                                    "1,024 bytes")))
            << name;
        // `place` reports the cycles that `simulate` reports for either design.
        EXPECT_EQ(cycles_of(path("design.mlir")),
                  first_group_of(outcome.output, "cycles +([0-9,]+) before"))
            << name;
        EXPECT_EQ(cycles_of(result), first_group_of(outcome.output, "([0-9,]+) after \\([0-9.]+ %"))
            << name;
        EXPECT_LT(std::stoi(first_group_of(outcome.output, "hops? before, ([0-9]+) after")),
                  std::stoi(first_group_of(outcome.output, "routes +([0-9]+) hop")))
            << name;
        // The result can be placed again, although nothing can be gained.
        const Outcome again = run(fmt::format("place '{}' --moves 1000", result));
        EXPECT_EQ(again.exit_code, 0) << name << again.messages;
        ++placed;
    }
    EXPECT_EQ(placed, 5);
}

TEST_F(PlaceDesign, SaysWhyADesignIsSlowerOnTilesThatLieCloser) {
    const Outcome placed = place(placed_design::chain({{0, 2}, {7, 5}, {1, 4}, {6, 2}}, 1));
    ASSERT_EQ(placed.exit_code, 0) << placed.messages;
    EXPECT_THAT(
        placed.output,
        AllOf(HasSubstr("% more"),
              HasSubstr("slower        @f1, @f2, @f3: their cores now share room for one")));
}

TEST_F(PlaceDesign, WritesTheSameTextForTheSameSeed) {
    const std::string text = placed_design::chain({{0, 2}, {7, 5}, {1, 4}});
    const Outcome one = place(text, "-o - --seed 3");
    ASSERT_EQ(one.exit_code, 0) << one.messages;
    EXPECT_EQ(one.output, place(text, "-o - --seed 3").output);
    EXPECT_THAT(one.messages, AllOf(HasSubstr("2 shared"), HasSubstr("routes")));
}

TEST_F(PlaceDesign, KeepsWhatItIsToldToKeep) {
    const std::string text = placed_design::chain({{0, 2}, {7, 5}, {1, 4}});
    const Outcome some = place(text, "--keep 7,5 --keep shims -o -");
    ASSERT_EQ(some.exit_code, 0) << some.messages;
    EXPECT_THAT(some.output,
                AllOf(HasSubstr("%c1 = aie.tile(7, 5)"), HasSubstr("%shim = aie.tile(0, 0)")));
    EXPECT_THAT(some.messages, HasSubstr("2 tiles kept"));
    const Outcome all = place(text, "--keep cores --keep shims -o -");
    EXPECT_EQ(all.output, text);
    expect_refused(place(text, "--keep 3,3"), "the design has no tile (3,3) to keep");
    expect_refused(place(text, "--keep '(0,2)'"),
                   "'(0,2)' is not a tile; allowed: COLUMN,ROW of a tile such as 0,2");
}

TEST_F(PlaceDesign, RefusesWhatCannotBePlacedAndSaysWhy) {
    const std::string chain = placed_design::chain({{0, 2}, {7, 5}});
    expect_refused(place(placed_design::device("npu2",
                                               "    %c = aie.tile(0, 2)\n    aie.core(%c) "
                                               "{\n      aie.end\n    }\n")),
                   "design.mlir:3:5: the design has no object FIFOs or flows between tiles");
    expect_refused(place("module {\n  aie.device(npu2) @a {\n    aie.runtime_sequence() {\n    }\n "
                         " }\n  aie.device(npu2) @b {\n    aie.runtime_sequence() {\n    }\n  "
                         "}\n}\n"),
                   "more than one aie.device: 2, of which 2 have a runtime sequence; choose one "
                   "with design.aie_device: a, b");
    const std::string one = "        aiex.configure @b {\n        }\n";
    expect_refused(place("module {\n  aie.device(npu2) @a {\n    aie.runtime_sequence() {\n" + one +
                         one + "    }\n  }\n  aie.device(npu2) @b {\n  }\n}\n"),
                   "design.mlir:2:3: the design configures the array 2 times, but only one device "
                   "can be placed. Choose one with --aie-device; allowed: b");
    expect_refused(place(placed_design::device("npu2",
                                               "    %c = aie.tile(0, 2)\n    "
                                               "aie.switchbox(%c) {\n    }\n")),
                   "this design is already routed");
    for (const char* const setting : {"links", "=3"})
        expect_refused(place(chain, fmt::format("--set {}", setting)),
                       fmt::format("'{}' is not KEY=VALUE", setting));
    expect_refused(
        run(fmt::format("place '{}' --method joint", folder_.write("chain.mlir", chain).string())),
        "integer programs do not know which tiles must stay together");
    expect_refused(place(chain, "--single-mode packet"), "--single-mode applies only to netlists");
    const std::string netlist = run("netlist line_ps_01").output;
    expect_refused(
        run(fmt::format("place '{}' --keep shims", folder_.write("line.json", netlist).string())),
        "--keep applies only to designs of mlir-aie");
}

TEST_F(PlaceDesign, IsNotBlamedForDataThatAreWrongBeforeIt) {
    const std::string other = folder_.write("other.bin", std::string(512, '\xAB')).string();
    const Outcome outcome =
        place(placed_design::chain({{0, 2}, {7, 5}}),
              fmt::format("--verify --set design.expect='{{arg1: {}}}'", other));
    EXPECT_EQ(outcome.exit_code, 1) << outcome.messages;
    EXPECT_THAT(
        outcome.messages,
        AllOf(HasSubstr(
                  "design.mlir: the original design does not compute the data of design.expect: "),
              Not(HasSubstr("re-placed"))));
}

TEST_F(PlaceDesign, TakesItsDevicesByTheKeysThatMessagesName) {
    const std::string chain = placed_design::chain({{0, 2}, {7, 5}});
    EXPECT_EQ(place(chain, "--set device=xdna2-krackan").output,
              place(chain, "--device xdna2-krackan").output);
    std::string several = chain;
    several.insert(several.rfind('}'),
                   "  aie.device(npu2) @other {\n"
                   "    aie.runtime_sequence() {\n    }\n  }\n");
    const Outcome by_option = place(several, "--aie-device 1 -o -");
    ASSERT_EQ(by_option.exit_code, 0) << by_option.messages;
    EXPECT_EQ(place(several, "--set design.aie_device=1 -o -").output, by_option.output);
    expect_refused(place(chain, "--device xdna2-strix --set device=xdna2-krackan"),
                   "--device and --set device set the same value");
}

TEST_F(PlaceDesign, RunsOnTheDeviceOfTheAieDeviceThatIsAskedFor) {
    std::string text = placed_design::chain({{0, 2}, {3, 5}});
    text.insert(text.find("  aie.device("), "  aie.device(xcve2802) @other {\n  }\n");
    const Outcome placed = place(text);
    ASSERT_EQ(placed.exit_code, 0) << placed.messages;
    EXPECT_THAT(placed.output, HasSubstr("xdna2-strix"));
    EXPECT_EQ(place(text, "--aie-device 2").output, placed.output);
    expect_refused(place(text, "--aie-device other"),
                   "design.mlir:2:31: the design has no object FIFOs or flows between tiles");
}

TEST_F(PlaceDesign, BlamesTheOptionThatNamesTheDeviceAndOtherwiseTheFile) {
    // A lock begins with more than its 6 bits hold.
    std::string text = placed_design::chain({{0, 2}, {7, 5}});
    text.insert(text.find("    aie.objectfifo "),
                "    %lock = aie.lock(%c0, 15) {init = 77 : i32}\n");
    const std::string breach = ": the schedule breaks 1 limit of xdna2-";
    const auto expect_blamed = [&](const std::string& options, const std::string& blamed) {
        const Outcome outcome = place(text, options);
        expect_refused(outcome, breach);
        EXPECT_THAT(outcome.messages, testing::StartsWith("xdnasim: " + blamed + breach));
    };
    expect_blamed("", path("design.mlir"));
    expect_blamed("--device xdna2-strix", "--device");
    expect_blamed("--set device=xdna2-krackan", "--set device");
    EXPECT_EQ(place(text).messages,
              run(fmt::format("simulate '{}'", path("design.mlir"))).messages);
}

TEST_F(PlaceDesign, NamesAllKeysThatCanBeSet) {
    const std::string chain = placed_design::chain({{0, 2}, {7, 5}});
    expect_refused(place(chain, "--set link=paper"),
                   "unknown key 'link'; did you mean 'links'? allowed: links, memory, locks, "
                   "length, mem_tiles, packets_per_channel, weights, lsmo, device, design");
    expect_refused(place(chain, "--set device.set.dispatch=0"),
                   "--set device.set.dispatch: a design is placed on a device as it is: name one "
                   "with --set device=NAME, or write the value into a device file");
    expect_refused(place(chain, "--set design={}"),
                   "--set design: set keys of it, such as design.default_cycles");
}

TEST_F(PlaceDesign, TakesASequenceThatConfiguresItsOwnDevice) {
    const std::string plain = placed_design::chain({{0, 2}, {7, 5}, {1, 4}});
    std::string text = plain;
    text.insert(text.find("(npu2)") + 6, " @main");
    text.insert(text.find("      aiex.npu."), "      aiex.configure @main {\n");
    text.insert(text.find("    }\n", text.find("aiex.npu.dma_wait")), "      }\n");
    const Outcome placed = place(text, "--verify -o -");
    ASSERT_EQ(placed.exit_code, 0) << placed.messages;
    EXPECT_THAT(placed.messages, HasSubstr("the same before and after: 2 arguments, 1,024 bytes"));
    EXPECT_THAT(placed.output, HasSubstr("aiex.configure @main {"));
    const std::string times = "cycles +([0-9,]+ before, [0-9,]+) after";
    EXPECT_EQ(first_group_of(placed.messages, times),
              first_group_of(place(plain, "-o -").messages, times));
}

TEST_F(PlaceDesign, ComparesNoWordsOfTraceUnits) {
    std::string text = placed_design::chain({{0, 2}, {7, 5}, {1, 4}});
    text.insert(
        text.find("    aie.runtime_sequence("),
        "    aie.trace @of_core(%c1) {\n      aie.trace.packet id=1 type=core\n"
        "      aie.trace.event<\"LOCK_STALL\">\n      aie.trace.start broadcast=15\n    }\n");
    text.insert(text.find("      aiex.npu."), "      aie.trace.start_config @of_core\n");
    const Outcome placed = place(text, "--verify");
    ASSERT_EQ(placed.exit_code, 0) << placed.messages;
    EXPECT_THAT(placed.output, HasSubstr("the same before and after: 2 arguments, 1,024 bytes"));
}

TEST_F(PlaceDesign, RunsTheRuntimeSequenceThatIsAskedFor) {
    std::string text = placed_design::chain({{0, 2}, {7, 5}});
    const std::size_t begin = text.find("    aie.runtime_sequence(");
    text.insert(begin, "    aie.runtime_sequence @nothing() {\n    }\n");
    expect_refused(place(text),
                   "more than one runtime sequence; choose one with design.sequence: nothing, 2");
    const Outcome placed = place(text, "--sequence 2");
    ASSERT_EQ(placed.exit_code, 0) << placed.messages;
    EXPECT_EQ(place(text, "--set design.sequence=2").output, placed.output);
    const Outcome alone = place(placed_design::chain({{0, 2}, {7, 5}}));
    const std::string cycles = "cycles +([0-9,]+) before";
    EXPECT_EQ(first_group_of(placed.output, cycles), first_group_of(alone.output, cycles));
}

TEST_F(PlaceDesign, StaysWithinTheColumnsThatTheDesignNames) {
    const std::string text =
        replaced(placed_design::chain({{0, 2}, {0, 5}, {0, 3}}), "npu2", "npu2_1col");
    const Outcome placed = place(text, "-o -");
    ASSERT_EQ(placed.exit_code, 0) << placed.messages;
    EXPECT_THAT(placed.messages, HasSubstr("xdna2-strix, 1 x 6 tiles"));
    EXPECT_THAT(placed.output, Not(HasSubstr("aie.tile(1,")));
}

}  // namespace
}  // namespace xdnasim::cli
