// Designs whose runtime sequence configures the array for several devices of the file in turn.

#include <cstring>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "cli/simulate/run_parts.hpp"
#include "test/cli/command_fixture.hpp"
#include "test/support/replaced_text.hpp"
#include "test/workloads/placed_design/scattered_designs.hpp"

namespace xdnasim::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// Returns a device `name` with a runtime sequence @add, which adds `plus` to 16 numbers on a core
/// in `row` of column 0.
std::string adding(const std::string& name, int plus, int row) {
    using namespace placed_design;
    return fmt::format("  aie.device(npu2) @{} {{\n", name) + tile_line("shim", {0, 0}) +
           tile_line("core", {0, row}) + fifo_line("in", "shim", "core") +
           fifo_line("out", "core", "shim") + adder("core", "in", "out", plus) +
           R"(    aie.runtime_sequence @add(%x : memref<16xi32>) {
      %t = aiex.dma_configure_task_for @in {
        aie.dma_bd(%x : memref<16xi32>, 0, 16)
        aie.end
      }
      %u = aiex.dma_configure_task_for @out {
        aie.dma_bd(%x : memref<16xi32>, 0, 16)
        aie.end
      } {issue_token = true}
      aiex.dma_start_task(%t)
      aiex.dma_start_task(%u)
      aiex.dma_await_task(%u)
    }
  }
)";
}

/// Returns operations that run the configured device's @add on numbers `first` to `first` + 15.
std::string run_on(int first) {
    return fmt::format(
        R"(        %part{0} = memref.subview %data[{0}] [16] [1] : memref<64xi32> to memref<16xi32, strided<[1], offset: {0}>>
        %x{0} = memref.reinterpret_cast %part{0} to offset: [0], sizes: [16], strides: [1] : memref<16xi32, strided<[1], offset: {0}>> to memref<16xi32>
        aiex.run @add (%x{0}) : (memref<16xi32>)
)",
        first);
}

std::string two_devices(const std::string& two, const std::string& three) {
    return "module {\n  aie.device(npu2) @main {\n    aie.runtime_sequence @all(%data: "
           "memref<64xi32>) {\n      aiex.configure @plus_two {\n" +
           two + "      }\n      aiex.configure @plus_three {\n" + three + "      }\n    }\n  }\n" +
           adding("plus_two", 2, 2) + adding("plus_three", 3, 4) + "}\n";
}

class Configurations : public Command {
 protected:
    [[nodiscard]] Outcome simulate_text(const std::string& text,
                                        const std::string& options = "") const {
        return run(
            fmt::format("simulate '{}' {}", folder_.write("design.mlir", text).string(), options));
    }
    [[nodiscard]] std::string numbers(const std::string& name,
                                      const std::vector<std::int32_t>& values) const {
        std::string bytes(values.size() * sizeof(std::int32_t), '\0');
        std::memcpy(bytes.data(), values.data(), bytes.size());
        return folder_.write(name, bytes).string();
    }
};

TEST_F(Configurations, RunOneAfterTheOtherOnTheSameData) {
    // plus_two runs on numbers 0 to 15 and 48 to 63, then plus_three on 16 to 31 and 48 to 63.
    const std::string text = two_devices(run_on(0) + run_on(48), run_on(16) + run_on(48));
    std::vector<std::int32_t> before;
    std::vector<std::int32_t> after;
    for (std::int32_t i = 0; i < 64; ++i) {
        before.push_back(7 * i);
        after.push_back(7 * i + (i < 16 ? 2 : i < 32 ? 3 : i < 48 ? 0 : 5));
    }
    const Outcome all = simulate_text(
        text, fmt::format("--input arg0='{}' --expect arg0='{}'", numbers("before.bin", before),
                          numbers("after.bin", after)));
    ASSERT_EQ(all.exit_code, 0) << all.messages;
    EXPECT_THAT(all.output, AllOf(HasSubstr("plus_two, plus_three, one after the other"),
                                  HasSubstr("4,900.0 us reconfiguration")));
    after[20] = 0;
    const Outcome wrong = simulate_text(
        text, fmt::format("--input arg0='{}' --expect arg0='{}'", numbers("before.bin", before),
                          numbers("wrong.bin", after)));
    EXPECT_EQ(wrong.exit_code, 1);
    EXPECT_THAT(wrong.messages, HasSubstr("verification failed"));
}

