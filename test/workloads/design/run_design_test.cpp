// Runs of designs.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/analytic/analytic_backend.hpp"
#include "backends/systemc/systemc_backend.hpp"
#include "test/support/temporary_folder.hpp"
#include "test/workloads/design/design_text.hpp"
#include "test/workloads/placed_design/scattered_designs.hpp"
#include "workloads/problem/problem.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::design {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

class RunDesign : public testing::Test {
 protected:
    [[nodiscard]] problem::Problem load(const std::string& text,
                                        std::vector<problem::Setting> settings = {}) const {
        const auto file = folder_.write("design.mlir", text);
        if (settings.empty()) settings = {{"design.default_cycles", "100"}};
        return problem::load_problem(file, settings);
    }

    [[nodiscard]] static backends::RunResult run(const problem::Problem& problem) {
        return backends::make_systemc_backend()->run(map_problem(problem), problem.device, {});
    }

    TemporaryFolder folder_;
};

TEST_F(RunDesign, TakesAsLongInTheSyntaxOfBothYears) {
    const auto before = run(load(text_of("scale_2024.mlir")));
    const auto after = run(load(text_of("scale_2026.mlir")));
    ASSERT_TRUE(before.cycles && after.cycles);
    EXPECT_EQ(before.cycles->count(), after.cycles->count());
    // The run contains eight kernel calls, and moves 2,048 words in each direction.
    EXPECT_GT(before.cycles->count(), 2048);
}

TEST_F(RunDesign, TakesAsLongInTheGenericForm) {
    const auto pretty = run(load(text_of("scale_2024.mlir")));
    const auto generic = run(load(text_of("scale_generic.mlir")));
    EXPECT_EQ(pretty.cycles->count(), generic.cycles->count());
}

// The last words of a source reach a sink some hops later, maybe after the sink's BD has started.
TEST_F(RunDesign, TakesAsLongWithRepeatsSkippedWhereWholeObjectsAreOnTheirWay) {
    const problem::Problem problem = load(placed_design::with_neighbours_memory());
    const schedule::Schedule schedule = map_problem(problem);
    const auto cycles = [&](bool in_full) {
        backends::RunOptions options;
        options.in_full = in_full;
        return backends::make_systemc_backend()->run(schedule, problem.device, options).cycles;
    };
    EXPECT_EQ(cycles(false), cycles(true));
}

TEST_F(RunDesign, HasNoRateInTheArrayWhereNothingIsToBeDone) {
    const auto result =
        run(load("module {\n  aie.device(npu1_1col) {\n    %shim = aie.tile(0, 0)\n"
                 "    aie.runtime_sequence(%a: memref<64xi32>) {\n    }\n  }\n}\n"));
    EXPECT_EQ(result.cycles->count(), 0);
    ASSERT_TRUE(result.rates);
    EXPECT_FALSE(result.rates->array);
}

TEST_F(RunDesign, TakesCyclesFromTheFileBesideIt) {
    static_cast<void>(folder_.write("kernels.yaml", "kernels:\n  scale: 5000\n"));
    const problem::Problem problem = load(text_of("scale_2024.mlir"), {{"reconfigure", "false"}});
    const auto slow = run(problem);
    // Eight calls, one after the other.
    EXPECT_GT(slow.cycles->count(), 8 * 5000);
}

TEST_F(RunDesign, TakesCyclesByAnArgument) {
    const auto cycles = [&](const char* by) {
        return run(load(text_of("scale_2024.mlir"),
                        {{"design.kernels", std::string{"{scale: {by_argument: {argument: 2, "
                                                        "cycles: "} +
                                                by + "}}}"}}))
            .cycles->count();
    };
    EXPECT_GT(cycles("{256: 9000}"), 8 * 9000);
    EXPECT_THAT(input_error([&] { return cycles("{128: 9000}"); }),
                HasSubstr("'scale' is called with 256 as argument 2"));
    EXPECT_THAT(
        input_error([&] {
            return run(load(text_of("scale_2024.mlir"),
                            {{"design.kernels",
                              "{scale: {by_argument: {argument: 7, cycles: {256: 9000}}}}"}}));
        }),
        HasSubstr("'scale' has no argument 7; allowed: 0 to 2"));
}

