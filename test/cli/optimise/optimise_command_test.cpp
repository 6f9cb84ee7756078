#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "test/cli/command_fixture.hpp"
#include "test/support/replaced_text.hpp"

namespace xdnasim::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class OptimiseCommand : public Command {
 protected:
    [[nodiscard]] Outcome optimise(const std::string& arguments) const {
        return run(fmt::format("optimise '{}' {}", kTeaching, arguments));
    }
    [[nodiscard]] std::string file(const char* name) const {
        return (folder_.path() / name).string();
    }
};

TEST_F(OptimiseCommand, FindsADesignThatIsNoSlowerThanTheGivenOne) {
    const std::string size = "--set gemm.size='{m: 512, k: 512, n: 512}' --json - ";
    const Outcome given = simulate(size);
    const Outcome found = optimise(size + "--free tile,k_mt,c_buffers --set gemm.rho=1");
    ASSERT_EQ(found.exit_code, 0) << found.messages;
    const json best = json::parse(found.output);
    EXPECT_GT(best["considered"], 100);
    EXPECT_LE(best["trials"][0]["simulated"]["time_us"], json::parse(given.output)["time_us"]);
    EXPECT_EQ(best["winner"]["time_us"], best["trials"][0]["simulated"]["time_us"]);
    EXPECT_FALSE(best["cut_short"]);
    EXPECT_THAT(found.messages, HasSubstr("until no other design could be better"));
}

TEST_F(OptimiseCommand, WritesAProblemThatFindsItsDeviceFromAnotherFolder) {
    folder_.write("sub/d.yaml", content_of(XDNASIM_DEVICE_FILES "/teaching-2x1.yaml"));
    const std::string text = replaced(content_of(kTeaching), "teaching-2x1", "./d.yaml");
    folder_.write("sub/p.yaml", text);
    const Outcome found = run(fmt::format("optimise '{}' --free k_mt --max-trials 1 --write '{}'",
                                          file("sub/p.yaml"), file("best.yaml")));
    ASSERT_EQ(found.exit_code, 0) << found.messages;
    const Outcome again = run(fmt::format("simulate '{}'", file("best.yaml")));
    EXPECT_EQ(again.exit_code, 0) << again.messages;
}

TEST_F(OptimiseCommand, WritesAProblemThatTakesAsLongAsItSays) {
    const std::string written = file("best.yaml");
    const Outcome found =
        optimise(fmt::format("--free tile,k_mt,array --write '{}' --json -", written));
    ASSERT_EQ(found.exit_code, 0) << found.messages;
    const Outcome again = run(fmt::format("simulate '{}' --json -", written));
    ASSERT_EQ(again.exit_code, 0) << again.messages;
    EXPECT_EQ(json::parse(again.output)["time_us"],
              json::parse(found.output)["trials"][0]["simulated"]["time_us"]);
}

TEST_F(OptimiseCommand, CutsAGivenTileIntoSlicesOfWholeInstructions) {
    const Outcome found = optimise("--free k_mt,c_buffers --json -");
    ASSERT_EQ(found.exit_code, 0) << found.messages;
    int trials = 0;
    const json result = json::parse(found.output);
    for (const json& trial : result["trials"]) {
        // The tile's 32 rows are cut into rho slices of a multiple of 4 rows: rho divides 32 / 4.
        EXPECT_EQ(32 / 4 % trial["choices"]["rho"].get<int>(), 0) << trial["name"];
        ++trials;
    }
    EXPECT_GT(trials, 1);
}

TEST_F(OptimiseCommand, GivesTheSameAnswerAgain) {
    const Outcome one = optimise("--free k_mt");
    const Outcome two = optimise("--free k_mt");
    EXPECT_EQ(one.exit_code, 0) << one.messages;
    EXPECT_EQ(one.output, two.output);
}

