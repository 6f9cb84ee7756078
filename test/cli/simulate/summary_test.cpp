#include "cli/simulate/summary.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/cli/simulate/example_result.hpp"
#include "workloads/gemm/gemm_workload.hpp"
#include "workloads/problem/problem.hpp"
#include "workloads/transfer/transfer_workload.hpp"

namespace xdnasim::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

gemm::GemmDesign example_design() {
    gemm::GemmDesign design{.size = {4032, 4320, 4608}};
    design.padded = design.size;
    design.tile = {144, 72, 144};
    design.k_mt = 432;
    design.rows = 4;
    design.columns = 8;
    design.c_type = kernels::DataType::Int16;
    return design;
}

schedule::Schedule schedule_of(const gemm::GemmDesign& design) {
    schedule::Schedule schedule;
    schedule.workload = std::make_shared<gemm::GemmWorkload>(design);
    return schedule;
}

schedule::Schedule example_schedule() {
    return schedule_of(example_design());
}

arch::Device example_device() {
    arch::Device device;
    device.name = "xdna2-krackan";
    device.clock_ghz = 1.8;
    return device;
}

std::string summary_of(const backends::RunResult& result) {
    return summary(example_schedule(), example_device(), result,
                   {.wall_seconds = 0.5, .peak_memory = arch::Bytes{64'000'000}});
}

TEST(Summary, SaysWhatRan) {
    EXPECT_THAT(summary_of(example_result()),
                AllOf(HasSubstr("xdna2-krackan, 8 x 4 cores at 1.8 GHz"),
                      HasSubstr("4032 x 4320 x 4608, int8 x int8 -> int16"),
                      HasSubstr("144 x 72 x 144 per core, k_mt 432")));
}

TEST(Summary, NamesThePaddedSizesAndTheUsefulShareOnlyWhenTheyDiffer) {
    EXPECT_THAT(summary_of(example_result()), Not(HasSubstr("padded")));
    auto design = example_design();
    design.padded.m = 4608;
    EXPECT_THAT(summary(schedule_of(design), example_device(), example_result(), {}),
                HasSubstr("4608 x 4320 x 4608, 87.5 % of its work useful"));
}

TEST(Summary, NamesWhatTheMappingDoesUnusually) {
    auto design = example_design();
    design.b_layout = kernels::Layout::RowMajor;
    design.c_buffers = design.c_buffers_l2 = 2;
    design.bd_reconfiguration = gemm::BdReconfiguration::Sequential;
    EXPECT_THAT(summary(schedule_of(design), example_device(), example_result(), {}),
                AllOf(HasSubstr("B row-major, 2 C buffers, 2 in the mem"),
                      HasSubstr("one block at a time")));
    design.bd_reconfiguration = gemm::BdReconfiguration::PingPong;
    EXPECT_THAT(summary(schedule_of(design), example_device(), example_result(), {}),
                HasSubstr("block rows in ping-pong"));
}

TEST(Summary, AddsUpThePortsToTheProgrammableLogic) {
    backends::RunResult result = example_result();
    EXPECT_THAT(summary_of(result), Not(HasSubstr("the PL")));
    const auto port = [](bool is_input, std::int64_t words, double last) {
        backends::PortFigures figures;
        figures.is_input = is_input;
        figures.words = words;
        figures.first = arch::Nanoseconds{100};
        figures.last = arch::Nanoseconds{last};
        return figures;
    };
    result.ports = {port(true, 1000, 1100), port(false, 250, 1100), port(true, 500, 600)};
    EXPECT_THAT(summary_of(result), HasSubstr("from the PL   8.00 GB/s, 6,000 bytes over 2 ports"));
    EXPECT_THAT(summary_of(result), HasSubstr("to the PL     1.00 GB/s, 1,000 bytes over 1 port"));
}

TEST(Summary, LeavesOutADramThatNothingCameFrom) {
    backends::RunResult result = example_result();
    EXPECT_THAT(summary_of(result), HasSubstr("DRAM read"));
    result.dram->read = {};
    EXPECT_THAT(summary_of(result), HasSubstr("DRAM write"));
    result.dram->written = {};
    EXPECT_THAT(summary_of(result),
                AllOf(Not(HasSubstr("DRAM read")), Not(HasSubstr("DRAM write"))));
}

