#include <nlohmann/json.hpp>

#include "test/cli/command_fixture.hpp"

namespace xdnasim::cli {
namespace {

using nlohmann::json;

/// Fixture for problems whose section `gemm` gives keys besides those that are searched for.
class OptimiseGivenKeys : public Command {
 protected:
    /// Optimises a GEMM on one core, with `rest` in its section `gemm`.
    [[nodiscard]] Outcome optimise(const std::string& rest, const std::string& options = "") {
        folder_.write(
            "given.yaml",
            "device: teaching-2x1\nworkload: gemm\ngemm: {size: {m: 128, k: 128, n: 128}, "
            "types: {a: int8, b: int8, c: int8}, array: {rows: 1, columns: 1}, " +
                rest + "}\n");
        return run(fmt::format("optimise '{}' --json - --write '{}' --max-trials 8 {}",
                               file("given.yaml"), file("best.yaml"), options));
    }
    /// Returns the designs that the search finds, and expects that `simulate` reports the same time
    /// for the best one.
    [[nodiscard]] json found(const std::string& rest, const std::string& options = "") {
        const Outcome found = optimise(rest, options);
        EXPECT_EQ(found.exit_code, 0) << found.messages;
        const Outcome again = run(fmt::format("simulate '{}' --json -", file("best.yaml")));
        EXPECT_EQ(again.exit_code, 0) << again.messages;
        if (found.exit_code != 0 || again.exit_code != 0) return {};
        json trials = json::parse(found.output)["trials"];
        EXPECT_EQ(json::parse(again.output)["time_us"], trials[0]["simulated"]["time_us"]);
        return trials;
    }
    [[nodiscard]] std::string file(const char* name) const {
        return (folder_.path() / name).string();
    }
};

const std::string kTile = "tile: {m: 64, k: 64, n: 64}, rho: 1, b_layout: column-major, ";
const std::string kAddresses = "core_buffers: {A0: 1024, A1: 5120, B0: 9216, B1: 13312, C0: 17408";

TEST_F(OptimiseGivenKeys, HaveTheBuffersOfCThatAMapOfAddressesNames) {
    int trials = 0;
    for (const int c_buffers : {1, 2}) {
        std::string keys = kTile + kAddresses;
        keys += c_buffers == 1 ? "}" : ", C1: 21504}, c_buffers: 2";
        for (const json& trial : found(keys)) {
            EXPECT_EQ(trial["choices"]["c_buffers"], c_buffers) << trial["name"];
            ++trials;
        }
    }
    EXPECT_GE(trials, 4);
    expect_refused(optimise(kTile + kAddresses + "}", "--free c_buffers"),
                   "--free c_buffers: gemm.core_buffers gives each buffer of C an address. Give an "
                   "order instead");
}

TEST_F(OptimiseGivenKeys, NeedNotFitWhereTheyAreFreed) {
    const std::string rest = "rho: 1, c_buffers: 1, b_layout: column-major";
    const std::string large = rest + ", tile: {m: 512, k: 512, n: 512}, k_mt: 512";
    expect_refused(optimise(large), "gemm.tile 512x512x512 does not fit into a core");
    const json open = found(rest);
    EXPECT_GT(open.size(), 1U);
    EXPECT_EQ(found(large, "--free tile,k_mt"), open);
}

TEST_F(OptimiseGivenKeys, FitWithTheGivenValueOfWhatIsFreed) {
    const std::string of_atb = "optimise '" XDNASIM_EXAMPLES
                               "/gemm_atb.yaml' --max-trials 3 --json - --set "
                               "gemm.size='{m: 1024, k: 1024, n: 1024}'";
    // The example's tile fits into a core with rho 4, which the example gives, but not with rho 1.
    expect_refused(run(of_atb + " --free k_mt --set gemm.rho=1"), "does not fit");
    const Outcome found = run(of_atb + " --free rho,k_mt");
    ASSERT_EQ(found.exit_code, 0) << found.messages;
    for (const json& trial : json::parse(found.output)["trials"])
        EXPECT_GT(trial["choices"]["rho"], 1);
}

TEST_F(OptimiseGivenKeys, CutEveryTileIntoSlicesOfTMaRows) {
    int trials = 0;
    for (const json& trial : found("t_ma: 24, k_mt: 128, c_buffers: 1, b_layout: column-major")) {
        EXPECT_EQ(trial["choices"]["t_ma"], 24);
        EXPECT_FALSE(trial["choices"].contains("rho"));
        EXPECT_EQ(trial["choices"]["tile.m"].get<int>() % 24, 0) << trial["name"];
        ++trials;
    }
    EXPECT_GT(trials, 4);
    const std::string name = found("tile: {m: 64, k: 64, n: 64}, t_ma: 16")[0]["name"];
    EXPECT_THAT(name, testing::HasSubstr("rho 4"));
}

TEST_F(OptimiseGivenKeys, RefuseToSearchForARhoThatTMaSays) {
    expect_refused(optimise("t_ma: 32", "--free rho"),
                   "--free rho: gemm.t_ma determines rho. Leave out gemm.t_ma");
    expect_refused(optimise("t_ma: 32, rho: 1"), "gemm.t_ma: 'gemm.rho' sets the same value");
    expect_refused(optimise("t_ma: 32", "--strategy taka"), "taka: the problem gives t_ma");
}

const std::string kOpenTile = "rho: 1, c_buffers: 1, k_mt: 128, b_layout: column-major, ";

/// A core executes 256 int8 multiplications per cycle, so 256 x 2,048 in a call of 2,048 cycles.
TEST_F(OptimiseGivenKeys, PassOverTilesThatNoCoreMultipliesInTheCyclesOfACall) {
    int trials = 0;
    for (const json& trial : found(kOpenTile + "kernel: {cycles_per_call: 2048}")) {
        const json& of = trial["choices"];
        EXPECT_LE(of["tile.m"].get<int>() * of["tile.k"].get<int>() * of["tile.n"].get<int>(),
                  256 * 2048)
            << trial["name"];
        ++trials;
    }
    EXPECT_GT(trials, 4);
}

/// The matrix instruction multiplies 4 x 8 by 8 x 8, so that a block of 2 x 2 has 8 rows and 16
/// columns of C.
TEST_F(OptimiseGivenKeys, PassOverTilesThatTheBlockingOfTheKernelCuts) {
    int trials = 0;
    for (const json& trial : found(kOpenTile + "kernel: {blocking: 2x2}")) {
        EXPECT_EQ(trial["choices"]["tile.m"].get<int>() % 8, 0) << trial["name"];
        EXPECT_EQ(trial["choices"]["tile.n"].get<int>() % 16, 0) << trial["name"];
        ++trials;
    }
    EXPECT_GT(trials, 4);
}

TEST_F(OptimiseGivenKeys, PassOverARowMajorBWhereItHasADepthOfItsOwn) {
    int trials = 0;
    for (const json& trial : found("tile: {m: 64, k: 64, n: 64}, rho: 1, c_buffers: 1, k_mt: 128, "
                                   "k_mt_b: 64, b_layout: column-major",
                                   "--free b_layout,c_buffers")) {
        EXPECT_EQ(trial["choices"]["b_layout"], "column-major") << trial["name"];
        ++trials;
    }
    EXPECT_EQ(trials, 2);
}

TEST_F(OptimiseGivenKeys, RefuseWhatNoRunOfASearchDoes) {
    expect_refused(
        optimise("t_ma: 32", "--set reconfigure=true"),
        "reconfigure: `optimise` does not count the loading of a design; allowed: false");
    expect_refused(optimise("t_ma: 32", "--set trace.route=share"),
                   "trace: `optimise` does not trace its runs. Leave it out");
}

}  // namespace
}  // namespace xdnasim::cli