TEST_F(OptimiseCommand, TellsTheStepsOfTakasProcedure) {
    const Outcome found = optimise("--free tile,k_mt --strategy taka");
    ASSERT_EQ(found.exit_code, 0) << found.messages;
    EXPECT_THAT(found.output, HasSubstr("best tile of a single core: "));
    EXPECT_THAT(found.output, HasSubstr("balanced tile: "));
    EXPECT_THAT(found.output, HasSubstr("smallest k_mt at which it does not grow any more: "));
}

TEST_F(OptimiseCommand, TakesItsSizesFromOnePlace) {
    expect_refused(optimise("--sizes 64x64x64 --set gemm.size.m=128"),
                   "--sizes: '--set gemm.size.m=128' sets the same values. Leave out one of them");
    expect_refused(optimise("--sizes '131072x131072x131072*1000000' --min-tops 1e9"),
                   "all calls together move more bytes in DRAM than can be counted");
}

TEST_F(OptimiseCommand, SaysWhetherOneDesignOrTheBestForEachSizeIsFaster) {
    const Outcome found = optimise("--free k_mt --sizes 64x256x128*3,512x64x64 --json -");
    ASSERT_EQ(found.exit_code, 0) << found.messages;
    const json sizes = json::parse(found.output)["sizes"];
    ASSERT_EQ(sizes["each"].size(), 2U);
    EXPECT_EQ(sizes["each"][0]["size"], "64x256x128");
    EXPECT_EQ(sizes["each"][0]["calls"], 3);
    const double one = sizes["one_design_us"];
    const double each = sizes["best_each_us"];
    ASSERT_LT(each, one);
    // With the best design for each size the array is reconfigured twice, each time for 3,400 us.
    // That pays off once repetitions of all calls have saved 2 x 3,400 us.
    EXPECT_EQ(sizes["reconfigurations"], 2);
    EXPECT_NEAR(sizes["break_even"], 2 * 3400 / (one - each), 1e-6 * 2 * 3400 / (one - each));
    EXPECT_THAT(found.messages,
                testing::ContainsRegex("faster +one design for all; the best for each wins with at "
                                       "least [0-9,.]+ times as many[ \n]+consecutive calls"));
    EXPECT_THAT(found.messages, HasSubstr("the best each"));
}

TEST_F(OptimiseCommand, ComparesWithDesignsForEachSizeOnNoMoreCores) {
    const Outcome found = optimise(
        "--free tile,k_mt,array --max-cores 1 --sizes 64x256x128*4,128x256x256 --json - "
        "--max-trials 10");
    ASSERT_EQ(found.exit_code, 0) << found.messages;
    const json sizes = json::parse(found.output)["sizes"];
    ASSERT_EQ(sizes["each"].size(), 2U);
    for (const json& each : sizes["each"])
        EXPECT_EQ(each["simulated"]["cores"], 1) << each["design"]["name"];
}

TEST_F(OptimiseCommand, SaysWhereTheBestForEachSizeIsTheSameDesign) {
    const Outcome found =
        optimise("--free k_mt --set gemm.rho=1 --sizes 64x128x128,64x128x128 --json -");
    ASSERT_EQ(found.exit_code, 0) << found.messages;
    EXPECT_EQ(json::parse(found.output)["sizes"]["break_even"], nullptr);
    EXPECT_THAT(found.messages, HasSubstr("neither: the best for each is the same design"));
    EXPECT_THAT(found.messages, testing::Not(HasSubstr("times as many consecutive calls")));
}

