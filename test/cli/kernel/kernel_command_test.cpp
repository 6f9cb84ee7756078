// `xdnasim kernel` as a user calls it.

#include <sstream>

#include <nlohmann/json.hpp>

#include "test/cli/command_fixture.hpp"

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

TEST_F(Command, GivesTheSectionsOfAnyKernelAsJson) {
    const std::string types = "--types bf16,bfp16ebs8,bf16";
    for (const std::string& kernel :
         {std::string{kCall}, std::string{"kernel --tile 8x8x8"},
          "kernel --device xdna2-strix --tile 32x64x128 " + types,
          std::string{"kernel --device versal-ve2802 --dense single --tile 32x32x32 --receives"}}) {
        const json call = json::parse(run(kernel + " --json -").output);
        int cycles = call["overhead"];
        for (const json& section : call["sections"])
            cycles += section["cycles"].get<int>() * section["runs"].get<int>();
        EXPECT_EQ(call["cycles"], cycles) << kernel;
        EXPECT_FALSE(call["sections"][0]["name"].get<std::string>().empty()) << kernel;
    }
}

TEST_F(Command, StartsAFirstCallWithoutLoadingC) {
    const json adding = json::parse(run(std::string{kCall} + " --json -").output);
    const json first = json::parse(run(std::string{kCall} + " --first --json -").output);
    EXPECT_LT(first["cycles"], adding["cycles"]);
}

TEST_F(Command, ShowsAKernelsScheduleUpToTheLinesAskedFor) {
    const Outcome outcome = run(std::string{kCall} + " --timeline 5");
    EXPECT_THAT(outcome.output,
                AllOf(HasSubstr("prologue, 1 time, "), HasSubstr("ld C00"), HasSubstr("5 lines")));
}

TEST_F(Command, SaysThatCodeBetweenBlocksBindsOnlyWhereThereIsSome) {
    EXPECT_THAT(run("kernel --kernel zero --bytes 100").output,
                HasSubstr("around the loop: the code there takes longer than the loop"));
    EXPECT_THAT(run("kernel --device xdna-phoenix --tile 64x32x64").output,
                HasSubstr("between blocks: the code around the loop"));
}

TEST_F(Command, ShufflesAColumnMajorBUnlessItIsConverted) {
    const auto shuffles = [&](const std::string& device, const std::string& layout) {
        const std::string output = run("kernel --tile 32x32x32 --types bf16,bf16,bf16 --device " +
                                       device + " --b-layout " + layout + " --timeline 1000")
                                       .output;
        return output.find("shuffle") != std::string::npos;
    };
    EXPECT_TRUE(shuffles("xdna-phoenix", "column-major"));
    EXPECT_FALSE(shuffles("xdna-phoenix", "row-major"));
    // On XDNA2 a tile of B is converted to bfp16, which is taken to cost the same for either layout
    // and needs no shuffle (workloads/kernels/README.md).
    EXPECT_FALSE(shuffles("xdna2-krackan", "column-major"));
    EXPECT_FALSE(shuffles("xdna2-krackan", "row-major"));
}

TEST_F(Command, SchedulesAKernelOfTheUsersOwn) {
    const Outcome outcome = run("kernel --device xdna-phoenix --program '" XDNASIM_EXAMPLES
                                "/kernels/dot_product.yaml'");
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.output, HasSubstr("recurrence through vmac sum"));
}

TEST_F(Command, ShowsALineForEachCycleOfAPrologue) {
    const std::string kernel = "kernel --program '" XDNASIM_EXAMPLES "/kernels/dot_product.yaml' ";
    const int cycles = json::parse(run(kernel + "--json -").output)["prologue"];
    std::istringstream lines{run(kernel + "--timeline 1000").output};
    int shown = 0;
    bool in_prologue = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("loop, ")) break;
        if (in_prologue) ++shown;
        in_prologue = in_prologue || line.starts_with("prologue, ");
    }
    EXPECT_EQ(shown, cycles + 1) << "with the names of the slots";
}

