// Designs with ports to the programmable logic, as mlir-aie writes them, and the files ports.yaml
// that describe the data of the ports.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/analytic/analytic_backend.hpp"
#include "backends/systemc/systemc_backend.hpp"
#include "test/support/input_error.hpp"
#include "test/support/temporary_folder.hpp"
#include "test/workloads/design/design_text.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::design {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kPorts =
    "ports:\n"
    "  of_in_shim_alloc: {words: 256, frames: 8, bits: 128}\n"
    "  of_out_shim_alloc: {words: 256, frames: 8, bits: 128}\n";

class DesignWithPorts : public testing::Test {
 protected:
    [[nodiscard]] problem::Problem load(const std::string& text,
                                        std::vector<problem::Setting> settings = {}) const {
        settings.emplace_back("design.kernels", kernels);
        return problem::load_problem(folder_.write("design.mlir", text), settings);
    }
    [[nodiscard]] problem::Problem load_with(const std::string& ports,
                                             const std::vector<problem::Setting>& settings = {}) {
        static_cast<void>(folder_.write("ports.yaml", ports));
        return load(text_, settings);
    }
    [[nodiscard]] static backends::RunResult run(const problem::Problem& problem,
                                                 bool verify = false) {
        return backends::make_systemc_backend()->run(map_problem(problem), problem.device,
                                                     {.verify = verify});
    }
    /// The message with which the design with `ports` is refused.
    [[nodiscard]] std::string refusal_of(const std::string& ports) {
        return input_error([&] { return map_problem(load_with(ports)); });
    }
    std::string kernels = "{scale: 100}";
    TemporaryFolder folder_;
    std::string text_ = load_text(XDNASIM_EXAMPLES "/design_plio/input_with_addresses.mlir");
};

TEST_F(DesignWithPorts, EndsWhenEveryPortHasMovedItsWords) {
    const backends::RunResult result = run(load_with(kPorts));
    ASSERT_EQ(result.ports.size(), 2U);
    for (const backends::PortFigures& port : result.ports) {
        EXPECT_EQ(port.words, 8 * 256);
        EXPECT_EQ(port.frame_ends.size(), 8U);
    }
    EXPECT_EQ(result.ports[0].name, "of_in_shim_alloc");
    EXPECT_TRUE(result.ports[0].is_input);
    EXPECT_FALSE(result.ports[1].is_input);
    // 8 KiB come in at 3.84 bytes a cycle. Then the last frame of 1,024 bytes passes the core in
    // 100 cycles and leaves it at 4 bytes a cycle.
    const auto in = 8 * 1024 / 3.84;
    EXPECT_GT(result.cycles->count(), in + 1024 / 4.0 + 100);
    EXPECT_LT(result.cycles->count(), in + 1024 / 4.0 + 100 + 200);
}

TEST_F(DesignWithPorts, AreEstimatedWithTheirClockAndInterval) {
    const auto ratio = [&](const std::string& ports) {
        const problem::Problem problem = load_with(ports);
        const auto bound =
            backends::make_analytic_backend()->run(map_problem(problem), problem.device, {});
        return static_cast<double>(bound.cycles->count()) /
               static_cast<double>(run(problem).cycles->count());
    };
    const std::string in = "  of_in_shim_alloc: {words: 256, frames: 80, bits: 128";
    const std::string out = "}\n  of_out_shim_alloc: {words: 256, frames: 80, bits: 128}\n";
    int checked = 0;
    for (const char* const clock : {"pl_clock_ghz: 0.3\nports:\n", "pl_clock_ghz: 0.1\nports:\n"})
        for (const char* const interval : {"", ", interval: 600"}) {
            const double near = ratio(fmt::format("{}{}{}{}", clock, in, interval, out));
            EXPECT_GT(near, 0.93) << clock << interval;
            EXPECT_LE(near, 1) << clock << interval;
            ++checked;
        }
    EXPECT_EQ(checked, 4);
}