TEST_F(OptimiseCommand, TellsTheLimitsOfTheSizeWhoseCallsTakeLongest) {
    const std::string rest = "--free k_mt --set gemm.rho=1 --max-trials 4 --json - ";
    const Outcome found = optimise(rest + "--sizes 256x128x128,64x128x128*2,64x64x64");
    ASSERT_EQ(found.exit_code, 0) << found.messages;
    const json all = json::parse(found.output);
    EXPECT_EQ(all["winner_size"], "64x128x128") << "two calls of it, with their dispatch";
    EXPECT_LT(all["winner"]["time_us"], 262) << "of one call, where the first size takes longer";
    EXPECT_THAT(found.messages, HasSubstr("limits        of 64x128x128*2, which takes longest"));
    const Outcome alone = optimise(rest + "--sizes 64x128x128");
    ASSERT_EQ(alone.exit_code, 0) << alone.messages;
    EXPECT_THAT(alone.messages, testing::Not(HasSubstr("which takes longest")));
}

TEST_F(OptimiseCommand, SaysWhatATenthMoreSavesWhereTheAnswerIsOneBlock) {
    // With a single block of C, the command processor has finished before the cores begin.
    const std::string best = file("best.yaml");
    const Outcome found = optimise(fmt::format(
        "--set gemm.size='{{m: 64, k: 128, n: 128}}' --set gemm.tile='{{m: 64, k: 64, n: 64}}' "
        "--set gemm.rho=1 --set gemm.c_buffers=1 --set gemm.b_layout=column-major "
        "--set gemm.array='{{rows: 1, columns: 2}}' --free k_mt --write '{}' --json -",
        best));
    ASSERT_EQ(found.exit_code, 0) << found.messages;
    const auto cycles = [&](double times_as_fast) {
        const Outcome ran =
            run(fmt::format("simulate '{}' --json - "
                            "--set device.set.command_processor.bd_write={:.6f} "
                            "--set device.set.command_processor.push={:.6f} "
                            "--set device.set.command_processor.token={:.6f}",
                            best, 1500 / times_as_fast, 300 / times_as_fast, 3000 / times_as_fast));
        EXPECT_EQ(ran.exit_code, 0) << ran.messages;
        return json::parse(ran.output)["cycles"].get<double>();
    };
    const json gains = json::parse(found.output)["sensitivity"];
    EXPECT_EQ(gains[0]["limit"], "commands");
    EXPECT_NEAR(gains[0]["gain"].get<double>(), 1 - cycles(1.1) / cycles(1), 1e-3);
    EXPECT_GT(gains[0]["gain"], 0.04);
    int compared = 0;
    for (const json& each : gains) {
        if (each["limit"] != "compute" && each["limit"] != "stream") continue;
        EXPECT_GT(each["gain"], 0.01) << each["limit"];
        ++compared;
    }
    EXPECT_EQ(compared, 2);
}

TEST_F(OptimiseCommand, TakesTheSmallestArrayThatIsFastEnough) {
    const auto smallest = [&](const std::string& constraint) {
        const Outcome found = optimise(
            "--free tile,k_mt,array --set gemm.size='{m: 512, k: 512, n: 512}' "
            "--max-trials 20 --objective cores --json - " +
            constraint);
        EXPECT_EQ(found.exit_code, 0) << found.messages;
        return json::parse(found.output)["trials"][0]["simulated"];
    };
    const json one = smallest("");
    EXPECT_EQ(one["cores"], 1);
    const double time = 0.7 * one["time_us"].get<double>();
    const json faster = smallest(fmt::format("--max-time {}", time));
    EXPECT_EQ(faster["cores"], 2);
    EXPECT_LE(faster["time_us"], time);
}

TEST_F(OptimiseCommand, ShowsWhatFewerCoresCost) {
    const Outcome found =
        optimise("--set gemm.size='{m: 512, k: 512, n: 512}' --free tile,k_mt,array --json -");
    ASSERT_EQ(found.exit_code, 0) << found.messages;
    const json all = json::parse(found.output);
    const json& front = all["front"];
    ASSERT_EQ(front.size(), 2U) << "the array has two cores";
    EXPECT_EQ(front[0]["simulated"]["cores"], 1);
    EXPECT_EQ(front[1]["simulated"]["cores"], 2);
    EXPECT_GT(front[0]["simulated"]["time_us"], front[1]["simulated"]["time_us"]);
    EXPECT_LE(front[1]["simulated"]["time_us"], all["trials"][0]["simulated"]["time_us"]);
    EXPECT_THAT(found.messages, HasSubstr("With fewer cores, for the tiles above:\ntimes as long"));
}

