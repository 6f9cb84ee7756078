// Simulated chains of object FIFOs: the data that arrive, and what their results report.

#include <algorithm>
#include <array>
#include <random>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "backends/systemc/systemc_backend.hpp"
#include "test/support/mapped_elementwise.hpp"
#include "test/support/parameter_name.hpp"
#include "test/support/schedule_parts.hpp"
#include "test/support/stock_device.hpp"
#include "workloads/elementwise/elementwise_workload.hpp"

namespace xdnasim::backends {
namespace {

using arch::Bytes;
using elementwise::ElementwiseDesign;
using elementwise::KernelKind;
using kernels::DataType;
using test::device_named;

RunResult run(const ElementwiseDesign& problem, const arch::Device& device,
              const RunOptions& options = {}) {
    return make_systemc_backend()->run(test::map_elementwise(problem, device), device, options);
}

ElementwiseDesign small_problem(const arch::Device& device) {
    ElementwiseDesign problem;
    problem.core = {0, device.first_core_row()};
    problem.object = Bytes{256};
    problem.objects = 12;
    problem.depth = 2;
    problem.kernel = {KernelKind::Scale, "scale", DataType::Int16, -3, arch::Cycles{100}};
    return problem;
}

class EveryElementwise : public testing::TestWithParam<const char*> {};

TEST_P(EveryElementwise, BringsBackWhatTheKernelMakesOfTheInput) {
    const arch::Device device = device_named(GetParam());
    ElementwiseDesign problem = small_problem(device);
    for (const KernelKind kind : {KernelKind::Copy, KernelKind::AddOne, KernelKind::Scale}) {
        for (const DataType type : {DataType::Int8, DataType::Int16, DataType::Int32}) {
            for (const int depth : {1, 2, 3}) {
                for (const int in_mem_tile : {0, 1, 3}) {
                    SCOPED_TRACE(fmt::format("kernel {}, {}, depth {}, {} in the mem tile",
                                             static_cast<int>(kind), to_string(type), depth,
                                             in_mem_tile));
                    problem.kernel.kind = kind;
                    problem.kernel.type = type;
                    problem.depth = depth;
                    problem.mem_tile_object.reset();
                    if (in_mem_tile > 0)
                        problem.mem_tile_object = problem.object * std::int64_t{in_mem_tile};
                    const RunResult result = run(problem, device, {.verify = true, .seed = 5});
                    EXPECT_TRUE(result.verification->passed) << result.verification->message;
                    EXPECT_EQ(result.kernel->calls, problem.objects);
                    EXPECT_EQ(result.dram->read, problem.size());
                    EXPECT_EQ(result.dram->written, problem.size());
                }
            }
        }
    }
}

TEST_P(EveryElementwise, TakesTheCyclesOfTheSlotsUnlessToldOtherwise) {
    const arch::Device device = device_named(GetParam());
    ElementwiseDesign problem = small_problem(device);
    EXPECT_EQ(run(problem, device).kernel->cycles_per_call, arch::Cycles{100});
    problem.kernel = {KernelKind::AddOne, "add", DataType::Int32, 1, std::nullopt};
    const auto cycles = [&](std::int64_t bytes) {
        problem.object = Bytes{bytes};
        return run(problem, device).kernel->cycles_per_call;
    };
    EXPECT_EQ(cycles(4096) - cycles(2048), arch::Cycles{2048 * 8 / device.core.slots.store_bits});
}

INSTANTIATE_TEST_SUITE_P(Devices, EveryElementwise,
                         testing::Values("xdna-phoenix", "xdna2-krackan", "teaching-2x1"),
                         NamedAfterParameter{});

/// Draws sizes that fit into every device.
class RandomElementwise : public testing::TestWithParam<unsigned> {
 protected:
    std::int64_t pick(std::int64_t from, std::int64_t to) {
        return std::uniform_int_distribution{from, to}(random_);
    }