TEST_F(DesignWithPorts, BindAsStreamsThoughNoWiderOnesSaveAnInterval) {
    const problem::Problem problem =
        load_with(with(kPorts, "frames: 8,", "frames: 8, interval: 600,"));
    const auto bound =
        backends::make_analytic_backend()->run(map_problem(problem), problem.device, {});
    EXPECT_EQ(name_of(*bound.bottleneck), "stream");
    EXPECT_LT(bound.bottleneck->gain, 0.03);
}

TEST_F(DesignWithPorts, TakesTheClockAndTheWidthOfThePorts) {
    const auto cycles = [&](const std::string& ports,
                            const std::vector<problem::Setting>& settings = {}) {
        return static_cast<double>(run(load_with(ports, settings)).cycles->count());
    };
    std::string narrow = kPorts;
    for (const char* port : {", bits: 128", ", bits: 128"})
        narrow = with(narrow, port, "");
    const double wide = cycles(kPorts);
    EXPECT_NEAR(cycles(narrow) - wide, 8 * 1024 / 1.92 - 8 * 1024 / 3.84, 400);
    const double slow = cycles(std::string{"pl_clock_ghz: 0.15\n"} + kPorts);
    EXPECT_NEAR(slow, cycles(narrow), 60);
    EXPECT_EQ(cycles(kPorts, {{"design.pl_clock_ghz", "0.15"}}), slow);
}

TEST_F(DesignWithPorts, WaitsForTheTimeOfTheNextFrame) {
    const auto result = run(load_with(with(kPorts, "frames: 8,", "frames: 8, interval: 1200,")));
    const auto& ends = result.ports[0].frame_ends;
    ASSERT_EQ(ends.size(), 8U);
    for (std::size_t i = 1; i < ends.size(); ++i)
        EXPECT_NEAR((ends[i] - ends[i - 1]).count(), 1200 / 0.3, 0.01);  // ns
}

TEST_F(DesignWithPorts, TakesAtLeastWhatItsClosedFormsSay) {
    const auto bound = [](const problem::Problem& problem) {
        return backends::make_analytic_backend()->run(map_problem(problem), problem.device, {});
    };
    // Eight frames of 1 KiB at 3.84 bytes a cycle; eight calls of 100 cycles are shorter.
    const problem::Problem streams = load_with(kPorts);
    EXPECT_NEAR(static_cast<double>(bound(streams).cycles->count()), 8 * 1024 / 3.84, 2);
    EXPECT_LE(bound(streams).cycles->count(), run(streams).cycles->count());
    // Eight calls of 1,000 cycles, each with the overhead of a call and four lock operations.
    kernels = "{scale: 1000}";
    const problem::Problem computes = load_with(kPorts);
    const arch::Timing& timing = computes.device.timing;
    EXPECT_EQ(bound(computes).cycles->count(),
              8 * (1000 + timing.call_overhead().count() + 4 * timing.core_lock_op.count()));
    EXPECT_LE(bound(computes).cycles->count(), run(computes).cycles->count());
    EXPECT_EQ(bound(computes).kernel->calls, 8);
}

TEST_F(DesignWithPorts, ListsThePortsOfWhichNothingIsSaid) {
    kernels = "{}";
    const std::string why = input_error([&] { return map_problem(load(text_)); });
    EXPECT_THAT(why, HasSubstr("the cycles of 1 kernel are not known"));
    EXPECT_THAT(
        why, HasSubstr("the data that the programmable logic moves through 2 ports are unknown:\n"
                       "  of_in_shim_alloc (PLIO : 0 of (10,0), into the array) at "));
    EXPECT_THAT(why, HasSubstr("design.mlir:15:5"));
    EXPECT_THAT(why, HasSubstr("out of the array) at "));
    EXPECT_THAT(why, HasSubstr("`simulate --ports-template FILE` writes one"));
}