TEST_F(RunDesign, ReadsAllOfKernelsYaml) {
    struct Row {
        std::string scale;
        std::string message;
    };
    const std::string by = "  scale: {by_argument: {argument: 2, cycles: ";
    const std::vector<Row> all{
        // Lines for argument values that no call passes are checked as well.
        {by + "{256: 9, 512: banana}}}", "kernels.yaml:2:60: 'banana' is not a whole number"},
        {by + "{256: 9, 512: -0.0}}}", "kernels.yaml:2:60: '-0.0' is not a whole number"},
        {by + "{256: 9, x: 1}}}", "kernels.yaml:2:55: 'x' is not a value of an argument"},
        {by + "{256: 9, 0x100: 1}}}", "kernels.yaml:2:55: '0x100' is not a value"},
        {by + "{256: 9, 0256: 1}}}", "kernels.yaml:2:55: '0256' is not a value"},
        {"  scale: {cycles: 4, by_argument: {argument: 2, cycles: {256: 9}}}",
         "kernels.yaml:2:35: cannot be combined with `cycles`. Give one of cycles, by_argument and "
         "program"},
        {"  scale: {program: slots.yaml, cycles: 4}",
         "kernels.yaml:2:20: cannot be combined with `cycles`"},
        {by + "{256: 9}}, program: slots.yaml}", "cannot be combined with `by_argument`"},
        // Entries of functions that only other designs have are checked as well.
        {"  scale: 4\n  other: {nonsense: 3}", "kernels.yaml:3:11: unknown key 'nonsense'"},
        {"  scale: 4\n  other: -5", "kernels.yaml:3:10: '-5' is out of range"},
        {"  scale: 4\n  other: {cycles: 0}", "kernels.yaml:3:19: '0' is out of range"},
        {"  scale: 4\n  other: {work: scale, type: int32}", "factor' is missing"},
        {"  scale: 4\n  other: {cycles: 4, program: x}", "cannot be combined with `cycles`"},
        {"  scale: 4\n  other: {by_argument: {argument: 0, cycles: {x: 1}}}",
         "'x' is not a value of an argument"},
        {"  scale: 4\n  other: {cycles: 4, gets: -1}", "kernels.yaml:3:28: '-1' is out of range"},
        {"  scale: 4\n  other: {cycles: 4, time_limit: 5}",
         "kernels.yaml:3:34: applies only to kernels with `library`"},
        {"  scale: 4\n  other: {cycles: 4, sliced: [1, 1]}", "kernels.yaml:3:34: '1'"},
    };
    for (const Row& row : all) {
        static_cast<void>(folder_.write("kernels.yaml", "kernels:\n" + row.scale + "\n"));
        EXPECT_THAT(input_error([&] { return load(text_of("scale_2024.mlir")); }),
                    HasSubstr(row.message))
            << row.scale;
    }
    EXPECT_EQ(all.size(), 17U);
}

TEST_F(RunDesign, LeavesWhatOnlyOtherDesignsHaveToThem) {
    static_cast<void>(
        folder_.write("kernels.yaml",
                      "kernels:\n  scale: 5000\n  empty:\n"
                      "  other: {by_argument: {argument: 9, cycles: {-1: 5, 64: 6}}}\n"
                      "  slots: {program: none.yaml, gets: 3, inlined: true}\n"
                      "  matmul: {work: matmul, a: int16, b: int16, c: int32, m: 3, k: 3, n: 3}\n"
                      "  library: {library: none.so, time_limit: 5, cycles: 5}\n"
                      "  sliced: {cycles: 4, sliced: [0, 2]}\n"));
    EXPECT_NO_THROW(
        static_cast<void>(run(load(text_of("scale_2024.mlir"), {{"reconfigure", "false"}}))));
}

