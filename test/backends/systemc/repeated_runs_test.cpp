// A process that runs many simulations: each gives the same result, and none leaves memory
// behind.

#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "backends/systemc/systemc_backend.hpp"
#include "test/support/parameter_name.hpp"
#include "workloads/problem/problem.hpp"

#ifdef __SANITIZE_ADDRESS__
/// Bytes in use of the sanitizer's allocator, which malloc's own figures do not include. GCC does
/// not install the header that declares it.
extern "C" std::size_t __sanitizer_get_current_allocated_bytes();  // NOLINT
#else
#include <malloc.h>
#endif

namespace xdnasim::backends {
namespace {

/// Bytes that were allocated and not freed.
std::size_t bytes_in_use() {
#ifdef __SANITIZE_ADDRESS__
    return __sanitizer_get_current_allocated_bytes();
#else
    return ::mallinfo2().uordblks;
#endif
}

/// All figures of a result that do not depend on the machine.
std::string figures(const RunResult& result) {
    std::string text = fmt::format(
        "{} cycles, {} TOPS, {} calls of {}, {} and {} bytes, {}: {}, {}\n", result.cycles->count(),
        result.tops.value(), result.kernel->calls, result.kernel->cycles_per_call.count(),
        result.dram->read.count(), result.dram->written.count(), name_of(*result.bottleneck),
        why(*result.bottleneck),
        result.verification ? result.verification->message : "not verified");
    for (const CoreTimes& core : result.cores) {
        text += fmt::format("core {} {}:", core.tile.column, core.tile.row);
        for (const arch::Cycles time : core.cycles)
            text += fmt::format(" {}", time.count());
        text += "\n";
    }
    return text;
}

class RepeatedRuns : public testing::TestWithParam<std::tuple<bool, const char*>> {
 protected:
    [[nodiscard]] std::string run() const {
        const schedule::Schedule schedule = problem::map_problem(problem_);
        return figures(make_systemc_backend()->run(
            schedule, problem_.device, {.verify = std::get<bool>(GetParam()), .seed = 3}));
    }

 private:
    problem::Problem problem_ =
        problem::load_problem(XDNASIM_EXAMPLES "/gemm_teaching.yaml",
                              std::vector<problem::Setting>{
                                  {"gemm.bd_reconfiguration", std::get<const char*>(GetParam())}});
};

TEST_P(RepeatedRuns, GiveHundredEqualResults) {
    const std::string first = run();
    for (int round = 1; round < 100; ++round)
        ASSERT_EQ(run(), first) << "in round " << round;
}

TEST(BytesInUse, TellOfAnAllocationThatIsKept) {
    constexpr std::size_t kKept = 100'000;
    const std::size_t before = bytes_in_use();
    const std::vector<char> kept(kKept);
    EXPECT_GE(bytes_in_use(), before + kKept);
    EXPECT_LT(bytes_in_use(), before + 2 * kKept);
}

TEST_P(RepeatedRuns, DoNotGrowInMemory) {
    constexpr int kRounds = 200;
    const auto memory_after_runs = [this](int rounds) {
        for (int round = 0; round < rounds; ++round)
            static_cast<void>(run());
        return bytes_in_use();
    };
    const std::size_t before = memory_after_runs(kRounds / 2);  // makes what is made only once, too
    const std::size_t after = memory_after_runs(kRounds);
    // malloc counts what it keeps for the next allocation as in use: that is some kilobytes,
    // but does not grow. A core's state or a buffer left behind by each run is more than this.
    constexpr std::size_t kPerRun = 100;
    EXPECT_LT(after, before + kRounds * kPerRun);
}

std::string name_of_run(const testing::TestParamInfo<std::tuple<bool, const char*>>& parameters) {
    const auto [verified, protocol] = parameters.param;
    return without_dashes(fmt::format("{}_{}", verified ? "Verified" : "Timed", protocol));
}

INSTANTIATE_TEST_SUITE_P(WithoutAndWithData, RepeatedRuns,
                         testing::Combine(testing::Bool(),
                                          testing::Values("overlapped", "ping-pong")),
                         name_of_run);

}  // namespace
}  // namespace xdnasim::backends