TEST(Summary, GivesTimeAndRates) {
    EXPECT_THAT(
        summary_of(example_result()),
        AllOf(HasSubstr("4,115.5 us, of which 115.5 us dispatch"),
              HasSubstr("38.25 TOPS, 64.5 % of"), HasSubstr("52.50 GB/s, 209,018,880 bytes"),
              HasSubstr("4.75 GB/s, 18,579,456 bytes"),
              HasSubstr("4,353 cycles a call, 343.5 MACs a cycle, 53,760 calls")));
}

TEST(Summary, GivesShortTimesToTheNanosecondAndNoDispatchThatIsNone) {
    backends::RunResult result = example_result();
    result.npu_time = arch::Nanoseconds{463.2};
    result.dispatch = arch::Nanoseconds{0};
    EXPECT_THAT(summary_of(result), HasSubstr("time          0.463 us\n"));
}

TEST(Summary, SaysThatARunInFullGaveTheSame) {
    backends::RunResult result = example_result();
    EXPECT_THAT(summary_of(result), Not(HasSubstr("exact ")));
    result.equal_figures = 214;
    EXPECT_THAT(summary_of(result),
                HasSubstr("exact         yes: all 214 figures equal those of a full run"));
}

TEST(Summary, GivesTheStreamsAndRatesOfATransfer) {
    schedule::Schedule schedule;
    schedule.workload = std::make_shared<transfer::TransferWorkload>(transfer::TransferDesign{
        4, 2, {{"A", 4096, arch::Bytes{2048}, arch::Bytes{64}, 32, transfer::Walk::Along}}});
    auto result = example_result();
    result.tops.reset();
    result.rates = backends::TransferRates{.array = arch::GigabytesPerSecond{12.5},
                                           .wall = arch::GigabytesPerSecond{10.25}};
    EXPECT_THAT(summary(schedule, example_device(), result, {}),
                AllOf(HasSubstr("xdna2-krackan, 4 columns at 1.8 GHz"),
                      HasSubstr("2 tiles of each stream there"),
                      HasSubstr("A: 4,096 rows of 2,048 bytes, in tiles of 32 runs of 64 bytes"),
                      HasSubstr("12.50 GB/s read and written, 10.25 GB/s with dispatch"),
                      Not(HasSubstr("TOPS"))));
}

TEST(Summary, ShowsRatesOfFewBytes) {
    auto result = example_result();
    result.tops.reset();
    result.rates = backends::TransferRates{.array = arch::GigabytesPerSecond{0.0234},
                                           .wall = arch::GigabytesPerSecond{0.00125}};
    result.dram->read_rate = arch::GigabytesPerSecond{0.05};
    EXPECT_THAT(summary_of(result),
                AllOf(HasSubstr("0.0234 GB/s read and written, 0.00125 GB/s with dispatch"),
                      HasSubstr("DRAM read     0.05 GB/s, ")));
}

TEST(Summary, GivesOneRateWhereThereIsNoDispatch) {
    auto result = example_result();
    result.tops.reset();
    result.rates = backends::TransferRates{.array = arch::GigabytesPerSecond{12.5},
                                           .wall = arch::GigabytesPerSecond{12.5}};
    result.dispatch = arch::Nanoseconds{0};
    EXPECT_THAT(summary_of(result), HasSubstr("performance   12.50 GB/s read and written\n"));
}

TEST(Summary, AveragesTheCoresAndLeavesOutWhatDidNotHappen) {
    EXPECT_THAT(summary_of(example_result()),
                AllOf(HasSubstr("busy 85.0 %, waiting for locks 10.0 %, idle 5.0 %"),
                      Not(HasSubstr("cascade"))));
}

TEST(Summary, SaysOnceThatCoresWait) {
    auto result = example_result();
    result.cores.front()[events::CoreState::MemoryStall] = arch::Cycles{20};
    result.cores.front()[events::CoreState::Idle] -= arch::Cycles{20};
    EXPECT_THAT(summary_of(result),
                HasSubstr("busy 85.0 %, waiting for locks 10.0 %, memory 1.0 %, idle 4.0 %"));
    for (backends::CoreTimes& core : result.cores)
        core[events::CoreState::LockStall] = arch::Cycles{0};
    EXPECT_THAT(summary_of(result), HasSubstr("busy 85.0 %, waiting for memory 1.0 %, idle"));
}

