// Simulated GEMMs on packs: results, words through cascades and ports, iteration periods.

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "backends/analytic/analytic_backend.hpp"
#include "backends/systemc/systemc_backend.hpp"
#include "sim/dram.hpp"
#include "sim/npu_array.hpp"
#include "sim/simulation_context.hpp"
#include "test/workloads/gemm/packs/pack_designs.hpp"
#include "workloads/gemm/packs/pack_workload.hpp"
#include "workloads/gemm/packs/tile_choice.hpp"

namespace xdnasim::gemm::packs {
namespace {

using backends::RunResult;

class PackRun : public testing::Test {
 protected:
    [[nodiscard]] RunResult run(const PackDesign& design, bool verify = false) const {
        backends::RunOptions options;
        options.verify = verify;
        return backends::make_systemc_backend()->run(map_packs(design, device), device, options);
    }

    const arch::Device device = test::ve2802();
};

TEST_F(PackRun, IsRightForEveryTypePlacementAndShape) {
    int runs = 0;
    for (const Types& types : test::published_types())
        for (const Strategy strategy :
             {Strategy::Unconstrained, Strategy::Location, Strategy::Address})
            for (const auto& [rows, size, packs] :
                 std::vector<std::array<int, 3>>{{1, 1, 1}, {2, 2, 3}, {3, 4, 2}, {1, 7, 1}}) {
                PackDesign design = test::small_design(types, rows, size, packs);
                design.placement = strategy;
                design.iterations = 3;
                const RunResult result = run(design, true);
                ASSERT_TRUE(result.verification);
                EXPECT_TRUE(result.verification->passed)
                    << to_string(types) << ", " << to_string(strategy) << ": "
                    << result.verification->message;
                EXPECT_EQ(run(design).cycles, result.cycles) << "with data and without";
                ++runs;
            }
    EXPECT_EQ(runs, 48);
}

TEST_F(PackRun, IsRightInEveryShapeOfMmul) {
    int runs = 0;
    for (const Types& types : test::published_types())
        for (const MmulShape& mmul : mmul_shapes(types)) {
            PackDesign design = test::small_design(types, 1, 3, 1);
            design.mmul = mmul.shape;
            design.iterations = 2;
            if (mmul.shape == Extent{1, 16, 8}) {
                EXPECT_THROW(static_cast<void>(run(design)), schedule::MappingError)
                    << "half a word of the cascade";
                continue;
            }
            EXPECT_TRUE(run(design, true).verification->passed) << to_string(mmul.shape);
            ++runs;
        }
    EXPECT_EQ(runs, 28);
}

TEST_F(PackRun, ChangingTheLastByteOfAnyOutputFailsTheCheck) {
    const PackDesign design =
        choose(test::small_design(test::published_types()[0], 2, 2, 2), device);
    const PackWorkload workload{design, device};
    const schedule::Schedule schedule = workload.map(device);
    schedule::HostMemory host;
    for (const schedule::HostBuffer& buffer : schedule.host_buffers)
        host.emplace_back(static_cast<std::size_t>(buffer.size.count()));
    workload.fill(host, 1);
    const sim::SimulationContext context;
    sim::Environment environment{device};
    sim::Dram dram{"dram", environment};
    sim::NpuArray array{schedule, environment, dram, &host};
    static_cast<void>(array.run());
    const auto has_run = [](schedule::HostMemory&, schedule::CallListener*) {};
    EXPECT_TRUE(workload.check(host, has_run).passed);
    int outputs = 0;
    for (const schedule::PlPort& port : schedule.pl.ports) {
        if (port.port.side == arch::PortSide::Slave) continue;
        std::byte& last = host[static_cast<std::size_t>(port.buffer.index)].back();
        last ^= std::byte{1};
        EXPECT_FALSE(workload.check(host, has_run).passed) << port.name;
        last ^= std::byte{1};
        ++outputs;
    }
    EXPECT_EQ(outputs, 4);
}

/// A port carries 4.8 GB/s, which are 3.84 bytes per cycle of the array's clock.
TEST_F(PackRun, OneCoreTakesTheLongerOfItsKernelAndItsPorts) {
    for (const Types& types : test::published_types()) {
        PackDesign design;
        design.types = types;
        design.rows = design.size = design.packs = 1;
        design.iterations = 8;
        const RunResult result = run(design);
        ASSERT_TRUE(result.steady);
        const double period = result.steady->iteration.count() * device.clock_ghz;
        const double locks =
            static_cast<double>((device.timing.core_lock_op * std::int64_t{6}).count() +
                                device.timing.call_overhead().count());
        const double bytes = static_cast<double>(
            std::max(choose(design, device).a_tile(), choose(design, device).b_tile()).count());
        const double expected = std::max(result.kernel->mean_cycles.value() + locks, bytes / 3.84);
        EXPECT_NEAR(period, expected, 0.01 * expected) << to_string(types);
        const double tops = result.steady->tops * 1e12 * result.steady->iteration.count() * 1e-9;
        EXPECT_NEAR(tops, choose(design, device).operations(), 1);
        EXPECT_EQ(result.tops, result.steady->tops);
    }
}

TEST_F(PackRun, EveryPortMovesItsBlocksAndNothingElse) {
    const PackDesign design =
        choose(test::small_design(test::published_types()[1], 2, 4, 2), device);
    const RunResult result = run(design);
    EXPECT_EQ(result.ports.size(), 8U + 8U + 4U);
    for (const backends::PortFigures& port : result.ports) {
        const std::int64_t block = port.is_input ? 32 * 32 : 32 * 32 * 2;
        EXPECT_EQ(port.words, 4 * block / 4) << port.name;
        EXPECT_EQ(port.frame_ends.size(), 4U);
    }
}

TEST_F(PackRun, TimesOfEachCoreAddUpToTheRun) {
    const RunResult result = run(test::small_design(test::published_types()[2], 2, 4, 2));
    EXPECT_EQ(result.cores.size(), 16U);
    for (const backends::CoreTimes& core : result.cores)
        EXPECT_EQ(std::accumulate(core.cycles.begin(), core.cycles.end(), arch::Cycles{}),
                  *result.cycles);
}

TEST_F(PackRun, AllCascadesCarryTheWordsOfTheirCalls) {
    for (const Types& types : test::published_types()) {
        const PackDesign design = choose(test::small_design(types, 1, 3, 1), device);
        // An accumulator has 4 bytes, a word of the cascade 64.
        const std::int64_t words = 32 * 32 * 4 / 64;
        EXPECT_EQ(cascade_words(kernel_of(design, kernels::ChainPart::First)),
                  (kernels::CascadeWords{0, words}));
        EXPECT_EQ(cascade_words(kernel_of(design, kernels::ChainPart::Middle)),
                  (kernels::CascadeWords{words, words}));
        EXPECT_EQ(cascade_words(kernel_of(design, kernels::ChainPart::Last)),
                  (kernels::CascadeWords{words, 0}));
    }
    // 18 and 32 blocks of 8 words each: 144 and 256 words (Mhatre et al., section IV-B).
    PackDesign published;
    published.types = test::published_types()[0];
    EXPECT_EQ(cascade_words(kernel_of(choose(published, device), kernels::ChainPart::First)).puts,
              144);
    published.types = test::published_types()[3];
    EXPECT_EQ(cascade_words(kernel_of(choose(published, device), kernels::ChainPart::First)).puts,
              256);
}

/// A call passes 18 or 32 blocks of 8 words each (Mhatre et al., section IV-B).
TEST_F(PackRun, EachCascadePassesTheWordsOfItsBlocksAtEachCall) {
    for (const Types& types : test::published_types()) {
        PackDesign design;
        design.types = types;
        design.rows = design.packs = 1;
        design.size = 4;
        design.iterations = 3;
        const RunResult result = run(design);
        ASSERT_EQ(result.cascades.size(), 3U);
        const int words = types.c == kernels::DataType::Int32 ? 144 : 256;
        for (const backends::CascadeFigures& cascade : result.cascades) {
            EXPECT_EQ(cascade.words, 3 * words) << to_string(types);
            EXPECT_EQ(cascade.to.column, cascade.from.column + 1);
        }
    }
}

TEST_F(PackRun, ThreeIterationsAreTooFewForTheSteadyRate) {
    PackDesign design = test::small_design(test::published_types()[0], 1, 2, 1);
    for (const std::int64_t iterations : {1, 2, 3, 4}) {
        design.iterations = iterations;
        EXPECT_EQ(run(design).steady.has_value(), iterations == 4);
        EXPECT_EQ(backends::make_analytic_backend()
                      ->run(map_packs(design, device), device, {})
                      .steady.has_value(),
                  iterations == 4);
    }
}

/// With the placement `location`, calls on ping buffers take longer than calls on pong buffers. A
/// port carries the 104 x 120 bytes of A in 2.6 us at 4.8 GB/s in either case, which limits the
/// rate.
TEST_F(PackRun, AnOddNumberOfIterationsGivesTheSameSteadyRateAsAnEvenOne) {
    PackDesign design;
    design.types = test::published_types()[0];
    design.tile = Extent{120, 104, 16};
    design.mmul = Extent{4, 8, 8};
    design.placement = Strategy::Location;
    design.rows = design.packs = 1;
    design.size = 4;
    for (const std::int64_t iterations : {4, 5, 6, 7, 20}) {
        design.iterations = iterations;
        const RunResult result = run(design);
        const std::vector<arch::Nanoseconds>& ends = result.ports.back().frame_ends;
        const auto between = [&](std::size_t i) { return (ends.at(i + 1) - ends.at(i)).count(); };
        EXPECT_GT(std::abs(between(1) - between(2)), 0.05 * between(1)) << "nothing alternates";
        EXPECT_NEAR(result.steady->iteration.count(), 104 * 120 / 4.8, 1) << iterations;
    }
}

TEST_F(PackRun, LocationIsSlowerThanAddressForEveryType) {
    for (const Types& types : test::published_types()) {
        PackDesign design;
        design.types = types;
        design.rows = design.size = design.packs = 1;
        design.iterations = 3;
        design.placement = Strategy::Address;
        const double address = run(design).kernel->mean_cycles.value();
        design.placement = Strategy::Location;
        EXPECT_GT(run(design).kernel->mean_cycles.value(), 1.02 * address) << to_string(types);
    }
}

TEST_F(PackRun, PacksOfAnyLengthRunAndAreNoFasterForIt) {
    int runs = 0;
    for (const Types& types : test::published_types()) {
        double before = 0;
        // Every length for one type, every ninth for the others.
        const bool all = types == test::published_types()[1];
        for (int size = 2; size <= 38; size += all ? 1 : 9) {
            PackDesign design;
            design.types = types;
            design.rows = design.packs = 1;
            design.size = size;
            design.stagger = 0;
            design.pl_clock_ghz = 2;  // no core waits for a port
            if (!all) design.iterations = 3;
            const RunResult result = run(design);
            EXPECT_GE(result.kernel->mean_cycles.value(), before)
                << to_string(types) << ", " << size;
            before = result.kernel->mean_cycles.value();
            ++runs;
        }
    }
    EXPECT_EQ(runs, 37 + 3 * 5);
}

TEST_F(PackRun, TheWholeArrayIsRight) {
    for (const Types& types : test::published_types()) {
        PackDesign design;
        design.types = types;
        design.iterations = 4;
        const RunResult result = run(design, true);
        EXPECT_EQ(result.cores.size(), 288U);
        EXPECT_TRUE(result.verification->passed)
            << to_string(types) << ": " << result.verification->message;
        if (types.c != kernels::DataType::Int32) continue;
        EXPECT_EQ(name_of(result.steady->bound), "PLIO");
        // The array does 2 x 384 x 960 x 432 operations while a port carries 11,520 bytes at 4.8
        // GB/s (section V-D).
        EXPECT_NEAR(result.steady->tops, 2.0 * 384 * 960 * 432 / (11520 / 4.8) * 1e-3,
                    0.02 * result.steady->tops);
    }
}

TEST_F(PackRun, ClosedFormsAgreeWithTheSimulation) {
    for (const Types& types : test::published_types()) {
        PackDesign design;
        design.types = types;
        design.iterations = 8;
        const schedule::Schedule schedule = map_packs(design, device);
        const RunResult closed = backends::make_analytic_backend()->run(schedule, device, {});
        const RunResult simulated = backends::make_systemc_backend()->run(schedule, device, {});
        const auto cycles = [](const RunResult& result) {
            return static_cast<double>(result.cycles->count());
        };
        EXPECT_NEAR(cycles(closed), cycles(simulated), 0.08 * cycles(simulated))
            << to_string(types);
        EXPECT_EQ(closed.tops, closed.steady->tops);
    }
}

/// With small tiles, calls are short in comparison with the costs around them (lock operations,
/// call and return), which all cores of a pack have at the same time.
TEST_F(PackRun, ClosedFormsOfLongPacksOfSmallTilesAgreeWithTheSimulation) {
    for (const int size : {4, 12, 38}) {
        PackDesign design = test::small_design(test::published_types()[1], 1, size, 1);
        design.tile = Extent{16, 16, 16};
        const schedule::Schedule schedule = map_packs(design, device);
        const auto closed = static_cast<double>(
            backends::make_analytic_backend()->run(schedule, device, {}).cycles->count());
        const auto simulated = static_cast<double>(run(design).cycles->count());
        EXPECT_NEAR(closed, simulated, 0.15 * simulated) << size;
    }
}

/// The shortest of these runs would expose a missing or an additional transfer in the closed forms:
/// one transfer is nearly a fifth of such a run.
TEST_F(PackRun, ClosedFormsOfShortRunsAgreeWithTheSimulationWhicheverPortBinds) {
    int runs = 0;
    // In turn, the ports of A, of B and of C are the limit.
    for (const Extent& tile : {Extent{64, 64, 16}, Extent{16, 64, 64}, Extent{64, 16, 64}})
        for (const int iterations : {1, 2, 4}) {
            PackDesign design = test::small_design(test::published_types()[0], 1, 1, 1);
            design.tile = tile;
            design.iterations = iterations;
            const schedule::Schedule schedule = map_packs(design, device);
            const auto closed = static_cast<double>(
                backends::make_analytic_backend()->run(schedule, device, {}).cycles->count());
            const auto simulated = static_cast<double>(run(design).cycles->count());
            EXPECT_NEAR(closed, simulated, 0.1 * simulated) << to_string(tile) << iterations;
            ++runs;
        }
    EXPECT_EQ(runs, 9);
}

TEST_F(PackRun, NeedsNoStackWhereCoresHaveNone) {
    arch::Device without = device;
    without.core_stack = arch::Bytes{};
    const PackDesign design = test::small_design(test::published_types()[1], 2, 3, 2);
    const RunResult result = backends::make_systemc_backend()->run(map_packs(design, without),
                                                                   without, {.verify = true});
    EXPECT_TRUE(result.verification->passed) << result.verification->message;
}

/// The closed forms leave out the time for which cores of a pack wait for each other within a call.
TEST_F(PackRun, ClosedFormsOfTheSteadyStateAreRightWithinThreeAndAThirdPercent) {
    struct Shape {
        std::optional<Extent> tile;
        std::optional<Extent> mmul;
    };
    int runs = 0;
    double sum = 0;
    for (const Types& types : test::published_types())
        for (const Strategy strategy :
             {Strategy::Unconstrained, Strategy::Location, Strategy::Address})
            for (const int size : {1, 2, 3, 4, 9})
                for (const Shape& shape :
                     {Shape{}, Shape{Extent{32, 64, 32}, {}}, Shape{{}, Extent{4, 8, 4}}}) {
                    PackDesign design;
                    design.types = types;
                    design.rows = design.packs = 1;
                    design.size = size;
                    design.placement = strategy;
                    design.iterations = 7;
                    if (shape.tile) design.tile = *shape.tile;
                    if (shape.mmul) design.mmul = *shape.mmul;
                    const schedule::Schedule schedule = map_packs(design, device);
                    const double closed =
                        backends::make_analytic_backend()->run(schedule, device, {}).steady->tops;
                    const double simulated =
                        backends::make_systemc_backend()->run(schedule, device, {}).steady->tops;
                    sum += std::abs(closed / simulated - 1);
                    EXPECT_NEAR(closed, simulated, 0.033 * simulated)
                        << to_string(types) << ", " << to_string(strategy) << ", " << size << ", "
                        << to_string(*choose(design, device).tile) << ", "
                        << to_string(*choose(design, device).mmul);
                    ++runs;
                }
    EXPECT_EQ(runs, 4 * 3 * 5 * 3);
    EXPECT_LT(sum / runs, 0.005) << "on average";
}

}  // namespace
}  // namespace xdnasim::gemm::packs