TEST_F(RunDesign, PlacesAWorkWhoseInstructionsAreNotKnown) {
    const auto with_type = [&](const char* type, const char* more) {
        static_cast<void>(folder_.write(
            "kernels.yaml", fmt::format("kernels:\n  scale: {{work: scale, bytes: 1024, type: {}, "
                                        "factor: 3{}}}\n",
                                        type, more)));
        static_cast<void>(load(text_of("scale_2024.mlir")));
    };
    EXPECT_THAT(input_error([&] {
                    with_type("int32", "");
                    return 0;
                }),
                HasSubstr("kernels.yaml:2:10: no slot model for a kernel that scales int32; "
                          "allowed: int8. Change `work`, or add `cycles`"));
    EXPECT_NO_THROW(with_type("int32", ", cycles: 9"));
    EXPECT_NO_THROW(with_type("int8", ""));
}

TEST_F(RunDesign, CountsCallsWithOtherScalarsAsThoseOfOneKernel) {
    const std::string text =
        with(text_of("scale_2024.mlir"), "%out_buff_1, %c256_i32)", "%out_buff_1, %c128_i32)");
    const std::string both = with(text, "%c256_i32 = arith.constant 256 : i32",
                                  "%c256_i32 = arith.constant 256 : i32\n"
                                  "      %c128_i32 = arith.constant 128 : i32");
    EXPECT_EQ(map_problem(load(both)).kernels.size(), 1U);
    const std::string by_argument =
        "{scale: {by_argument: {argument: 2, cycles: {256: 900, 128: 300}}}}";
    EXPECT_EQ(map_problem(load(both, {{"design.kernels", by_argument}})).kernels.size(), 2U);
}

TEST_F(RunDesign, WithoutCyclesNamesTheKernelAndTheFile) {
    const problem::Problem problem = load(text_of("scale_2024.mlir"), {{"reconfigure", "false"}});
    EXPECT_THAT(input_error([&] { return map_problem(problem); }),
                AllOf(HasSubstr("scale(memref<256xi32>"), HasSubstr("kernels.yaml")));
}

TEST_F(RunDesign, NamesTheKernelThatAMisspeltNameMeans) {
    static_cast<void>(folder_.write("kernels.yaml", "kernels:\n  scal: 5000\n"));
    EXPECT_THAT(input_error([&] {
                    return load(text_of("scale_2024.mlir"), {{"reconfigure", "false"}});
                }),
                AllOf(HasSubstr("kernels.yaml:2:3"),
                      HasSubstr("the design calls no kernel 'scal'; did you mean 'scale'?")));
}

TEST_F(RunDesign, NotesWhatIsSaidOfKernelsOfOtherDesigns) {
    const auto summary_with = [&](const std::string& kernels, const char* key, const char* value) {
        static_cast<void>(folder_.write("kernels.yaml", "kernels:\n" + kernels));
        std::string summary;
        for (const schedule::Line& line :
             load(text_of("scale_2024.mlir"), {{key, value}}).workload->summary())
            summary += line.text;
        return summary;
    };
    EXPECT_THAT(summary_with("  scale: 100\n  scales: 5\n", "reconfigure", "false"),
                AllOf(HasSubstr("'scales', a kernel that the design does not call ("),
                      HasSubstr("kernels.yaml:3:3)")));
    // With default cycles the design runs, and the summary suggests the kernel that may be meant.
    EXPECT_THAT(summary_with("  scales: 5\n", "design.default_cycles", "100"),
                HasSubstr("kernels.yaml:2:3); did you mean 'scale'?"));
}

TEST_F(RunDesign, MaySendBeforeAShimHasATask) {
    const problem::Problem problem = load(text_of("generate.mlir"));
    const auto result = run(problem);
    ASSERT_TRUE(result.cycles);
    const auto bound =
        backends::make_analytic_backend()->run(map_problem(problem), problem.device, {});
    // Words that already wait in the FIFOs along the route do not have to come after the task
    // starts.
    constexpr std::int64_t kInFifos = 32;
    EXPECT_LE(bound.cycles->count(), result.cycles->count() + kInFifos);
    EXPECT_GE(bound.cycles->count(), result.cycles->count() - kInFifos);
    // All words are ready before the first command has been executed, so the cycles of the calls
    // have no effect.
    const auto slow = run(load(text_of("generate.mlir"), {{"design.default_cycles", "1000"}}));
    EXPECT_EQ(slow.cycles->count(), result.cycles->count());
}