TEST(Summary, GivesWhatTheCoresOfEachPartDidAndLeavesOutWhatNoneDid) {
    auto result = example_result();
    result.workload =
        problem::load_problem(XDNASIM_EXAMPLES "/network_two_layers.yaml", {}).workload;
    const std::vector<schedule::CoreGroup> groups = result.workload->core_groups();
    ASSERT_EQ(groups.size(), 2U);
    result.cores = {example_core(groups[0].tiles.front(), 900, 0, 100),
                    example_core(groups[1].tiles.front(), 800, 0, 150)};
    result.cores.back()[events::CoreState::StreamStall] = arch::Cycles{50};
    EXPECT_THAT(summary_of(result), HasSubstr("cycles of a core  cores  busy  streams  idle\n"
                                              "layer 0           1      900   0        100\n"
                                              "layer 1           1      800   50       150\n"));
}

std::string summary_of_network(const char* samples) {
    const std::vector<problem::Setting> settings{{"network.samples", samples}};
    const problem::Problem problem =
        problem::load_problem(XDNASIM_EXAMPLES "/network_two_layers.yaml", settings);
    return summary(map_problem(problem), problem.device, example_result(), {});
}

TEST(Summary, SaysOfANetworkThatItsSamplesAreTooFewForTheSteadyRate) {
    EXPECT_THAT(
        summary_of_network("2"),
        HasSubstr("steady        not known after 2 iterations, since 4 are needed; performance "
                  "is that of the whole run\n"));
    EXPECT_THAT(summary_of_network("4"), Not(HasSubstr("steady")));
}

TEST(Summary, SaysWhetherTheResultWasChecked) {
    auto result = example_result();
    EXPECT_THAT(summary_of(result),
                HasSubstr("yes: all 42 outputs equal; 12.5 % of the outputs saturated"));
    result.verification->passed = false;
    EXPECT_THAT(summary_of(result), HasSubstr("NO: "));
    result.verification.reset();
    EXPECT_THAT(summary_of(result), HasSubstr("not asked for"));
}

TEST(Summary, SaysWhatTheSimulationCost) {
    EXPECT_THAT(
        summary_of(example_result()),
        AllOf(HasSubstr("0.500 s"), HasSubstr("0.0 million cycles a second"), HasSubstr("64 MB")));
}

TEST(Summary, LeavesOutWhatTheBackendDoesNotKnow) {
    EXPECT_THAT(summary_of({}), AllOf(Not(HasSubstr("DRAM")), Not(HasSubstr("kernel  ")),
                                      Not(HasSubstr("cores  ")), Not(HasSubstr("bottleneck"))));
}

TEST(Summary, GivesThePerformanceOfSmallProblemsInGops) {
    auto result = example_result();
    EXPECT_THAT(summary_of(result), HasSubstr("performance   38.25 TOPS, "));
    result.tops = 0.0123;
    EXPECT_THAT(summary_of(result), HasSubstr("performance   12.3 GOPS, "));
    result.tops = 0.000456;
    EXPECT_THAT(summary_of(result), HasSubstr("performance   0.456 GOPS, "));
    result.tops = 1.0249e-8;
    EXPECT_THAT(summary_of(result), HasSubstr("performance   0.0000102 GOPS, "));
}

TEST(Summary, RanksWhatRelaxedLimitsSave) {
    auto result = example_result();
    result.what_if = {{schedule::Limit::Commands, arch::Nanoseconds{900}, 0.25},
                      {schedule::Limit::Dram, arch::Nanoseconds{1100}, 0.015}};
    EXPECT_THAT(summary_of(result),
                AllOf(HasSubstr("run again with each limit relaxed, commands saves 25.0 % of the "
                                "array's time, DRAM\n"),
                      HasSubstr("  1.5 %\n")));
    EXPECT_THAT(summary_of(example_result()), Not(HasSubstr("what if")));
}

TEST(Summary, GivesTheSpreadOfMeasuredRuns) {
    backends::RunResult result;
    result.repeated = {.runs = 1000,
                       .mean = arch::Nanoseconds{120'500},
                       .min = arch::Nanoseconds{100'000},
                       .max = arch::Nanoseconds{250'000}};
    result.rates = backends::TransferRates{.wall = arch::GigabytesPerSecond{10.25}};
    EXPECT_THAT(summary_of(result),
                AllOf(HasSubstr("120.5 us, the mean of 1,000 runs of 100.0 us to 250.0 us"),
                      HasSubstr("10.25 GB/s with dispatch"), Not(HasSubstr("cycles"))));
}

TEST(Summary, FitsAScreen) {
    auto result = example_result();
    result.bottleneck->figures = {
        {backends::Finding::StreamMoves, 0.5,
         std::string(300, 'x').replace(100, 1, " ").replace(200, 1, " ")}};
    EXPECT_LE(std::ranges::count(summary_of(result), '\n'), 24);
}

}  // namespace
}  // namespace xdnasim::cli