TEST_F(Configurations, OfTheDeviceItselfAreThatDevice) {
    std::string text = "module {\n" + adding("plus_two", 2, 2) + "}\n";
    const Outcome plain = simulate_text(text);
    ASSERT_EQ(plain.exit_code, 0) << plain.messages;
    const std::string first = "      %t = ";
    std::string loaded = text;
    loaded.insert(loaded.find(first), "      aiex.npu.load_pdi { device_ref = @plus_two }\n");
    const Outcome by_load = simulate_text(loaded);
    ASSERT_EQ(by_load.exit_code, 0) << by_load.messages;
    std::string configured = text;
    configured.insert(configured.find(first), "      aiex.configure @plus_two {\n");
    const std::string last = "aiex.dma_await_task(%u)\n";
    configured.insert(configured.find(last) + last.size(), "      }\n");
    const Outcome by_configure = simulate_text(configured);
    ASSERT_EQ(by_configure.exit_code, 0) << by_configure.messages;
    const auto cycles = [](const Outcome& outcome) {
        const std::size_t at = outcome.output.find("\ncycles");
        return outcome.output.substr(at, outcome.output.find('\n', at + 1) - at);
    };
    EXPECT_EQ(cycles(by_load), cycles(plain));
    EXPECT_EQ(cycles(by_configure), cycles(plain));
}

/// Returns the line of the summary that begins with `name`; empty if there is none.
std::string line_of(const Outcome& outcome, const std::string& name) {
    const std::size_t at = outcome.output.find("\n" + name);
    return at == std::string::npos
               ? ""
               : outcome.output.substr(at, outcome.output.find('\n', at + 1) - at);
}

TEST_F(Configurations, OfOneDeviceOneAfterTheOtherLoadItOnce) {
    // Names of values are local to a region, so that the second region can use %x0 again.
    std::string again = run_on(16);
    for (std::size_t at = 0; (at = again.find("%x16", at)) != std::string::npos;)
        again.replace(at, 4, "%x0");
    const std::string together = two_devices(run_on(0) + run_on(16), run_on(48));
    std::string apart = two_devices(run_on(0), run_on(48));
    const std::string next = "      aiex.configure @plus_three";
    apart.insert(apart.find(next), "      aiex.configure @plus_two {\n" + again + "      }\n");
    const Outcome twice = simulate_text(apart);
    ASSERT_EQ(twice.exit_code, 0) << twice.messages;
    EXPECT_THAT(twice.output, AllOf(HasSubstr("plus_two, plus_three, one after the other"),
                                    HasSubstr("4,900.0 us reconfiguration")));
    EXPECT_EQ(line_of(twice, "time"), line_of(simulate_text(together), "time"));
    std::vector<std::int32_t> before(64, 1);
    std::vector<std::int32_t> after;
    for (int i = 0; i < 64; ++i)
        after.push_back(i < 32 ? 3 : i < 48 ? 1 : 4);
    const Outcome data =
        simulate_text(apart, fmt::format("--input arg0='{}' --expect arg0='{}'",
                                         numbers("ones.bin", before), numbers("after.bin", after)));
    EXPECT_EQ(data.exit_code, 0) << data.messages;
}

TEST_F(Configurations, AreThoseOfTheSequenceThatIsChosen) {
    std::string text = two_devices(run_on(0), run_on(16));
    const std::string all = "    aie.runtime_sequence @all";
    const std::size_t begin = text.find(all);
    const std::string again =
        replaced(text.substr(begin, text.find("\n  }\n", begin) + 1 - begin), "@all", "@again");
    text.insert(begin, again);
    expect_refused(simulate_text(text),
                   "more than one runtime sequence; choose one with design.sequence: again, all");
    const Outcome chosen = simulate_text(text, "--sequence all");
    ASSERT_EQ(chosen.exit_code, 0) << chosen.messages;
    EXPECT_THAT(chosen.output, HasSubstr("plus_two, plus_three, one after the other"));
}

TEST_F(Configurations, KnowTheKernelsAndCoresOfAllTheirDevices) {
    std::string text = two_devices(run_on(0), run_on(16));
    for (const auto& [device, kernel] : {std::pair{"plus_two", "ka"}, {"plus_three", "kb"}}) {
        const std::size_t core =
            text.find("    %core_of_core", text.find(fmt::format("aie.device(npu2) @{}", device)));
        text.insert(core, fmt::format("    func.func private @{}(memref<16xi32>)\n", kernel));
        const std::string add = "        scf.for %k";
        text.insert(text.find(add, core),
                    fmt::format("        func.call @{}(%a) : (memref<16xi32>) -> ()\n", kernel));
    }
    const auto kernels = [&](const std::string& name, const std::string& more) {
        return fmt::format(
            "--kernels '{}'",
            folder_.write(name, "kernels: {ka: 300, kb: 900" + more + "}\n").string());
    };
    const Outcome both = simulate_text(text, kernels("both.yaml", ""));
    ASSERT_EQ(both.exit_code, 0) << both.messages;
    EXPECT_THAT(both.output,
                AllOf(HasSubstr("2 cores in 1 column"), Not(HasSubstr("does not call"))));
    EXPECT_THAT(simulate_text(text, kernels("more.yaml", ", other: 5")).output,
                HasSubstr("'other', a kernel that the design does not call"));
}

