#include "backends/analytic/analytic_backend.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/systemc/systemc_backend.hpp"
#include "backends/what_if.hpp"
#include "base/error.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::backends {
namespace {

struct Loaded {
    explicit Loaded(const char* example, std::vector<problem::Setting> settings = {})
        : problem{problem::load_problem(std::string{XDNASIM_EXAMPLES "/"} + example, settings)},
          schedule{problem::map_problem(problem)} {}

    [[nodiscard]] RunResult on(Backend& backend, const RunOptions& options = {}) const {
        return backend.run(schedule, problem.device, options);
    }
    [[nodiscard]] RunResult analysed(const RunOptions& options = {}) const {
        return on(*make_analytic_backend(), options);
    }
    [[nodiscard]] RunResult simulated() const { return on(*make_systemc_backend()); }

    problem::Problem problem;
    schedule::Schedule schedule;
};

class AnalyticExample : public testing::TestWithParam<const char*> {};

TEST_P(AnalyticExample, CountsWhatTheSimulationCountsAndComesNearItsTime) {
    const Loaded example{GetParam()};
    const RunResult analysed = example.analysed();
    const RunResult simulated = example.simulated();
    EXPECT_EQ(analysed.backend, "analytic");
    EXPECT_EQ(analysed.device, simulated.device);
    EXPECT_EQ(analysed.dram->read, simulated.dram->read);
    EXPECT_EQ(analysed.dram->written, simulated.dram->written);
    ASSERT_EQ(analysed.kernel.has_value(), simulated.kernel.has_value());
    if (analysed.kernel) {
        EXPECT_EQ(analysed.kernel->calls, simulated.kernel->calls);
        EXPECT_EQ(analysed.kernel->cycles_per_call, simulated.kernel->cycles_per_call);
    }
    const auto simulated_cycles = static_cast<double>(simulated.cycles->count());
    EXPECT_NEAR(static_cast<double>(analysed.cycles->count()) / simulated_cycles, 1, 0.15);
    EXPECT_FALSE(why(*analysed.bottleneck).empty());
}

INSTANTIATE_TEST_SUITE_P(Examples, AnalyticExample,
                         testing::Values("gemm_teaching.yaml", "gemm_any.yaml",
                                         "gemm_xdna_int8.yaml", "gemm_xdna_int16out.yaml",
                                         "gemm_xdna_int32out.yaml", "gemm_xdna2_int8.yaml",
                                         "gemm_xdna2_int16out.yaml", "gemm_xdna2_int32out.yaml",
                                         "transfer_memcpy.yaml", "elementwise_vector_scalar.yaml"),
                         [](const auto& one) {
                             std::string name = one.param;
                             name.resize(name.find('.'));
                             std::erase(name, '_');
                             return name;
                         });

/// Where a tile or an object must come in before it leaves, its ways in and out add up. The way
/// that the prologue or the epilogue holds already must not count twice.
TEST(AnalyticBackend, IsNearTheSimulationWhereBuffersAreUsedInTurn) {
    const auto ratio = [](const Loaded& loaded) {
        return static_cast<double>(loaded.analysed().cycles->count()) /
               static_cast<double>(loaded.simulated().cycles->count());
    };
    for (const char* const rows : {"256", "512", "1024"})
        for (const char* const depth : {"1", "2"}) {
            const std::string streams = fmt::format(
                "[{{name: a, rows: {}, row_bytes: 1024, run_bytes: 1024, runs: 256, "
                "walk: along}}]",
                rows);
            const Loaded copy{"transfer_memcpy.yaml",
                              {{"transfer.columns", "1"},
                               {"transfer.depth", depth},
                               {"transfer.streams", streams}}};
            EXPECT_NEAR(ratio(copy), 1, 0.02) << rows << " rows, depth " << depth;
        }
    for (const char* const objects : {"1", "2", "4", "16"})
        for (const char* const mem_tile : {"false", "true"}) {
            const Loaded objects_in_turn{"elementwise_vector_scalar.yaml",
                                         {{"elementwise.objects", objects},
                                          {"elementwise.object_bytes", "16384"},
                                          {"elementwise.depth", "1"},
                                          {"elementwise.mem_tile", mem_tile},
                                          {"elementwise.kernel", "{kind: copy}"}}};
            EXPECT_NEAR(ratio(objects_in_turn), 1, 0.04)
                << objects << " objects, mem tile " << mem_tile;
        }
}

/// Examples whose cores call several kernels: parts of a product over the cascade, and the code of
/// a design.
TEST(AnalyticBackend, CountsTheCallsOfTheReportedKernelAlone) {
    for (const char* const example : {"gama_int8.yaml", "design_source/aie.mlir"}) {
        SCOPED_TRACE(example);
        const Loaded loaded{example};
        const RunResult simulated = loaded.simulated();
        ASSERT_TRUE(simulated.kernel);
        EXPECT_GT(simulated.kernel->calls, 0);
        EXPECT_EQ(loaded.analysed().kernel->calls, simulated.kernel->calls);
        EXPECT_GT(loaded.schedule.kernels.size(), 1U);
    }
}

TEST(AnalyticBackend, SaysWhichLimitSavesMost) {
    EXPECT_EQ(name_of(*Loaded{"gemm_xdna2_int8.yaml"}.analysed().bottleneck), "compute");
    EXPECT_EQ(name_of(*Loaded{"transfer_memcpy.yaml"}.analysed().bottleneck), "DRAM");
    const Loaded small{"gemm_any.yaml", {{"gemm.size", "{m: 64, k: 64, n: 64}"}}};
    EXPECT_EQ(name_of(*small.analysed().bottleneck), "commands");
}

double gain_of(schedule::Limit limit, const Loaded& loaded) {
    const std::vector<Relief> reliefs = what_if(*make_analytic_backend(), loaded.schedule,
                                                loaded.problem.device, {}, loaded.analysed());
    return std::ranges::find(reliefs, limit, &Relief::limit)->gain;
}

/// Of the 264 cycles, the way in and the way out each have 128 bytes at 4 bytes a cycle, 32 cycles,
/// and four switches of 4 cycles, 16. Half of these are saved: 16 and 8 cycles of each way.
TEST(AnalyticBackend, FindsWhatStreamsAndSwitchesSaveOfANetwork) {
    const Loaded network{"network_two_layers.yaml"};
    EXPECT_EQ(network.analysed().cycles->count(), 264);
    EXPECT_NEAR(gain_of(schedule::Limit::Stream, network), (16 + 16) / 264.0, 1e-9);
    EXPECT_NEAR(gain_of(schedule::Limit::Latency, network), (8 + 8) / 264.0, 1e-9);
}

/// The layers take 75 and 33 of the 264 cycles. Half of a kernel's cycles is rounded up.
TEST(AnalyticBackend, FindsWhatKernelsSaveOfANetwork) {
    const Loaded network{"network_two_layers.yaml"};
    EXPECT_NEAR(gain_of(schedule::Limit::Compute, network), (75 + 33) / 2.0 / 264, 3.0 / 264);
    EXPECT_EQ(name_of(*network.analysed().bottleneck), "compute");
    EXPECT_THAT(why(*network.analysed().bottleneck), testing::HasSubstr("would save"));
    // Simulated, kernels twice as fast save 41.9 %.
    const Loaded samples{"network_64x64x64_l4.yaml", {{"network.samples", "40"}}};
    EXPECT_NEAR(gain_of(schedule::Limit::Compute, samples), 0.42, 0.06);
}

TEST(AnalyticBackend, NamesThePortsThatBindWithWhatWiderOnesSave) {
    const std::vector<Loaded> bound_by_ports{
        Loaded{"gama_int8.yaml",
               {{"gemm.types", "{a: int8, b: int8, c: int32}"},
                {"gemm.array", "{rows: 2, size: 4, packs: 1, stagger: 1}"},
                {"gemm.placement", "address"},
                {"gemm.iterations", "30"},
                {"gemm.tile", "{m: 64, k: 16, n: 64}"}}},
        Loaded{"network_two_layers.yaml",
               {{"network.input", "{m: 64, k: 64}"},
                {"network.layers", "[{width: 16, split: {a: 1, b: 1, c: 1}}]"},
                {"network.samples", "40"},
                {"network.pl_clock_ghz", "0.33"}}},
        Loaded{"design_plio/input_with_addresses.mlir", {{"design.pl_clock_ghz", "0.15"}}}};
    int checked = 0;
    for (const Loaded& loaded : bound_by_ports) {
        SCOPED_TRACE(loaded.problem.workload->name());
        const RunResult analysed = loaded.analysed();
        EXPECT_EQ(name_of(*analysed.bottleneck), "stream");
        const Relief best =
            what_if(*make_analytic_backend(), loaded.schedule, loaded.problem.device, {}, analysed)
                .front();
        EXPECT_EQ(best.limit, schedule::Limit::Stream);
        EXPECT_NEAR(best.gain, analysed.bottleneck->gain, 1e-3);
        EXPECT_GT(best.gain, 0.05);
        EXPECT_LE(best.gain, 0.5);
        ++checked;
    }
    EXPECT_EQ(checked, 3);
}

TEST(AnalyticBackend, LeavesOutWhatItCannotKnow) {
    const RunResult result = Loaded{"gemm_teaching.yaml"}.analysed();
    EXPECT_TRUE(result.cores.empty());
    EXPECT_FALSE(result.verification);
    EXPECT_FALSE(result.trace);
}

TEST(AnalyticBackend, LeavesTheTraceOfAProblemAside) {
    Loaded example{"gemm_traced.yaml"};
    ASSERT_TRUE(example.schedule.trace);
    const RunResult traced = example.analysed();
    example.schedule.trace.reset();
    EXPECT_EQ(traced.cycles, example.analysed().cycles);
    EXPECT_FALSE(traced.trace);
}

TEST(AnalyticBackend, CountsDispatchAndTheLoadingOfTheDesign) {
    const Loaded example{"gemm_teaching.yaml"};
    const RunResult plain = example.analysed();
    EXPECT_EQ(plain.dispatch, example.problem.device.dispatch);
    EXPECT_EQ(plain.reconfiguration, arch::Nanoseconds{0});
    EXPECT_EQ(example.analysed({.reconfigure = true}).reconfiguration,
              example.problem.device.reconfiguration);
}

TEST(AnalyticBackend, RefusesWhatOnlyARunGives) {
    const Loaded example{"gemm_teaching.yaml"};
    const auto refusal = [&](const RunOptions& options, const schedule::Schedule& schedule) {
        try {
            static_cast<void>(
                make_analytic_backend()->run(schedule, example.problem.device, options));
        } catch (const base::InputError& error) {
            return std::string{error.what()};
        }
        return std::string{"none"};
    };
    EXPECT_EQ(
        refusal({.verify = true}, example.schedule),
        "the backend 'analytic' calculates without running anything: it has no data to verify; "
        "allowed: systemc");
    events::Listener listener;
    EXPECT_THAT(refusal({.listeners = {&listener}}, example.schedule),
                testing::HasSubstr("no events for a timeline"));
    schedule::Schedule unknown = example.schedule;
    unknown.workload.reset();
    EXPECT_THAT(refusal({}, unknown), testing::HasSubstr("that says what it computes"));
}

TEST(AnalyticBackend, KnowsDevicesApartByTheirCores) {
    const auto backend = make_analytic_backend();
    const Loaded plain{"gemm_xdna2_int8.yaml"};
    const Loaded slow{"gemm_xdna2_int8.yaml",
                      {{"device",
                        "{base: xdna2-krackan, "
                        "set: {core.matrix.int8-int8-int8.blocking: [1, 1]}}"}}};
    const auto cycles = [&](const Loaded& loaded) {
        return loaded.on(*backend).kernel->cycles_per_call;
    };
    const arch::Cycles first = cycles(plain);
    EXPECT_GT(cycles(slow), first);
    EXPECT_EQ(cycles(plain), first);
}

TEST(AnalyticBackend, KnowsKernelsApartByHowTheyAreWritten) {
    using problem::Setting;
    const Setting device{"device", "xdna2-strix"};
    const std::vector<Setting> int8{device,
                                    {"gemm.size", "{m: 288, k: 216, n: 1152}"},
                                    {"gemm.tile", "{m: 64, k: 72, n: 136}"}};
    const std::vector<Setting> int16{device,
                                     {"gemm.types", "{a: int16, b: int16, c: int32}"},
                                     {"gemm.size", "{m: 80, k: 120, n: 160}"}};
    const std::vector<Setting> bf16{device,
                                    {"gemm.types", "{a: bf16, b: bf16, c: bf16}"},
                                    {"gemm.size", "{m: 256, k: 128, n: 512}"}};
    const auto beside = [](std::vector<Setting> settings, const char* kernel) {
        settings.emplace_back("gemm.kernel", kernel);
        return settings;
    };
    const auto backend = make_analytic_backend();
    for (const auto& [settings, kernel] :
         {std::pair{int8, "{blocking: 1x1}"}, std::pair{int16, "{source: peano}"},
          std::pair{bf16, "{native: true}"}}) {
        SCOPED_TRACE(kernel);
        const Loaded usual{"gemm_any.yaml", settings};
        const Loaded other{"gemm_any.yaml", beside(settings, kernel)};
        EXPECT_LT(usual.on(*backend).kernel->cycles_per_call,
                  other.on(*backend).kernel->cycles_per_call);
        EXPECT_EQ(other.on(*backend).cycles, other.analysed().cycles);
    }
}

}  // namespace
}  // namespace xdnasim::backends
