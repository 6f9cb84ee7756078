// Closed forms of designs, compared with runs of the same designs.

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "backends/analytic/analytic_backend.hpp"
#include "backends/systemc/systemc_backend.hpp"
#include "test/workloads/design/design_text.hpp"
#include "workloads/design/estimate.hpp"

namespace xdnasim::design {
namespace {

using arch::Bytes;
using events::CoreState;

struct Both {
    backends::RunResult estimated;
    backends::RunResult simulated;

    [[nodiscard]] double ratio() const {
        return static_cast<double>(estimated.cycles->count()) /
               static_cast<double>(simulated.cycles->count());
    }
};

Both both(const std::string& text, const std::string& cycles) {
    const TemporaryFolder folder;
    const std::vector<problem::Setting> settings{{"design.default_cycles", cycles}};
    const problem::Problem problem =
        problem::load_problem(folder.write("design.mlir", text), settings);
    const schedule::Schedule schedule = map_problem(problem);
    return {backends::make_analytic_backend()->run(schedule, problem.device, {}),
            backends::make_systemc_backend()->run(schedule, problem.device, {})};
}

/// one_core.mlir with 400 objects; the core's loop has `rounds` rounds.
std::string text_with_rounds(const std::string& rounds) {
    std::string text =
        with(text_of("one_core.mlir"), "arith.constant 16", "arith.constant " + rounds);
    for (int i = 0; i < 2; ++i)
        text = with(with(text, "memref<2048xi32>", "memref<25600xi32>"), "memref<128xi32>",
                    "memref<3200xi32>");
    return with(with(text, "1, 1024][", "1, 25600]["), "1, 128][", "1, 3200][");
}

const std::string kRoundsWithoutEnd = "9223372036854775807";

TEST(DesignEstimate, TakesProgramsThatEndAsThoseThatDoNot) {
    const Both endless = both(text_with_rounds(kRoundsWithoutEnd), "3000");
    int checked = 0;
    // The program with 4,294,967,295 rounds never ends in practice.
    for (const char* const rounds : {"400", "4294967295"}) {
        const Both finite = both(text_with_rounds(rounds), "3000");
        EXPECT_EQ(finite.estimated.kernel->calls, 400) << rounds;
        EXPECT_EQ(finite.estimated.dram->read, Bytes{400 * 256}) << rounds;
        EXPECT_EQ(finite.estimated.cycles, endless.estimated.cycles) << rounds;
        EXPECT_GT(finite.ratio(), 0.9) << rounds;
        EXPECT_LE(finite.ratio(), 1) << rounds;
        ++checked;
    }
    EXPECT_EQ(checked, 2);
}

TEST(DesignEstimate, CountsProgramsThatWaitForNoData) {
    const Both alone = both(
        "module {\n"
        "  aie.device(npu1_1col) {\n"
        "    func.func private @k(memref<8xi32>)\n"
        "    %c = aie.tile(0, 2)\n"
        "    %b = aie.buffer(%c) {sym_name = \"b\"} : memref<8xi32>\n"
        "    %core = aie.core(%c) {\n"
        "      %c0 = arith.constant 0 : index\n"
        "      %c1 = arith.constant 1 : index\n"
        "      %n = arith.constant 50 : index\n"
        "      scf.for %i = %c0 to %n step %c1 {\n"
        "        func.call @k(%b) : (memref<8xi32>) -> ()\n"
        "      }\n"
        "      aie.end\n"
        "    }\n"
        "  }\n"
        "}\n",
        "1000");
    EXPECT_EQ(alone.estimated.kernel->calls, 50);
    EXPECT_NEAR(alone.ratio(), 1, 0.001);
}

TEST(DesignEstimate, LetsStreamsWithinTheArrayBeginBeforeTheHostsDataCome) {
    // A mem tile sends 64 words to itself `more` + 1 times; then it sends the result to the host.
    const auto text = [](int more) {
        return fmt::format(R"(module {{
  aie.device(npu1) {{
    %shim = aie.tile(0, 0)
    %mem = aie.tile(0, 1)
    %from = aie.buffer(%mem) : memref<64xi32> = dense<7>
    %to = aie.buffer(%mem) : memref<64xi32>
    %come = aie.lock(%mem) {{init = 0 : i32}}
    aie.flow(%mem, DMA : 0, %mem, DMA : 0)
    aie.flow(%mem, DMA : 1, %shim, DMA : 0)
    aie.shim_dma_allocation @out(%shim, S2MM, 0)
    aie.memtile_dma(%mem) {{
      aie.dma_start(MM2S, 0, ^send, ^next, repeat_count = {0})
    ^send:
      aie.dma_bd(%from : memref<64xi32>, 0, 64)
      aie.end
    ^next:
      aie.dma_start(S2MM, 0, ^get, ^last, repeat_count = {0})
    ^get:
      aie.dma_bd(%to : memref<64xi32>, 0, 64)
      aie.use_lock(%come, Release, 1)
      aie.end
    ^last:
      aie.dma_start(MM2S, 1, ^out, ^end)
    ^out:
      aie.use_lock(%come, AcquireGreaterEqual, {1})
      aie.dma_bd(%to : memref<64xi32>, 0, 64)
      aie.end
    ^end:
      aie.end
    }}
    aie.runtime_sequence(%b: memref<64xi32>) {{
      aiex.npu.dma_memcpy_nd(%b[0, 0, 0, 0][1, 1, 1, 64][0, 0, 0, 1]) {{id = 0 : i64, metadata = @out, issue_token = true}} : memref<64xi32>
      aiex.npu.dma_wait {{symbol = @out}}
    }}
  }}
}}
)",
                           more, more + 1);
    };
    for (const int more : {7, 31, 62}) {
        const double ratio = both(text(more), "100").ratio();
        EXPECT_LE(ratio, 1.01) << more;
        EXPECT_GT(ratio, 0.6) << more;
    }
}

TEST(DesignEstimate, CountsReturnsAndWhatTheyRestore) {
    const Both run = both(text_with_rounds(kRoundsWithoutEnd), "200");
    const auto busy = static_cast<double>(run.simulated.cores.front()[CoreState::Busy].count());
    EXPECT_NEAR(static_cast<double>(run.estimated.cycles->count()) / busy, 1, 0.02);
}

TEST(DesignEstimate, CountsSignalsToTraceUnitsAsTheCommandProcessorDoes) {
    const arch::Device& device = phoenix();
    const auto commands = [&](const schedule::SequenceOp& operation) {
        schedule::Schedule schedule;
        schedule.sequence.assign(100, operation);
        const schedule::Estimate found =
            estimate(schedule, device, [](const auto&) { return arch::Cycles{0}; }, {});
        return std::ranges::find(found.terms, schedule::Limit::Commands, &schedule::Term::limit)
            ->cycles;
    };
    const double locks = commands({schedule::SetLock{}});  // one register write each
    EXPECT_GT(locks, 0);
    EXPECT_EQ(commands({schedule::SignalTrace{}}), locks);
}

}  // namespace
}  // namespace xdnasim::design