TEST_F(Configurations, AreHeldBackByWhatHoldsTheLongestBackAndCountAllCalls) {
    // With the kernel `long`, the last configuration takes longer than each of the other two, but
    // less than both together.
    std::string text = two_devices(run_on(0), run_on(16));
    const std::string third = "      aiex.configure @plus_four {\n" + run_on(32) + "      }\n";
    const std::size_t end = text.find("    }\n  }\n" + adding("plus_two", 2, 2));
    ASSERT_NE(end, std::string::npos);
    text.insert(end, third);
    text.insert(text.rfind("}\n"), adding("plus_four", 4, 3));
    const auto call = [&](const std::string& device, const std::string& kernel) {
        const std::size_t core =
            text.find("    %core_of_core", text.find(fmt::format("aie.device(npu2) @{}", device)));
        text.insert(core, fmt::format("    func.func private @{}(memref<16xi32>)\n", kernel));
        text.insert(text.find("        scf.for %k", core),
                    fmt::format("        func.call @{}(%a) : (memref<16xi32>) -> ()\n", kernel));
    };
    call("plus_two", "k");
    call("plus_three", "k");
    call("plus_four", "k");
    const auto result = [&](const std::string& kernels) {
        const Outcome all =
            simulate_text(text, fmt::format("--json - --kernels '{}'",
                                            folder_.write("kernels.yaml", kernels).string()));
        EXPECT_EQ(all.exit_code, 0) << all.messages;
        return nlohmann::json::parse(all.output);
    };
    const auto same = result("kernels: {k: 3000}\n");
    EXPECT_EQ(same["kernel"]["name"], "k");
    EXPECT_EQ(same["kernel"]["calls"], 3);

    text.replace(text.rfind("@k("), 2, "@long");
    text.replace(text.rfind("private @k("), 10, "private @long");
    const auto other = result("kernels: {k: 3000, long: 4000}\n");
    EXPECT_EQ(other["kernel"]["name"], "long");
    EXPECT_EQ(other["kernel"]["calls"], 1);
    EXPECT_LT(other["cycles"], 3 * same["cycles"].get<double>() / 2);
}

TEST_F(Configurations, AreRefusedWithThePlaceWhereTheyMakeNoSense) {
    expect_refused(simulate_text(two_devices(run_on(0),
                                             "        aiex.run @sub (%data) : "
                                             "(memref<64xi32>)\n")),
                   "has no runtime sequence 'sub'; allowed: add");
    const std::string unknown =
        replaced(two_devices(run_on(0), run_on(16)), "@plus_three", "@plus_four");
    expect_refused(simulate_text(unknown),
                   "there is no aie.device 'plus_four' in this text; allowed: main, plus_two, "
                   "plus_three");
    std::string beside = two_devices(run_on(0), run_on(16));
    const std::string configure = "      aiex.configure @plus_two";
    beside.insert(beside.find(configure),
                  "      aiex.npu.sync {channel = 0 : i32, column = 0 : i32, column_num = 1 : i32, "
                  "direction = 0 : i32, row = 0 : i32, row_num = 1 : i32}\n");
    expect_refused(simulate_text(beside),
                   "design.mlir:4:7: aiex.npu.sync outside of aiex.configure: it is unclear which "
                   "device it is for");
    expect_refused(simulate_text(two_devices(run_on(60), run_on(16))), "ends at element 76 of 64");
    const std::string both = two_devices(run_on(0), run_on(16));
    expect_refused(
        simulate_text(both, "--timeline -"),
        "--timeline: the design configures the array 2 times. Choose one device with --aie-device");
    expect_refused(simulate_text(both, "--backend analytic"),
                   "which the backend 'analytic' cannot run");
    expect_refused(
        simulate_text(replaced(both, "aie.device(npu2) @main", "aie.device(npu1) @main")),
        "design.mlir:4:7: aiex.configure of 'plus_two', which is for npu2; the device "
        "that configures it is for npu1. Name the same array in both");
    const Outcome one = simulate_text(both, "--aie-device plus_three");
    EXPECT_EQ(one.exit_code, 0) << one.messages;
    EXPECT_THAT(one.output, Not(HasSubstr("one after the other")));
}

/// Returns a loop of three iterations around `inner`.
std::string thrice(const std::string& inner) {
    return "      %0 = arith.constant 0 : index\n      %1 = arith.constant 1 : index\n"
           "      %3 = arith.constant 3 : index\n"
           "      scf.for %i = %0 to %3 step %1 {\n" +
           inner + "      }\n";
}