TEST_F(DesignWithPorts, WriteATemplateThatRunsOnceAllOfThemAreFilledIn) {
    const Design design = read_design(text_, "design.mlir", load(text_).device, {});
    const std::string in = "\n  of_in_shim_alloc:";
    EXPECT_THAT(design.ports_template,
                HasSubstr(in + "  # {words: ...}; PLIO : 0 of (10,0), into the array\n"));
    EXPECT_THAT(refusal_of(design.ports_template),
                AllOf(HasSubstr("moves through 2 ports are unknown"), HasSubstr("ports.yaml:13:3)"),
                      HasSubstr("ports.yaml:14:3)")));
    const std::string half = with(design.ports_template, in, in + " {words: 1024}");
    EXPECT_THAT(refusal_of(half),
                AllOf(HasSubstr("moves through 1 port are unknown"),
                      testing::ContainsRegex(
                          "of_out_shim_alloc .*out of the array\\) at "
                          ".*design.mlir:[0-9:]*, whose value is empty \\(.*ports.yaml:14:3\\)")));
    const std::string out = "\n  of_out_shim_alloc:";
    const backends::RunResult result = run(load_with(with(half, out, out + " {words: 1024}")));
    EXPECT_EQ(result.ports[1].words, 1024);
}

TEST_F(DesignWithPorts, HaveATemplateWithoutAny) {
    EXPECT_THAT(read(text_of("scale_2024.mlir")).ports_template,
                testing::EndsWith("\nports: {}\n"));
}

TEST_F(DesignWithPorts, NameThemByTheirPlaceWhereTheTextDoesNot) {
    std::string text = text_;
    for (const char* name : {"in", "out"}) {
        const std::size_t at = text.find(fmt::format("aie.shim_dma_allocation @of_{}", name));
        text.erase(at, text.find('\n', at) - at);
    }
    const std::string why = input_error([&] { return map_problem(load(text)); });
    EXPECT_THAT(why, HasSubstr("\n  in_10_0 (PLIO : 0 of (10,0), into the array)"));
    EXPECT_THAT(why, HasSubstr("\n  out_10_0 (PLIO : 0 of (10,0), out of the array)"));
}

/// Routes as mlir-aie writes them: without a mux in a shim without a DMA, with one in a shim with a
/// DMA.
TEST_F(DesignWithPorts, FollowRoutesToPlioWithAMuxAndWithout) {
    const std::string flows =
        "    aie.flow(%tile_10_0, PLIO : 0, %tile_10_3, DMA : 0)\n"
        "    aie.flow(%tile_10_3, DMA : 0, %tile_10_0, PLIO : 0)\n";
    std::string switches = R"(
    %tile_10_1 = aie.tile(10, 1)
    %tile_10_2 = aie.tile(10, 2)
    %sb0 = aie.switchbox(%tile_10_0) {
      aie.connect<South : 0, North : 1>
      aie.connect<North : 2, South : 0>
    }
    %sb1 = aie.switchbox(%tile_10_1) {
      aie.connect<South : 1, North : 1>
      aie.connect<North : 2, South : 2>
    }
    %sb2 = aie.switchbox(%tile_10_2) {
      aie.connect<South : 1, North : 1>
      aie.connect<North : 2, South : 2>
    }
    %sb3 = aie.switchbox(%tile_10_3) {
      aie.connect<South : 1, DMA : 0>
      aie.connect<DMA : 0, South : 2>
    }
)";
    static_cast<void>(folder_.write("ports.yaml", kPorts));
    const auto routed = [&](const std::string& text) {
        const problem::Problem problem = load(text);
        const schedule::Schedule schedule = map_problem(problem);
        EXPECT_EQ(schedule.flows.size(), 2U);
        for (const schedule::Route& route : schedule.routes)
            EXPECT_THAT(route.hops, ElementsAre(4));
        return run(problem).cycles->count();
    };
    const auto without = routed(with(text_, flows, switches));
    switches +=
        "    %mux = aie.shim_mux(%tile_10_0) {\n"
        "      aie.connect<PLIO : 0, North : 0>\n"
        "      aie.connect<North : 0, PLIO : 0>\n"
        "    }\n";
    EXPECT_EQ(routed(with(text_, flows, switches)), without);
    // A mux that joins the port to another channel of the switch than that of the port is refused.
    const std::string other = with(switches, "PLIO : 0, North : 0>", "PLIO : 0, North : 1>");
    EXPECT_THAT(input_error([&] { return map_problem(load(with(text_, flows, other))); }),
                HasSubstr("(10,0) slave PLIO:0 connected to South:1 of a shim"));
}