    ElementwiseDesign next(const arch::Device& device) {
        constexpr std::array kKinds{KernelKind::Copy, KernelKind::AddOne, KernelKind::Scale};
        constexpr std::array kTypes{DataType::Int8, DataType::Int16, DataType::Int32};
        ElementwiseDesign problem;
        problem.core = {static_cast<int>(pick(0, device.columns - 1)),
                        static_cast<int>(pick(device.first_core_row(), device.rows() - 1))};
        problem.object = Bytes{4 * pick(1, 900)};
        problem.depth = static_cast<int>(pick(1, 8));
        const std::int64_t in_mem_tile = pick(0, 4);
        problem.objects = pick(1, 12) * std::max<std::int64_t>(in_mem_tile, 1);
        if (in_mem_tile > 0) problem.mem_tile_object = problem.object * in_mem_tile;
        problem.kernel.kind = kKinds.at(static_cast<std::size_t>(pick(0, 2)));
        problem.kernel.type = kTypes.at(static_cast<std::size_t>(pick(0, 2)));
        problem.kernel.factor = static_cast<int>(pick(-1000, 1000));
        problem.kernel.name = "random";
        const bool has_slots =
            problem.kernel.kind != KernelKind::Scale || problem.kernel.type == DataType::Int8;
        if (!has_slots || pick(0, 1) == 0)
            problem.kernel.cycles_per_call = arch::Cycles{pick(1, 3000)};
        return problem;
    }

    std::mt19937 random_{GetParam()};
};

TEST_P(RandomElementwise, ComesBackRightAndTakesTheSameTimeWithoutData) {
    constexpr int kProblems = 40;
    constexpr std::array kDevices{"xdna-phoenix", "xdna2-krackan", "teaching-2x1"};
    const arch::Device device = device_named(kDevices.at(GetParam() % kDevices.size()));
    for (int i = 0; i < kProblems; ++i) {
        const ElementwiseDesign problem = next(device);
        SCOPED_TRACE(fmt::format("{} objects of {} bytes through {}, depth {}, mem tile {}",
                                 problem.objects, problem.object.count(), to_string(problem.core),
                                 problem.depth, problem.mem_tile_object.value_or(Bytes{}).count()));
        const RunResult verified = run(problem, device, {.verify = true, .seed = GetParam()});
        ASSERT_TRUE(verified.verification->passed) << verified.verification->message;
        ASSERT_EQ(run(problem, device).cycles, verified.cycles);
    }
}

INSTANTIATE_TEST_SUITE_P(Batch, RandomElementwise, testing::Range(0U, 6U));

TEST(ElementwiseRun, TellsAWrongResultFromARightOne) {
    const arch::Device device = device_named("teaching-2x1");
    schedule::Schedule schedule = test::map_elementwise(small_problem(device), device);
    // The second BD out reads from the first one's buffer.
    schedule::TileProgram& core = *schedule.find({0, device.first_core_row()});
    const auto out = schedule::test::chain_of(core, arch::Direction::MM2S, 0);
    ASSERT_EQ(out.size(), 2U);
    out.at(1)->buffer = out.at(0)->buffer;
    const RunResult result = make_systemc_backend()->run(schedule, device, {.verify = true});
    EXPECT_FALSE(result.verification->passed);
    EXPECT_THAT(result.verification->message,
                testing::ContainsRegex("of 256 bytes of object 1 differ, first at byte [01]: "));
}

TEST(ElementwiseRun, GivesRatesInPlaceOfTops) {
    const arch::Device device = device_named("teaching-2x1");
    const RunResult result = run(small_problem(device), device);
    ASSERT_TRUE(result.rates.has_value());
    EXPECT_DOUBLE_EQ(result.rates->array.value().count(),
                     2.0 * 256 * 12 / result.npu_time->count());
    EXPECT_EQ(result.workload->name(), "elementwise");
    EXPECT_FALSE(result.tops.has_value());
}

TEST(ElementwiseRun, NamesWhatHoldsItBack) {
    const arch::Device device = device_named("xdna-phoenix");
    ElementwiseDesign problem = small_problem(device);
    problem.objects = 1000;
    problem.kernel.cycles_per_call = arch::Cycles{5000};
    EXPECT_EQ(name_of(*run(problem, device).bottleneck), "compute");
    problem.kernel.cycles_per_call = arch::Cycles{1};
    problem.object = Bytes{8192};
    const Bottleneck bound = run(problem, device).bottleneck.value();
    EXPECT_NE(bound.limit, schedule::Limit::Compute);
    EXPECT_THAT(why(bound), testing::HasSubstr("would save"));
}

TEST(ElementwiseRun, TellsItsProgressUpToTheEnd) {
    const arch::Device device = device_named("teaching-2x1");
    double last = 0;
    RunOptions options;
    options.on_progress = [&](const RunProgress& progress) { last = progress.done; };
    run(small_problem(device), device, options);
    EXPECT_DOUBLE_EQ(last, 1);
}

}  // namespace
}  // namespace xdnasim::backends