TEST_F(Configurations, AreRefusedInLoopsAsByMlirAie) {
    const std::string run = "        aiex.run @add (%data) : (memref<16xi32>)\n";
    const std::string configure = "      aiex.configure @plus_two {\n" + run + "      }\n";
    const auto refused = [&](const std::string& sequence, const std::string& message) {
        expect_refused(simulate_text("module {\n  aie.device(npu2) @main {\n"
                                     "    aie.runtime_sequence @all(%data: memref<16xi32>) {\n" +
                                     sequence + "    }\n  }\n" + adding("plus_two", 2, 2) + "}\n"),
                       message);
    };
    const std::string of_sequence =
        "; allowed, as in mlir-aie: directly in the runtime sequence. Instead of a loop, write one "
        "for each round";
    const std::string of_configure =
        "; allowed, as in mlir-aie: directly in the region of aiex.configure. Instead of a loop, "
        "write one for each round";
    refused(thrice(configure), "design.mlir:8:7: aiex.configure in scf.for" + of_sequence);
    refused(configure + thrice(configure),
            "design.mlir:11:7: aiex.configure in scf.for" + of_sequence);
    refused("      aiex.configure @plus_two {\n" + thrice(run) + "      }\n",
            "design.mlir:9:9: aiex.run in scf.for" + of_configure);
    refused(thrice(run), "design.mlir:8:9: aiex.run in scf.for" + of_configure);
    refused(run, "design.mlir:4:9: aiex.run outside of aiex.configure" + of_configure);
    refused("      aiex.configure @plus_two {\n" + configure + "      }\n",
            "design.mlir:5:7: aiex.configure in aiex.configure" + of_sequence);
}

TEST_F(Configurations, AreRefusedInAProblemWithATrace) {
    static_cast<void>(folder_.write("design.mlir", two_devices(run_on(0), run_on(16))));
    const std::string problem =
        folder_
            .write("p.yaml",
                   "device: xdna2-strix\nworkload: design\ndesign: {file: design.mlir}\n"
                   "trace: {}\n")
            .string();
    expect_refused(run(fmt::format("simulate '{}'", problem)),
                   "trace: the design configures the array 2 times. Leave it out, or choose one "
                   "device with design.aie_device");
}

TEST(PartsOfARun, AddWhatTheySkipped) {
    const problem::Problem problem = problem::load_problem(XDNASIM_EXAMPLES "/gemm_teaching.yaml");
    arch::Cycles next{40};
    const backends::RunResult all =
        run_parts(problem, {problem, problem}, [&](const problem::Problem&) {
            backends::RunResult part;
            part.cycles = arch::Cycles{100};
            part.npu_time = arch::Nanoseconds{100};
            part.off_by = next == arch::Cycles{40} ? 0.02 : 0.01;
            part.skipped = std::exchange(next, arch::Cycles{2});
            return part;
        });
    EXPECT_EQ(*all.cycles, arch::Cycles{200});
    EXPECT_EQ(all.skipped, arch::Cycles{42});
    EXPECT_DOUBLE_EQ(*all.off_by, 0.015);
}

TEST(PartsOfARun, AddWhatTheyMovedButNotWhatTheirTracesDid) {
    const problem::Problem problem = problem::load_problem(XDNASIM_EXAMPLES "/gemm_teaching.yaml");
    const backends::RunResult all =
        run_parts(problem, {problem, problem}, [](const problem::Problem&) {
            backends::RunResult part;
            part.cycles = arch::Cycles{100};
            part.npu_time = arch::Nanoseconds{100};
            part.dispatch = arch::Nanoseconds{50};
            // 400 bytes read and 200 written, of which 100 are a trace: 500 bytes of data.
            part.dram = {.read = arch::Bytes{400}, .written = arch::Bytes{200}};
            part.rates = backends::TransferRates{.moved = arch::Bytes{500}};
            return part;
        });
    using arch::GigabytesPerSecond;
    EXPECT_EQ(all.dram->read, arch::Bytes{800});
    EXPECT_EQ(all.dram->written, arch::Bytes{400});
    EXPECT_EQ(all.dram->read_rate, GigabytesPerSecond{4});
    EXPECT_EQ(all.dram->write_rate, GigabytesPerSecond{2});
    EXPECT_EQ(all.rates->moved, arch::Bytes{1000});
    EXPECT_EQ(all.rates->array, GigabytesPerSecond{5});
    const arch::Nanoseconds wall = arch::Nanoseconds{250} + problem.device.reconfiguration;
    EXPECT_DOUBLE_EQ(all.rates->wall.count(), 1000 / wall.count());
}

}  // namespace
}  // namespace xdnasim::cli