TEST_F(Command, RefusesKernelsThatCannotBe) {
    expect_refused(run("kernel"), "matmul needs --tile");
    expect_refused(run("kernel --tile 64x64"),
                   "'64x64' is not MxKxN; allowed: 3 whole numbers from 1 to 65536");
    expect_refused(
        run("kernel --tile 64,64,64"),
        "--tile: '64,64,64' is not MxKxN; allowed: 3 whole numbers from 1 to 65536 with x");
    expect_refused(run("kernel --tile 64x60x64"), "k is 60, which is not a multiple of 8");
    expect_refused(run("kernel --tile 64x64x64 --types int8,int8"), "does not name three types");
    expect_refused(run("kernel --tile 64x64x64 --types int8,int9,int8"), "did you mean 'int8'");
    expect_refused(run("kernel --tile 64x64x64 --types int8,int16,int8"), "it has: int8 x int8");
    expect_refused(run("kernel --device versal-ve2802 --chain alone --tile 48x240x48 "
                       "--types int8,int8,int32 --mmul 3x5x6"),
                   "--mmul: 3x5x6 is not a shape of aie::mmul for int8; allowed: 4x8x4, ");
    for (const char* const part : {"first", "middle"})
        expect_refused(run(fmt::format("kernel --device versal-ve2802 --tile 64x64x64 --dense {} "
                                       "--bias-relu",
                                       part)),
                       fmt::format("--bias-relu: the part '{}' puts partial sums", part));
    expect_refused(run("kernel --tile 64x64x64 --blocking 8x8"), "the core has 20");
    expect_refused(run("kernel --tile 64x64x64 --plot /tmp/x.bmp"), "allowed: .png, .svg, .pdf");
    expect_refused(run("kernel --tile 64x64x64 --device xdna3"),
                   "--device: unknown device 'xdna3'");
}

TEST_F(Command, SaysThatAKernelsOperandsDoNotFitACore) {
    using testing::Not;
    const std::string kernel = "kernel --device xdna-phoenix --types int8,int8,int32 --tile ";
    EXPECT_THAT(run(kernel + "4096x4096x4096").output,
                HasSubstr("A, B and C take 100,663,296 bytes; a core's memory has 65,536"));
    EXPECT_THAT(run(kernel + "64x64x64").output, Not(HasSubstr("a core's memory has")));
    // A and B: 64 x 384 bytes each; C: 64 x 64 x 4 bytes. Together 65,536 bytes, the whole memory.
    EXPECT_THAT(run(kernel + "64x384x64").output, Not(HasSubstr("a core's memory has")));
    EXPECT_THAT(run(kernel + "64x392x64").output, HasSubstr("a core's memory has"));
}

TEST_F(Command, SchedulesAProductOfBlockFloatingPoint) {
    const json kernel =
        json::parse(run("kernel --types bfp16ebs8,bfp16ebs8,bf16 --tile 64x96x64 --json -").output);
    EXPECT_EQ(kernel["ii"], 4);
    EXPECT_EQ(kernel["slots"]["mv"], 0);
}

/// The kernel takes as many cycles as the GEMM that calls it reports.
TEST_F(Command, SchedulesAProductWhoseCIsBf16BetweenCalls) {
    const char* const types = "--types bfp16ebs8,bfp16ebs8,bfp16ebs8 ";
    const std::string kernel = fmt::format("kernel --tile 32x64x128 {}", types);
    const json staged = json::parse(run(kernel + "--partial bf16 --json -").output);
    EXPECT_THAT(staged["kernel"], HasSubstr("bfp16ebs8, 32x64x128, adds to C in bf16, 4 rounds"));
    const json gemm = json::parse(
        run("simulate '" XDNASIM_EXAMPLES "/gemm_atb.yaml' --json - --set gemm.k_mt=64 "
            "--set gemm.size='{m: 512, k: 512, n: 1024}' --set gemm.types='{a: bfp16ebs8, b: "
            "bfp16ebs8, c: bfp16ebs8, partial: bf16}'")
            .output);
    EXPECT_EQ(staged["cycles"].get<int>() - staged["overhead"].get<int>(),
              gemm["kernel"]["cycles_per_call"]);
    const std::string usual = run(kernel).output;
    EXPECT_EQ(run(kernel + "--partial bfp16ebs8").output, usual);
    EXPECT_NE(run(kernel + "--partial bf16").output, usual);
}

TEST_F(Command, SchedulesWhatMakesBfp16OfAStagedC) {
    const Outcome outcome = run("kernel --kernel encode --bytes 32768 --timeline 200");
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.output, AllOf(HasSubstr("32,768 bytes of bf16 to bfp16ebs8, 256 tiles"),
                                      HasSubstr("push C0"), HasSubstr("flush: first block 1"),
                                      HasSubstr("mv: the loop fills it")));
    const auto cycles = [&](int bytes) {
        return json::parse(run(fmt::format("kernel --kernel encode --bytes {} --json -", bytes))
                               .output)["cycles"]
            .get<int>();
    };
    // Each tile of 128 bytes takes two loads, three moves and a push. The move slot is the limit: 3
    // cycles for each of the 128 more tiles.
    EXPECT_EQ(cycles(32768) - cycles(16384), 3 * 128);
}