TEST_F(DesignWithPorts, HoldsDataAgainstAFile) {
    kernels = "{scale: {work: scale, bytes: 1024, type: int32, factor: 3, cycles: 100}}";
    // Little-endian words whose lowest bytes count up from 0.
    std::string in(2048, '\0');
    for (std::size_t i = 0; i < in.size(); i += 4)
        in[i] = static_cast<char>(i / 4);
    static_cast<void>(folder_.write("in.bin", in));
    const std::string ports =
        "ports:\n"
        "  of_in_shim_alloc: {data: in.bin, frames: 2}\n"
        "  of_out_shim_alloc: {data: out.bin, frames: 2}\n";
    std::string out = in;
    for (std::size_t i = 0; i < out.size(); i += 4) {
        const int product = 3 * static_cast<unsigned char>(out[i]);
        out[i] = static_cast<char>(product % 256);
        out[i + 1] = static_cast<char>(product / 256);
    }
    static_cast<void>(folder_.write("out.bin", out));
    const backends::RunResult good = run(load_with(ports), true);
    ASSERT_TRUE(good.verification);
    EXPECT_TRUE(good.verification->passed) << good.verification->message;
    EXPECT_EQ(good.verification->message, "2,048 bytes of 1 port match those of the files");
    EXPECT_EQ(good.ports[0].words, 512);

    out[1204] = static_cast<char>(out[1204] + 1);
    static_cast<void>(folder_.write("out.bin", out));
    const backends::RunResult bad = run(load_with(ports), true);
    EXPECT_FALSE(bad.verification->passed);
    EXPECT_THAT(bad.verification->message, HasSubstr("'of_out_shim_alloc': byte 1204 is "));

    kernels = "{scale: 100}";
    EXPECT_THAT(input_error([&] { return run(load_with(ports), true); }),
                HasSubstr("a run with data needs to know what kernel 'scale' computes"));
}

TEST_F(DesignWithPorts, RefusesDescriptionsThatAreWrong) {
    const auto ports = [](const std::string& of_input) {
        return with(kPorts, "{words: 256, frames: 8, bits: 128}", of_input);
    };
    const std::vector<std::pair<std::string, std::string>> wrong{
        {ports("{frames: 8}"), "ports.yaml:2:21: 'ports.of_in_shim_alloc.words' is missing"},
        {ports("{words: 0}"), "ports.yaml:2:29: "},
        {ports("{words: 256, bits: 96}"),
         "ports.yaml:2:40: 96 is not a width of a port; allowed: 64, 128"},
        {ports("{words: 256, frame: 2}"), "did you mean 'frames'?"},
        {ports("{words: 256, interval: -1}"), "ports.yaml:2:44: "},
        {ports("{sends: of_in_shim_alloc}"), "is not a port of the design out of the array"},
        {ports("{words: 256, buffer: A}"), "is not an argument of the design's runtime sequence"},
        {ports("{data: none.bin}"), "none.bin' cannot be read"},
        {with(kPorts, "of_in_shim_alloc", "of_im_shim_alloc"),
         "'of_im_shim_alloc' is not a port of the design; did you mean 'of_in_shim_alloc'?"},
        {std::string{"pl_clock: 0.3\n"} + kPorts, "did you mean 'pl_clock_ghz'?"},
        {with(kPorts, "of_out_shim_alloc: {words: 256, frames: 8,",
              "of_out_shim_alloc: {sends: of_in_shim_alloc,"),
         "`sends` is only for ports into it"},
        {ports("7"), "ports.yaml:2:21: "}};
    int checked = 0;
    for (const auto& [text, what] : wrong) {
        const std::string why = refusal_of(text);
        EXPECT_THAT(why, AllOf(HasSubstr("ports.yaml:"), HasSubstr(what)));
        ++checked;
    }
    EXPECT_EQ(checked, 12);
}

