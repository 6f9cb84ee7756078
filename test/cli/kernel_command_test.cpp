// `xdnasim kernel` as a user calls it.

#include <nlohmann/json.hpp>

#include "cli/command_fixture.hpp"

namespace xdnasim::cli {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

constexpr const char* kCall =
    "kernel --device xdna-phoenix --types int8,int8,int16 --tile 64x216x64";

TEST_F(Command, GivesAKernelsCyclesAndWhatBindsIt) {
    const Outcome outcome = run(kCall);
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.output, AllOf(HasSubstr("16 blocks of 27 steps"), HasSubstr("4,060 a call"),
                                      HasSubstr("initiation interval 8"), HasSubstr("vec")));
}

TEST_F(Command, GivesAKernelAsJson) {
    const json kernel = json::parse(run(std::string{kCall} + " --json -").output);
    for (const char* key : {"cycles", "macs_per_cycle", "efficiency", "ii", "prologue", "epilogue",
                            "overhead", "slots", "bottleneck"})
        EXPECT_TRUE(kernel.contains(key)) << key;
    EXPECT_EQ(kernel["cycles"], kernel["prologue"].get<int>() + kernel["loop"].get<int>() +
                                    kernel["between_blocks"].get<int>() +
                                    kernel["epilogue"].get<int>() + kernel["overhead"].get<int>());
    EXPECT_NEAR(kernel["slots"]["vec"].get<double>(), kernel["efficiency"].get<double>(), 1e-9);
}

TEST_F(Command, StartsAFirstCallWithoutLoadingC) {
    const json adding = json::parse(run(std::string{kCall} + " --json -").output);
    const json first = json::parse(run(std::string{kCall} + " --first --json -").output);
    EXPECT_LT(first["cycles"], adding["cycles"]);
}

TEST_F(Command, ShowsAKernelsScheduleUpToTheLinesAskedFor) {
    const Outcome outcome = run(std::string{kCall} + " --timeline 5");
    EXPECT_THAT(outcome.output,
                AllOf(HasSubstr("prologue, 1 times"), HasSubstr("ld C00"), HasSubstr("5 lines")));
}

TEST_F(Command, SchedulesAKernelOfTheUsersOwn) {
    const Outcome outcome = run("kernel --device xdna-phoenix --program '" XDNASIM_EXAMPLES
                                "/kernels/dot_product.yaml'");
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.output, HasSubstr("recurrence through vmac sum"));
}

TEST_F(Command, RefusesKernelsThatCannotBe) {
    expect_refused(run("kernel"), "one of --tile and --program is needed");
    expect_refused(run("kernel --tile 64x64"), "'64x64' is no 3 numbers");
    expect_refused(run("kernel --tile 64x60x64"), "k is 60, no multiple of 8");
    expect_refused(run("kernel --tile 64x64x64 --types int8,int8"), "does not name three types");
    expect_refused(run("kernel --tile 64x64x64 --types int8,int9,int8"), "did you mean 'int8'");
    expect_refused(run("kernel --tile 64x64x64 --types int8,int16,int8"), "it has: int8 x int8");
    expect_refused(run("kernel --tile 64x64x64 --blocking 8x8"), "the core has 20");
    expect_refused(run("kernel --tile 64x64x64 --plot /tmp/x.bmp"), "allowed: .png, .svg, .pdf");
    expect_refused(run("kernel --tile 64x64x64 --device xdna3"), "unknown device 'xdna3'");
}

TEST_F(Command, SaysWhatAPictureNeeds) {
    const Outcome outcome =
        run_line("PATH=/bin:/usr/bin exec '" XDNASIM_COMMAND "' kernel --tile 64x64x64 --plot '" +
                 (folder_.path() / "kernel.svg").string() + "'");
    if (outcome.exit_code == 0) {
        EXPECT_TRUE(std::filesystem::exists(folder_.path() / "kernel.svg"));
    } else {
        EXPECT_THAT(outcome.messages, HasSubstr("python3-matplotlib"));
    }
}

}  // namespace
}  // namespace xdnasim::cli