TEST_F(Command, RefusesACThatCannotBeStaged) {
    expect_refused(run("kernel --tile 64x64x64 --partial bf16"),
                   "bf16 between calls of int8 x int8 -> int8; allowed: int8");
    expect_refused(
        run("kernel --tile 64x64x64 --types bfp16ebs8,bfp16ebs8,bfp16ebs8 --partial f32"),
        "allowed: bfp16ebs8 or bf16");
    expect_refused(run("kernel --tile 64x64x64 --types bf16,bfp16ebs8,bfp16ebs8 --partial bf16"),
                   "bf16 between calls of bf16 x bfp16ebs8 -> bfp16ebs8; allowed: bfp16ebs8");
    expect_refused(run("kernel --tile 64x64x64 --partial bf17"), "--partial: 'bf17' is not known");
    expect_refused(run("kernel --kernel encode --bytes 64"), "allowed: 128 to 1048576");
    expect_refused(run("kernel --kernel encode --bytes 200"),
                   "not a multiple of 128; nearest: 128");
    expect_refused(run("kernel --kernel encode --bytes 256 --partial bf16"),
                   "only matmul takes it");
    expect_refused(run("kernel --kernel encode --bytes 256 --device xdna-phoenix"),
                   "xdna-phoenix has no kernel");
}

TEST_F(Command, SchedulesAProductOfBf16IntoF32) {
    for (const char* device : {"xdna-phoenix", "xdna2-krackan"}) {
        const json kernel =
            json::parse(run(fmt::format("kernel --device {} --types bf16,bf16,f32 --tile 64x64x64 "
                                        "--json -",
                                        device))
                            .output);
        EXPECT_THAT(kernel["kernel"], HasSubstr("bf16 x bf16 -> f32, 64x64x64"));
        EXPECT_GT(kernel["cycles"], 0);
    }
}

TEST_F(Command, SchedulesBiasAndRelu) {
    const Outcome outcome = run(std::string{kCall} + " --bias-relu --timeline 200");
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.output,
                AllOf(HasSubstr("bias and ReLU"), HasSubstr("bias C10"), HasSubstr("relu C00")));
}

TEST_F(Command, SchedulesTheOtherKernelsByName) {
    for (const char* name : {"zero", "copy", "add", "scale"}) {
        const json kernel = json::parse(
            run(fmt::format("kernel --device xdna-phoenix --kernel {} --bytes 4096 --json -", name))
                .output);
        EXPECT_THAT(kernel["kernel"], HasSubstr(name));
        EXPECT_EQ(kernel["ii"], 1) << name;
        EXPECT_TRUE(kernel["macs_per_cycle"].is_null());
    }
}

TEST_F(Command, TakesAMatmulWhenNoKernelIsNamed) {
    EXPECT_EQ(run(kCall).output, run(std::string{kCall} + " --kernel matmul").output);
}

TEST_F(Command, RefusesOptionsOfAnotherKernel) {
    const std::string copy = "kernel --kernel copy --bytes 64 ";
    for (const char* option : {"--tile 8x8x8", "--types int8,int8,int8", "--first", "--bias-relu",
                               "--blocking 1x1", "--b-layout row-major", "--partial bf16"})
        expect_refused(run(copy + option), "only matmul takes it; copy takes --bytes");
    expect_refused(run("kernel --tile 64x64x64 --bytes 64"), "--bytes does not apply to matmul");
    expect_refused(run("kernel --tile 64x64x64 --first --bias-relu"), "excludes");
    for (const char* option : {"--kernel copy", "--bytes 64", "--first", "--bias-relu",
                               "--types int8,int8,int8", "--blocking 1x1"})
        expect_refused(run(std::string{"kernel --program x.yaml "} + option), "excludes");
}

TEST_F(Command, RefusesSizesAndNamesOfKernelsThatCannotBe) {
    expect_refused(run("kernel --kernel coppy --bytes 64"),
                   "--kernel: 'coppy' is not known here; did you mean 'copy'? allowed: matmul, ");
    expect_refused(run("kernel --kernel copy"), "copy needs --bytes");
    expect_refused(run("kernel --kernel copy --bytes 0"), "allowed: 1 to 1048576");
    expect_refused(run("kernel --kernel copy --bytes -64"), "allowed: 1 to 1048576");
    expect_refused(run("kernel --kernel copy --bytes 2000000"), "allowed: 1 to 1048576");
    expect_refused(run("kernel --kernel copy --bytes much"), "--bytes");
}

TEST_F(Command, RefusesWhatBlockFloatingPointAndBiasCannot) {
    const std::string bfp16 = "kernel --types bfp16ebs8,bfp16ebs8,bf16 --tile 64x64x64 ";
    expect_refused(run(bfp16 + "--b-layout row-major"), "B in bfp16ebs8 is column-major");
    expect_refused(run(bfp16 + "--bias-relu"), "allowed: int8");
    expect_refused(run(bfp16 + "--device xdna-phoenix"), "it has: int8 x int8");
    expect_refused(run("kernel --types bfp16ebs8,bfp16ebs8,bf16 --tile 64x60x64"),
                   "k is 60, which is not a multiple of 8");
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