TEST_F(DesignWithPorts, RefusesPortsThatTheDeviceHasNot) {
    static_cast<void>(folder_.write("ports.yaml", kPorts));
    const auto why = [&](const std::string& text) {
        return input_error([&] { return map_problem(load(text)); });
    };
    EXPECT_THAT(
        why(with(text_, "PLIO : 0, %tile_10_3", "PLIO : 8, %tile_10_3")),
        HasSubstr("device versal-ve2802 has no port (10,0) slave PLIO:8; it has PLIO 0 to 7 "
                  "into the array in columns 5 to 32"));
    EXPECT_THAT(why(with(text_, "%tile_10_3, DMA : 0, %tile_10_0, PLIO : 0",
                         "%tile_10_3, DMA : 0, %tile_10_0, PLIO : 6")),
                HasSubstr("it has PLIO 0 to 5 out of the array"));
    EXPECT_THAT(why(with(with(text_, "PLIO : 0, %tile_10_3", "PLIO : 1, %tile_10_3"),
                         "MM2S, 0) {plio", "MM2S, 1) {plio")),
                HasSubstr("ports.yaml:2:51: 128 takes two ports"));
    EXPECT_THAT(why(with(text_, "aie.flow(%tile_10_0, PLIO : 0, %tile_10_3, DMA : 0)",
                         "aie.packet_flow(1) {aie.packet_source<%tile_10_0, PLIO : 0> "
                         "aie.packet_dest<%tile_10_3, DMA : 0>}")),
                HasSubstr("packets from or to PLIO. Use aie.flow"));
}

// Designs without a runtime sequence.

constexpr const char* kCoresAlone = R"(
module {
  aie.device(npu1) {
    %a = aie.tile(0, 3)
    %b = aie.tile(0, 2)
    aie.cascade_flow(%a, %b)
    func.func private @give()
    func.func private @take()
    %core_a = aie.core(%a) {
      func.call @give() : () -> ()
      aie.end
    }
    %core_b = aie.core(%b) {
      func.call @take() : () -> ()
      aie.end
    }
  }
}
)";

TEST_F(DesignWithPorts, WithoutThemRunsUntilItsCoresEnd) {
    kernels = "{give: {cycles: 300, puts: 4}, take: {cycles: 500, gets: 4}}";
    const backends::RunResult result = run(load(kCoresAlone));
    ASSERT_TRUE(result.cycles);
    // The taker waits for its first word, which is put after 75 cycles (a quarter of 300) and
    // arrives two cycles later.
    EXPECT_GE(result.cycles->count(), 75 + 1 + 500);
    EXPECT_LE(result.cycles->count(), 75 + 1 + 500 + 100);
}

TEST_F(DesignWithPorts, WithoutThemOrAnEndIsRefused) {
    kernels = "{give: 10, take: 10}";
    const auto endless = [](const std::string& text, const char* name) {
        return with(text, fmt::format("      func.call @{}() : () -> ()\n", name),
                    fmt::format("      cf.br ^bb1\n    ^bb1:\n      func.call @{}() : () -> ()\n"
                                "      cf.br ^bb1\n    ^bb2:\n",
                                name));
    };
    const std::string text = endless(endless(kCoresAlone, "give"), "take");
    EXPECT_THAT(
        input_error([&] { return map_problem(load(text)); }),
        AllOf(HasSubstr("design.mlir:4:5: "),
              HasSubstr("so a run would never end. Give the sequence with design.instructions")));
}

}  // namespace
}  // namespace xdnasim::design
