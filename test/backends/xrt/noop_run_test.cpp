// Runs through XRT, from the command to the no-op device and back.

#include <nlohmann/json.hpp>

#include "test/backends/xrt/noop_npu.hpp"

namespace xdnasim::test {
namespace {

using cli::kTeaching;
using cli::Outcome;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string kElementwise = XDNASIM_EXAMPLES "/elementwise_vector_scalar.yaml";

class NoopRun : public NoopNpu {};

TEST_F(NoopRun, GivesTheTimesOfItsRuns) {
    build_design(kTeaching);
    const Outcome outcome = run_on_npu(kTeaching, "");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.messages;
    EXPECT_THAT(outcome.output, AllOf(HasSubstr("backend xrt"), HasSubstr("the mean of 3 runs of"),
                                      HasSubstr("TOPS"), Not(HasSubstr("cycles"))));
}

TEST_F(NoopRun, IsNullInJsonWhereAnNpuDoesNotTell) {
    build_design(kTeaching);
    const auto result = nlohmann::json::parse(run_on_npu(kTeaching, "--json -").output);
    for (const char* key :
         {"cycles", "npu_time_us", "dispatch_us", "dram", "kernel", "bottleneck", "verified"})
        EXPECT_TRUE(result[key].is_null()) << key;
    EXPECT_EQ(result["repeated"]["runs"], 3);
    EXPECT_EQ(result["time_us"], result["repeated"]["mean_us"]);
    EXPECT_LE(result["repeated"]["min_us"], result["repeated"]["mean_us"]);
    EXPECT_LE(result["repeated"]["mean_us"], result["repeated"]["max_us"]);
    EXPECT_GT(result["repeated"]["min_us"], 0);
    EXPECT_GT(result["tops"], 0);
}

TEST_F(NoopRun, FailsItsVerificationSinceNoDataMoves) {
    for (const std::string& problem : {std::string{kTeaching}, kElementwise,
                                       std::string{XDNASIM_EXAMPLES "/transfer_memcpy.yaml"}}) {
        build_design(problem);
        const Outcome outcome = run_on_npu(problem, "--verify");
        expect_failure(outcome, 1, "verification failed: ");
        EXPECT_THAT(outcome.output, HasSubstr("verified      NO: "));
    }
}

TEST_F(NoopRun, IsNotVerifiedWhereBf16IsEmulated) {
    const std::string bf16 = "--set gemm.types='{a: bf16, b: bf16, c: bf16}' --verify";
    const std::string any = XDNASIM_EXAMPLES "/gemm_any.yaml";
    expect_failure(run_on_npu(any, bf16 + " --set device=xdna2-krackan"), 2,
                   "multiplies bf16 as bfp16 on an NPU of the generation aie2p");
    expect_failure(run_on_npu(any, bf16), 2,
                   "manifest.json: no such file");  // exact on xdna-phoenix
}

TEST_F(NoopRun, GivesRatesOfWhatIsNoGemm) {
    build_design(kElementwise);
    const auto result = nlohmann::json::parse(run_on_npu(kElementwise, "--json -").output);
    EXPECT_TRUE(result["tops"].is_null());
    EXPECT_TRUE(result["elementwise"]["array_gbps"].is_null());
    EXPECT_NEAR(result["elementwise"]["wall_gbps"].get<double>(),
                2 * 4 * 4096 / (result["time_us"].get<double>() * 1e3), 1e-9);
}

TEST_F(NoopRun, FindsAKernelWhoseNameGoesOn) {
    build_design(kTeaching, "MLIR_AIE_1");
    EXPECT_EQ(run_on_npu(kTeaching, "").exit_code, 0);
}

TEST_F(NoopRun, ReadsTheTraceBufferBack) {
    const auto problem =
        folder_.write("traced.yaml", content_of(kElementwise) + "trace: {buffer_bytes: 1024}\n");
    build_design(problem.string());
    const auto words = folder_.path() / "trace.bin";
    const Outcome outcome =
        run_on_npu(problem.string(), fmt::format("--trace '{}'", words.string()));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.messages;
    EXPECT_EQ(content_of(words), "");  // the no-op device writes no packet
}

TEST_F(NoopRun, IsReplayedFromItsRecording) {
    build_design(kTeaching);
    const auto recording = (folder_.path() / "recording").string();
    const auto measured = nlohmann::json::parse(
        run_on_npu(kTeaching, fmt::format("--json - --record '{}'", recording)).output);
    const Outcome outcome =
        simulate(fmt::format("--backend replay --recording '{}' --json -", recording));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.messages;
    const auto replayed = nlohmann::json::parse(outcome.output);
    EXPECT_EQ(replayed["backend"], "replay");
    for (const char* key : {"time_us", "repeated", "cycles", "tops", "gemm"})
        EXPECT_EQ(replayed[key], measured[key]) << key;
}

TEST_F(NoopRun, IsOneOfFourBackendsForTheSameProblem) {
    const auto traced =
        folder_.write("traced.yaml", content_of(kElementwise) + "trace: {buffer_bytes: 1024}\n");
    for (const std::string& problem : {std::string{kTeaching}, kElementwise, traced.string()}) {
        build_design(problem);
        const auto recording = (folder_.path() / "recording").string();
        const std::string simulation = fmt::format("simulate '{}' --json - --backend ", problem);
        const Outcome outcomes[] = {
            run(simulation + fmt::format("systemc --record '{}'", recording)),
            run(simulation + "analytic"),
            run(simulation + fmt::format("replay --recording '{}'", recording)),
            run_on_npu(problem, "--json -")};
        const auto simulated = nlohmann::json::parse(outcomes[0].output);
        for (const Outcome& outcome : outcomes) {
            EXPECT_EQ(outcome.exit_code, 0) << outcome.messages;
            const auto result = nlohmann::json::parse(outcome.output);
            for (const char* key : {"schema_version", "device", "gemm"})
                EXPECT_EQ(result[key], simulated[key]) << key;
            EXPECT_GT(result["time_us"], 0) << result["backend"];
            EXPECT_EQ(result.size(), simulated.size()) << result["backend"];
        }
    }
}

TEST_F(NoopRun, TakesWhatExportWrites) {
    const auto problem =
        folder_.write("traced.yaml", content_of(kElementwise) + "trace: {buffer_bytes: 1024}\n");
    for (const std::string& file : {std::string{kTeaching}, problem.string()}) {
        const Outcome exported =
            run(fmt::format("export mlir '{}' -o '{}'", file, design().string()));
        ASSERT_EQ(exported.exit_code, 0) << exported.messages;
        write_xclbin(design() / "final.xclbin", "MLIR_AIE");  // as make would
        const Outcome outcome = run_on_npu(file, "");
        EXPECT_EQ(outcome.exit_code, 0) << outcome.messages;
    }
}

TEST_F(NoopRun, IsTheBackendOfAStudyAndIsRecorded) {
    const auto study = folder_.write(
        "study.yaml",
        fmt::format("problem: {}\naxes: [{{gemm.size.m: [32, 64, 96]}}]\n", kTeaching));
    for (const int m : {64, 96}) {
        const auto own = fmt::format("--set gemm.size.m={} -o '{}/{}'", m, design().string(), m);
        ASSERT_EQ(run(fmt::format("export mlir '{}' {}", kTeaching, own)).exit_code, 0);
        write_xclbin(design() / std::to_string(m) / "final.xclbin", "MLIR_AIE");
    }
    const std::string recorded = (folder_.path() / "recorded").string();
    const std::string sweep = fmt::format(
        "sweep '{}' --backend xrt --artifacts '{}' --runs 3 --warmup 1 --json - --record '{}'",
        study.string(), design().string(), recorded);
    const Outcome swept = run_after(environment(), sweep);
    ASSERT_EQ(swept.exit_code, 0) << swept.messages;
    const auto rows = nlohmann::json::parse(swept.output)["rows"];
    EXPECT_THAT(rows[0]["refusal"], HasSubstr("is of another problem: gemm.size.m is"));
    EXPECT_EQ(rows[1]["figures"]["repeated.runs"], 3);
    EXPECT_GT(rows[2]["figures"]["time_us"], 0);
    expect_failure(run_after(environment(), sweep + " --jobs 2"), 2, "allowed with xrt: 1");

    const Outcome replayed = run(fmt::format(
        "sweep '{}' --backend replay --recording '{}' --json -", study.string(), recorded));
    ASSERT_EQ(replayed.exit_code, 0) << replayed.messages;
    const auto again = nlohmann::json::parse(replayed.output)["rows"];
    EXPECT_EQ(again[2]["figures"]["time_us"], rows[2]["figures"]["time_us"]);
}

TEST_F(NoopRun, OfAStudyIsNotTriedWithoutADesignThatIsBuilt) {
    const auto study = folder_.write(
        "study.yaml", fmt::format("problem: {}\naxes: [{{gemm.size.m: [64]}}]\n", kTeaching));
    ASSERT_EQ(run(fmt::format("export mlir '{}' -o '{}'", kTeaching, design().string())).exit_code,
              0);
    expect_failure(run_after(environment(), fmt::format("sweep '{}' --backend xrt --artifacts '{}'",
                                                        study.string(), design().string())),
                   4, "is not built");
}

TEST_F(NoopRun, EndsWhenTheNpuTakesTooLong) {
    build_design(kTeaching);
    const auto settings = folder_.write("xrt.ini", "[Runtime]\nnoop_completion_delay_us=400000\n");
    settings_ = fmt::format("export XRT_INI_PATH='{}'; ", settings.string());
    expect_failure(run_on_npu(kTeaching, "--timeout 0.05"), 1,
                   "the NPU did not finish within 50 ms, its timeout");
}

}  // namespace
}  // namespace xdnasim::test
