#include <variant>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "validation/regression.hpp"
#include "validation/simulated_run.hpp"
#include "validation/suites.hpp"

namespace xdnasim::validation {
namespace {

double detail(const Simulation& simulation, const std::string& name) {
    for (const auto& [key, value] : simulation.details)
        if (key == name) return std::get<double>(value);
    ADD_FAILURE() << "no detail " << name;
    return 0;
}

TEST(KernelSuite, HasTheRowsOfEachSource) {
    EXPECT_EQ(kernel_cases({"taka_2025_kernels.csv"}).size(), 16U);
    EXPECT_EQ(kernel_cases({"gama_2025_kernels.csv"}).size(), 4U);
    EXPECT_EQ(kernel_cases({"u_orca_2026_kernels.csv"}).size(), 6U);
    EXPECT_EQ(kernel_cases({"gama_2025_kernels.csv", "u_orca_2026_bias_relu.csv"}).size(), 10U);
}

TEST(KernelSuite, HasTwoRowsThatAreTheStreamsDoing) {
    int streamed = 0;
    for (const Case& one : kernel_cases({"taka_2025_kernels.csv"})) {
        const Simulation simulation = one.simulate(Devices{});
        if (simulation.bound != Bound::Stream) continue;
        ++streamed;
        EXPECT_NEAR(simulation.value, one.measured.value, 1) << one.measured.what;
    }
    EXPECT_EQ(streamed, 2);
}

TEST(KernelSuite, LosesCyclesInBanksOnlyInARunningArray) {
    double stalls = 0;
    for (const Case& one : kernel_cases({"taka_2025_kernels.csv"}))
        stalls += detail(one.simulate(Devices{}), "bank_stalls");
    EXPECT_GT(stalls, 0);
    for (const Case& one : kernel_cases({"gama_2025_kernels.csv"}))
        EXPECT_EQ(detail(one.simulate(Devices{}), "bank_stalls"), 0) << one.measured.what;
}

TEST(KernelSuite, SaysThatLeavingAPrecisionOutChangesNothing) {
    EXPECT_THAT(find_suites("kernels").front().note, testing::HasSubstr("per precision"));
    EXPECT_GE(run_suite(find_suites("kernels").front()).types().size(), 4U);
}

}  // namespace
}  // namespace xdnasim::validation