TEST_F(RunDesign, RefusesALoopUpToTheCounterOfOneThatHasEnded) {
    const std::string text =
        with(text_of("generate.mlir"), "      scf.for %i = ",
             "      scf.for %j = %zero to %end step %one {\n      }\n"
             "      scf.for %k = %zero to %j step %one {\n"
             "        aie.use_lock(%free, AcquireGreaterEqual, 1)\n      }\n      scf.for %i = ");
    const std::string finite = with(text, "%zero to %end", "%zero to %one");
    EXPECT_THAT(
        input_error([&] { return load(finite); }),
        AllOf(HasSubstr("design.mlir:18:29"), HasSubstr("'%j' is used outside of its region")));
}

TEST_F(RunDesign, TakesAPacketHeaderThatS2mmWouldNotSend) {
    const auto plain = run(load(text_of("generate.mlir")));
    const problem::Problem problem =
        load(with(text_of("generate.mlir"), "{id = 0 : i64, metadata = @out}",
                  "{id = 0 : i64, metadata = @out, packet = #aie.packet_info<pkt_type = 0, "
                  "pkt_id = 3>}"));
    EXPECT_EQ(run(problem).cycles->count(), plain.cycles->count());
}

TEST_F(RunDesign, TakesADeviceWhereItsTextNamesNone) {
    const std::string text = with(text_of("generate.mlir"), "aie.device(npu1_1col)",
                                  "// aie.device(npu2)\n  aie.device(npu9)");
    EXPECT_THAT(input_error([&] { return load(text); }), HasSubstr("is for 'npu9'"));
    const problem::Problem problem =
        load(text, {{"device", "xdna-phoenix"}, {"design.default_cycles", "100"}});
    EXPECT_EQ(problem.device.name, "xdna-phoenix");
}

TEST_F(RunDesign, ExplainsADeadlockInItsNamesAndLines) {
    const problem::Problem problem =
        load(with(text_of("scale_2024.mlir"),
                  "      aie.use_lock(%in_prod_lock, Release, 1)\n      "
                  "aie.use_lock(%out_cons_lock, Release, 1)\n      %4",
                  "      aie.use_lock(%out_cons_lock, Release, 1)\n      %4"));
    try {
        static_cast<void>(run(problem));
        FAIL() << "it ran";
    } catch (const base::DeadlockError& error) {
        EXPECT_THAT(error.what(), AllOf(HasSubstr("waits for lock 0 'in_prod_lock' of (0,2)"),
                                        HasSubstr("design.mlir:84:7"),
                                        HasSubstr("note: core (0,2) lock 0 'in_prod_lock' at ")));
    }
}

TEST_F(RunDesign, NamesTheLockWhoseReleaseADeadlockLacks) {
    const auto note = [&](const std::string& text) -> std::string {
        try {
            static_cast<void>(run(load(text)));
        } catch (const base::DeadlockError& error) {
            const std::string message = error.what();
            return message.substr(message.find("note: "));
        }
        return "it ran";
    };
    const std::string text = text_of("scale_2024.mlir");
    // Each lock is released in two places.
    for (const auto& [number, lock] :
         {std::pair{0, "in_prod_lock"}, std::pair{1, "in_cons_lock"}, std::pair{2, "out_prod_lock"},
          std::pair{3, "out_cons_lock"}}) {
        const std::string release = fmt::format("      aie.use_lock(%{}, Release, 1)\n", lock);
        const std::string head = fmt::format("note: core (0,2) lock {} '{}' ", number, lock);
        std::string without = text;
        EXPECT_THAT(note(without.erase(text.find(release), release.size())), StartsWith(head));
        without = text;
        EXPECT_THAT(note(without.erase(text.rfind(release), release.size())), StartsWith(head));
    }
}

