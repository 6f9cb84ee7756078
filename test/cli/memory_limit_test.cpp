// With too little memory, the command either does its work or reports what would help.

#include "test/cli/command_fixture.hpp"

namespace xdnasim::cli {
namespace {

using testing::HasSubstr;

class MemoryLimit : public Command {
 protected:
    void SetUp() override {
#ifdef __SANITIZE_ADDRESS__
        GTEST_SKIP() << "a sanitizer reserves terabytes of addresses";
#endif
    }
    [[nodiscard]] Outcome run_within(int megabytes, const std::string& arguments) const {
        // `timeout` ends a command that hangs, with exit code 124.
        return run_line(fmt::format("ulimit -v {}; exec timeout 20 '{}' {}", megabytes * 1024,
                                    XDNASIM_COMMAND, arguments));
    }
    static void expect_done_or_explained(const Outcome& outcome) {
        if (outcome.exit_code == 0) return;
        expect_refused(outcome, "gemm.size");
        EXPECT_THAT(outcome.messages, HasSubstr("without"));
    }
};

TEST_F(MemoryLimit, OfALargeVerificationIsExplained) {
    const Outcome outcome =
        run_within(1000, "simulate " XDNASIM_EXAMPLES
                         "/gemm_xdna2_int8.yaml --verify --set gemm.size.m=103680");
    expect_refused(outcome, "run without verification or with a smaller gemm.size");
}

TEST_F(MemoryLimit, NeverMakesAVerificationCrashOrHang) {
    for (const int megabytes : {80, 120, 160, 200, 240, 280, 340, 400, 460, 520, 600}) {
        SCOPED_TRACE(megabytes);
        expect_done_or_explained(
            run_within(megabytes, "simulate " XDNASIM_EXAMPLES
                                  "/gemm_xdna2_int8.yaml --verify --set gemm.size.k=432"));
    }
}

TEST_F(MemoryLimit, NeverMakesARunCrashOrHang) {
    for (const int megabytes : {64, 72, 80, 88, 96, 128, 192}) {
        SCOPED_TRACE(megabytes);
        expect_done_or_explained(run_within(
            megabytes, "simulate " XDNASIM_EXAMPLES "/gemm_xdna2_int8.yaml --set gemm.size.k=432"));
    }
}

TEST_F(MemoryLimit, OfManySamplesIsExplained) {
    // With some of these limits memory runs out during the run, with others while its JSON is made.
    for (const int megabytes : {60, 150, 200, 260}) {
        SCOPED_TRACE(megabytes);
        const Outcome outcome = run_within(
            megabytes,
            "simulate " XDNASIM_EXAMPLES
            "/network_two_layers.yaml --set network.samples=1000000 --json - >/dev/null");
        expect_refused(outcome, "fewer samples");
    }
}

TEST_F(MemoryLimit, OfTheMachineIsKnownBeforeTheRun) {
    // A alone has 1,036,800 x 1,048,320 bytes, about a terabyte.
    const Outcome outcome = run("simulate " XDNASIM_EXAMPLES
                                "/gemm_xdna2_int32out.yaml --verify "
                                "--set gemm.size.m=1036800 --set gemm.size.k=1048320");
    expect_refused(outcome, "MB are left; run without verification or with a smaller gemm.size");
}

}  // namespace
}  // namespace xdnasim::cli