TEST_F(OptimiseCommand, ShowsFewerCoresWithinItsConstraintsAlone) {
    const Outcome found = optimise(
        "--set gemm.size='{m: 512, k: 512, n: 512}' --free tile,k_mt,array --max-cores 1 --json -");
    ASSERT_EQ(found.exit_code, 0) << found.messages;
    const json front = json::parse(found.output)["front"];
    ASSERT_EQ(front.size(), 1U);
    EXPECT_EQ(front[0]["simulated"]["cores"], 1);
    EXPECT_THAT(found.messages, testing::Not(HasSubstr("With fewer cores")))
        << "a table of the best design alone";
}

/// A bf16 GEMM of 1024^3 on XDNA with a given tile.
constexpr const char* kGivenTile =
    "device: xdna-phoenix\nworkload: gemm\ngemm:\n  size: {m: 1024, k: 1024, n: 1024}\n"
    "  types: {a: bf16, b: bf16, c: bf16}\n  b_layout: column-major\n"
    "  tile: {m: 128, k: 64, n: 88}\n  rho: 2\n  c_buffers: 1\n";

TEST_F(OptimiseCommand, GoesOnWhereNoDesignOfTheFewestCoresIsAsFastAsItsForecast) {
    folder_.write("p.yaml", kGivenTile);
    // The whole array reaches 2.24 TOPS; 12 cores reach 1.65 as simulated, and more by forecast.
    const std::map<std::string, std::vector<double>> asked{
        {"cores", {1.0, 1.5, 1.64, 1.66, 1.67, 1.69, 1.9, 2.2}},
        {"dram", {1.66, 2.2}},
        {"time", {1.66}}};
    int found_tops = 0;
    for (const auto& [objective, limits] : asked)
        for (const double tops : limits) {
            const Outcome found =
                run(fmt::format("optimise '{}' --objective {} --min-tops {} --json -",
                                file("p.yaml"), objective, tops));
            ASSERT_EQ(found.exit_code, 0) << tops << ": " << found.messages;
            EXPECT_GE(json::parse(found.output)["trials"][0]["tops"], tops);
            ++found_tops;
        }
    EXPECT_EQ(found_tops, 11);
    expect_refused(
        run(fmt::format("optimise '{}' --objective cores --min-tops 2.5", file("p.yaml"))),
        "no design has 2.5 TOPS or more; the fastest by the closed forms has 2.2");
}

TEST_F(OptimiseCommand, NamesTheLimitOfItsRunsAsTheBottleneck) {
    folder_.write("p.yaml", kGivenTile);
    const Outcome found = run(fmt::format("optimise '{}' --max-cores 8 --json -", file("p.yaml")));
    ASSERT_EQ(found.exit_code, 0) << found.messages;
    const json all = json::parse(found.output);
    EXPECT_EQ(all["winner"]["bottleneck"], all["what_if"][0]["limit"]);
    // `sensitivity` relaxes a limit by a tenth and `what_if` by a factor of two, so that the gain
    // of the former cannot be larger.
    int compared = 0;
    for (const json& tenth : all["sensitivity"])
        for (const json& twice : all["what_if"]) {
            if (twice["limit"] != tenth["limit"]) continue;
            EXPECT_LE(tenth["gain"], twice["gain"].get<double>() + 0.005) << tenth["limit"];
            ++compared;
        }
    EXPECT_EQ(compared, 5) << "there is no tenth of a buffer";
}

