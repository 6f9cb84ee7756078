// A schedule that is written and read back is equal to the first, object by object and in its run.

#include <tuple>

#include <gtest/gtest.h>

#include "backends/mlir/design_files.hpp"
#include "backends/systemc/systemc_backend.hpp"
#include "test/backends/mlir/example_problems.hpp"
#include "test/backends/mlir/schedule_objects.hpp"
#include "workloads/design/design_workload.hpp"

namespace xdnasim::mlir {
namespace {

class RoundTrip : public testing::TestWithParam<std::tuple<Example, Release>> {
 protected:
    RoundTrip()
        : problem_{load(std::get<Example>(GetParam()))},
          schedule_{problem::map_problem(problem_)},
          text_{text_of(schedule_)},
          read_back_{design::read_design(text_, "aie.mlir", problem_.device, {}).schedule} {}

    [[nodiscard]] std::string text_of(const schedule::Schedule& schedule) const {
        return write(schedule, problem_.device, std::get<Release>(GetParam()));
    }
    [[nodiscard]] backends::RunResult run(const schedule::Schedule& schedule) const {
        return backends::make_systemc_backend()->run(schedule, problem_.device, {.verify = true});
    }

    problem::Problem problem_;
    schedule::Schedule schedule_;
    std::string text_;
    schedule::Schedule read_back_;
};

TEST_P(RoundTrip, IsTheSameScheduleObjectByObject) {
    EXPECT_EQ(first_difference(schedule_, read_back_), std::nullopt);
}

TEST_P(RoundTrip, IsValid) {
    EXPECT_NO_THROW(schedule::require_valid(read_back_, problem_.device));
}

TEST_P(RoundTrip, IsWrittenAsTheSameText) {
    EXPECT_EQ(text_of(read_back_), text_);
}

TEST_P(RoundTrip, RunsInAsManyCyclesToTheSameResult) {
    read_back_.workload = schedule_.workload;
    const backends::RunResult before = run(schedule_);
    const backends::RunResult after = run(read_back_);
    ASSERT_TRUE(before.cycles && after.cycles);
    EXPECT_EQ(after.cycles->count(), before.cycles->count());
    ASSERT_EQ(after.kernel.has_value(), before.kernel.has_value());
    if (before.kernel) {
        EXPECT_EQ(after.kernel->cycles_per_call, before.kernel->cycles_per_call);
    }
    ASSERT_TRUE(after.verification);
    EXPECT_TRUE(after.verification->passed) << after.verification->message;
}

INSTANTIATE_TEST_SUITE_P(
    Examples, RoundTrip,
    testing::Combine(testing::ValuesIn(examples()), testing::ValuesIn(kReleases)),
    [](const auto& example) {
        const bool current = std::get<Release>(example.param) == Release::Current;
        return std::get<Example>(example.param).name + (current ? "Current" : "V1_3_4");
    });

}  // namespace
}  // namespace xdnasim::mlir