TEST_F(RunDesign, OfAGemmTakesAsLongAsTheGemmWithItsBuffersThere) {
    const auto cycles = [](const problem::Problem& problem) {
        return static_cast<double>(run(problem).cycles->count());
    };
    const double design = cycles(
        load(text_of("gemm_one_core.mlir"),
             {{"design.kernels",
               "{clear_c: {work: zero}, multiply: {work: matmul, a: int16, b: int16, c: int32, m: "
               "64, k: 64, n: 32}}"}}));
    const std::string gemm =
        "device: xdna-phoenix\nworkload: gemm\ngemm:\n  size: {m: 256, k: 128, n: 64}\n"
        "  types: {a: int16, b: int16, c: int32}\n  tile: {m: 64, k: 64, n: 32}\n  k_mt: 64\n"
        "  c_buffers: 2\n  c_buffers_l2: 2\n  b_layout: row-major\n"
        "  bd_reconfiguration: ping-pong\n  array: {rows: 1, columns: 1}\n";
    const auto of_gemm = [&](const std::string& buffers) {
        return cycles(problem::load_problem(folder_.write("gemm.yaml", gemm + buffers), {}));
    };
    // The addresses that the design gives to its buffers.
    const double there = of_gemm(
        "  core_buffers: {A0: 24576, A1: 32768, B0: 9216, B1: 40960, C0: 1024, C1: 16384}\n");
    EXPECT_NEAR(design / there, 1, 0.01);
    // At other addresses, the buffers share other banks: only the same addresses give the same
    // cycles.
    EXPECT_GT(design / of_gemm(""), 1.05);
}

/// scale_2026.mlir whose calls pass only the first half, 512 bytes, of their inputs.
std::string text_with_slices() {
    std::string text = with(text_of("scale_2026.mlir"), "constant 256 : i32", "constant 64 : i32");
    for (int buffer = 0; buffer < 2; ++buffer) {
        const std::string call = fmt::format("func.call @scale(%in_buff_{}", buffer);
        const std::string half = fmt::format(
            "%half{0} = memref.reinterpret_cast %in_buff_{0} to offset: [0], sizes: [128], "
            "strides: [1] : memref<256xi32> to memref<128xi32>\n"
            "            func.call @scale(%half{0}",
            buffer);
        text = with(text, call, half);
    }
    // In the declaration and in both calls.
    for (int i = 0; i < 3; ++i)
        text = with(text, "(memref<256xi32>, memref", "(memref<128xi32>, memref");
    return text;
}

TEST_F(RunDesign, TakesSlicesFromWhereANumberBehindTheBuffersSays) {
    const schedule::Schedule schedule = map_problem(
        load(text_with_slices(), {{"design.kernels", "{scale: {cycles: 100, sliced: [0]}}"}}));
    EXPECT_EQ(schedule.kernels.size(), 1U);
    int calls = 0;
    schedule::for_each_operation<schedule::Call>(
        schedule.find({0, 2})->core, [&](const schedule::Call& call) {
            ASSERT_EQ(call.arguments.size(), 2U);
            EXPECT_EQ(call.arguments[0].offset.count(), 64 * 4);
            EXPECT_EQ(call.arguments[0].length.count(), 512);
            EXPECT_EQ(call.arguments[1].offset.count(), 0);
            ++calls;
        });
    EXPECT_EQ(calls, 2);
}

TEST_F(RunDesign, RefusesSlicesThatNoNumberIsPassedFor) {
    const auto refused = [&](const std::string& sliced) {
        return input_error([&] {
            return load(text_with_slices(),
                        {{"design.kernels", "{scale: {cycles: 100, sliced: " + sliced + "}}"}});
        });
    };
    EXPECT_THAT(refused("[0, 1]"),
                HasSubstr("'scale' is passed 2 buffers and 1 number; its description says that it "
                          "takes a slice of buffer 1"));
    EXPECT_THAT(refused("[1, 0]"), HasSubstr("2 to 255"));
}

TEST_F(RunDesign, IsEstimatedFromItsScheduleAlone) {
    const problem::Problem problem =
        load(text_of("scale_2024.mlir"), {{"design.default_cycles", "10000"}});
    const auto estimated =
        backends::make_analytic_backend()->run(map_problem(problem), problem.device, {});
    const auto simulated = run(problem);
    const double ratio = static_cast<double>(estimated.cycles->count()) /
                         static_cast<double>(simulated.cycles->count());
    EXPECT_NEAR(ratio, 1, 0.1);
    EXPECT_EQ(estimated.kernel->calls, 8);
}

}  // namespace
}  // namespace xdnasim::design
