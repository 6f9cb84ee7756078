#include <array>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "backends/analytic/analytic_backend.hpp"
#include "backends/artifacts/manifest.hpp"
#include "backends/systemc/systemc_backend.hpp"
#include "base/error.hpp"
#include "cli/compare/run_comparison.hpp"
#include "cli/simulate/result_json.hpp"
#include "cli/simulate/summary.hpp"
#include "test/chain/chain_workload.hpp"
#include "test/support/input_error.hpp"
#include "test/support/temporary_folder.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::chain {
namespace {

using backends::RunResult;
using nlohmann::json;
using testing::HasSubstr;

// The only line needed to make the workload known to the problem loader.
constexpr std::array kWorkloads{problem::WorkloadEntry{"chain", read_chain, describe_chain}};

constexpr std::string_view kText = R"(device: xdna2-krackan
workload: chain
chain: {cores: 3, object_bytes: 1024, objects: 40}
)";

class Chain : public testing::Test {
 protected:
    [[nodiscard]] problem::Problem load(std::vector<problem::Setting> settings = {}) const {
        return problem::load_problem(folder_.write("problem.yaml", kText), settings, kWorkloads);
    }
    [[nodiscard]] std::string refusal(const problem::Setting& setting) const {
        return input_error([&] { return load({setting}); });
    }
    [[nodiscard]] RunResult simulated(std::vector<problem::Setting> settings = {}) const {
        const problem::Problem problem = load(std::move(settings));
        return backends::make_systemc_backend()->run(map_problem(problem), problem.device,
                                                     {.verify = true});
    }
    [[nodiscard]] RunResult estimated() const {
        const problem::Problem problem = load();
        return backends::make_analytic_backend()->run(map_problem(problem), problem.device, {});
    }

    TemporaryFolder folder_;
};

TEST_F(Chain, IsSimulatedAndVerified) {
    const RunResult result = simulated();
    EXPECT_TRUE(result.verification->passed);
    EXPECT_EQ(result.verification->message, "all 10240 words are 3 more");
    EXPECT_EQ(result.kernel->calls, 3 * 40);
    EXPECT_EQ(result.dram->read.count(), 40 * 1024);
    EXPECT_EQ(result.dram->written.count(), 40 * 1024);
    EXPECT_EQ(result.cores.size(), 3U);
    EXPECT_GT(result.rates->wall.count(), 0);
    EXPECT_FALSE(why(*result.bottleneck).empty());
}

TEST_F(Chain, IsFoundWrongWhereACoreDoesNotAdd) {
    const problem::Problem problem = load();
    schedule::Schedule schedule = map_problem(problem);
    schedule.kernels.front().work = kernels::Copy{arch::Bytes{1024}};
    const RunResult result =
        backends::make_systemc_backend()->run(schedule, problem.device, {.verify = true});
    EXPECT_FALSE(result.verification->passed);
    EXPECT_THAT(result.verification->message, HasSubstr("word 0: "));
}

TEST_F(Chain, IsEstimatedWithinATenthOfItsSimulation) {
    const double estimate = estimated().time().count();
    const double simulation = simulated().time().count();
    EXPECT_NEAR(estimate / simulation, 1, 0.1);
}

TEST_F(Chain, IsTracedWithUnitsChosenByDefault) {
    const problem::Problem problem = load({{"trace", "{buffer_bytes: 65536}"}});
    const schedule::Schedule schedule = map_problem(problem);
    ASSERT_TRUE(schedule.trace.has_value());
    EXPECT_FALSE(schedule.trace->units.empty());
    const RunResult result =
        backends::make_systemc_backend()->run(schedule, problem.device, {.verify = true});
    EXPECT_TRUE(result.verification->passed);
    EXPECT_FALSE(result.trace->words.empty());
}

TEST_F(Chain, StandsInTheJsonUnderItsName) {
    const json document = json::parse(cli::result_json(simulated()));
    EXPECT_EQ(document["workload"], "chain");
    EXPECT_EQ(document["chain"]["cores"], 3);
    EXPECT_EQ(document["chain"]["object_bytes"], 1024);
    EXPECT_EQ(document["chain"]["objects"], 40);
    EXPECT_GT(document["chain"]["wall_gbps"].get<double>(), 0);
    EXPECT_TRUE(document["gemm"].is_null());
    ASSERT_EQ(document["buffers"].size(), 2U);
    EXPECT_EQ(document["buffers"][0]["type"], "int32");
    EXPECT_EQ(document["buffers"][0]["shape"], json::array({10240}));
}

TEST_F(Chain, SaysInTheSummaryWhatRuns) {
    const problem::Problem problem = load();
    const std::string text =
        cli::summary(map_problem(problem), problem.device, simulated(), {0.1, arch::Bytes{1}});
    EXPECT_THAT(text, HasSubstr("40 objects of 1024 bytes through 3 cores"));
}

TEST_F(Chain, IsToldApartByItsManifest) {
    const problem::Problem problem = load();
    const problem::Problem longer = load({{"chain.cores", "4"}});
    const auto manifest = artifacts::make_manifest(map_problem(problem), problem.device);
    const auto other = artifacts::make_manifest(map_problem(longer), longer.device);
    EXPECT_NO_THROW(artifacts::require_same_problem(manifest, manifest, "manifest.json"));
    try {
        artifacts::require_same_problem(manifest, other, "manifest.json");
        FAIL() << "taken";
    } catch (const base::InputError& error) {
        EXPECT_THAT(error.what(), HasSubstr("chain.cores"));
    }
}

TEST_F(Chain, IsComparedBetweenBackends) {
    const problem::Problem problem = load();
    const cli::RunComparison comparison =
        cli::compare_runs({simulated(), estimated()}, 0.1, map_problem(problem), problem.device);
    EXPECT_TRUE(comparison.passed());
    ASSERT_EQ(comparison.times.size(), 1U);
    EXPECT_TRUE(comparison.times.front().difference.has_value());
}

TEST_F(Chain, SuggestsTheKeyThatWasMeant) {
    EXPECT_THAT(refusal({"chain.core", "2"}), HasSubstr("cores"));
    EXPECT_THAT(refusal({"chain.cores", "5"}), HasSubstr("from 1 to 4"));
    EXPECT_THAT(refusal({"chain.object_bytes", "1022"}), HasSubstr("not a multiple of 4"));
}

TEST_F(Chain, IsNotKnownToTheProject) {
    const auto file = folder_.write("problem.yaml", kText);
    EXPECT_THROW(static_cast<void>(problem::load_problem(file)), base::InputError);
}

}  // namespace
}  // namespace xdnasim::chain