TEST_F(OptimiseCommand, HasNoFrontWhereTheArrayIsGiven) {
    const Outcome found = optimise(
        "--set gemm.array='{rows: 1, columns: 2}' --set gemm.rho=1 --free tile,k_mt --json -");
    ASSERT_EQ(found.exit_code, 0) << found.messages;
    EXPECT_TRUE(json::parse(found.output)["front"].empty());
    EXPECT_THAT(found.messages, testing::Not(HasSubstr("With fewer cores")));
}

TEST_F(OptimiseCommand, MakesAPage) {
    const std::string page = file("page");
    const Outcome found =
        optimise(fmt::format("--free tile,k_mt --max-trials 12 --html '{}'", page));
    ASSERT_EQ(found.exit_code, 0) << found.messages;
    const std::string html = content_of(page + "/index.html");
    for (const char* part : {"Roofline", "Depth in the mem tiles", "What would help", "Tiles",
                             "What the cores do in the best design"})
        EXPECT_THAT(html, HasSubstr(part));
}

TEST_F(OptimiseCommand, SaysWhyNoneOfTheDesignsThatItTriedCanRun) {
    // A BD's base address has 19 bits and counts words of 4 bytes.
    expect_refused(
        optimise("--free k_mt --max-trials 2 --set 'device={base: teaching-2x1, set: "
                 "{mem_tile.memory: 16777216}}'"),
        "the search ended before it had a design: 2 designs tried, none can run. The first: the "
        "schedule breaks 16 limits of teaching-2x1:\n  mem tile (0,1) BD 0: base address in words "
        "is 4195328; allowed are 0 to 524287");
}

TEST_F(OptimiseCommand, RefusesWhatLeavesNothingToSearchFor) {
    expect_refused(
        run(fmt::format("optimise '{}/gemm_xdna2_int8.yaml' --set gemm.rho=1", XDNASIM_EXAMPLES)),
        "leaves nothing open");
    expect_refused(run(fmt::format("optimise '{}/transfer_memcpy.yaml'", XDNASIM_EXAMPLES)),
                   "the workload is transfer; allowed: gemm, network");
    expect_refused(optimise("--strategy taka"), "taka: the problem gives a tile");
    expect_refused(optimise("--free tile --strategy taka --sizes 64x64x64,128x64x64"),
                   "taka: only for a single size");
    expect_refused(optimise("--free tile --max-time 0.001"), "no design has time up to 0.001 us");
    expect_refused(optimise("--free tile --min-tops 1000"),
                   "no design has 1000 TOPS or more; the fastest by the closed forms has ");
    expect_refused(optimise("--free tile,k_mt --time-limit 0.001"),
                   "the search ended before it had a design. Raise --max-trials");
}

TEST_F(OptimiseCommand, RefusesSizesThatAreNone) {
    expect_refused(optimise("--free tile --sizes 0x64x64"), "--sizes: '0x64x64' is not MxKxN");
    expect_refused(optimise("--free tile --sizes 64x64"), "--sizes: '64x64' is not MxKxN");
    expect_refused(optimise("--free tile --sizes 64x64x64*0"), "--sizes 64x64x64*0");
    expect_refused(optimise("--free tile --sizes axbxc"), "--sizes: 'axbxc' is not MxKxN");
    expect_refused(optimise("--free tiles"), "tiles");
    expect_refused(optimise("--free tile --max-cores 0"), "--max-cores");
}

TEST_F(OptimiseCommand, EndsWhenItIsInterruptedWhileItDraws) {
    const auto python = folder_.write("bin/python3", "#!/bin/sh\nkill -INT $$\n");
    std::filesystem::permissions(python, std::filesystem::perms::owner_all);
    const Outcome interrupted =
        run_after(fmt::format("PATH='{}':$PATH; export PATH; ", file("bin")),
                  fmt::format("optimise '{}' --free k_mt --max-trials 1 --html '{}'", kTeaching,
                              file("page")));
    EXPECT_EQ(interrupted.exit_code, 130) << interrupted.messages;
}

}  // namespace
}  // namespace xdnasim::cli
