// What is written is read back: equal object by object, and equal when it runs.

#include <gtest/gtest.h>

#include "backends/mlir/mlir_text.hpp"
#include "backends/systemc/systemc_backend.hpp"
#include "test/backends/mlir/example_problems.hpp"
#include "test/backends/mlir/schedule_objects.hpp"
#include "workloads/design/read_design.hpp"

namespace xdnasim::mlir {
namespace {

class RoundTrip : public testing::TestWithParam<Example> {
 protected:
    RoundTrip()
        : problem_{load(GetParam())},
          schedule_{problem::map_problem(problem_)},
          read_back_{design::read_design(write(schedule_, problem_.device), "aie.mlir",
                                         problem_.device, {})
                         .schedule} {}

    [[nodiscard]] backends::RunResult run(const schedule::Schedule& schedule) const {
        return backends::make_systemc_backend()->run(schedule, problem_.device, {.verify = true});
    }

    problem::Problem problem_;
    schedule::Schedule schedule_;
    schedule::Schedule read_back_;
};

TEST_P(RoundTrip, IsTheSameScheduleObjectByObject) {
    EXPECT_EQ(first_difference(schedule_, read_back_), std::nullopt);
}

TEST_P(RoundTrip, IsValid) {
    EXPECT_NO_THROW(schedule::require_valid(read_back_, problem_.device));
}

TEST_P(RoundTrip, IsWrittenAsTheSameText) {
    EXPECT_EQ(write(read_back_, problem_.device), write(schedule_, problem_.device));
}

TEST_P(RoundTrip, RunsInAsManyCyclesToTheSameResult) {
    read_back_.workload = schedule_.workload;
    const backends::RunResult before = run(schedule_);
    const backends::RunResult after = run(read_back_);
    ASSERT_TRUE(before.cycles && after.cycles);
    EXPECT_EQ(after.cycles->count(), before.cycles->count());
    ASSERT_TRUE(after.verification);
    EXPECT_TRUE(after.verification->passed) << after.verification->message;
}

INSTANTIATE_TEST_SUITE_P(Examples, RoundTrip, testing::ValuesIn(examples()),
                         [](const auto& example) { return example.param.name; });

}  // namespace
}  // namespace xdnasim::mlir
