// Kernels that a shared library on the host computes: the data that comes out of the simulated
// array is compared with what the test computes itself.

#include "test/workloads/design/library/host_library.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace xdnasim::design {
namespace {

/// A design that calls scale_add(%in, %out, -3, 16) on an output of fives. `memory`, `word`: types
/// of its buffers and of its numbers.
std::string scaling(const std::string& memory, const std::string& word) {
    const std::string types = fmt::format("({0}, {0}, {1}, {1})", memory, word);
    return one_core("i32",
                    fmt::format("        memref.store %zero, %acc[%0] : memref<4xi32>\n"
                                "        scf.for %k = %0 to %16 step %1 {{\n"
                                "          memref.store %zero, %out[%k] : {}\n        }}\n"
                                "        func.call @scale_add(%in, %out, %f, %n) : {} -> ()\n",
                                memory, types),
                    "      %zero = arith.constant 5 : i32\n      %f = arith.constant -3 : i32\n"
                    "      %n = arith.constant 16 : i32\n",
                    fmt::format("    func.func private @scale_add{}\n", types));
}

std::vector<std::int32_t> scaled(const std::vector<std::int32_t>& numbers) {
    std::vector<std::int32_t> values;
    for (const std::int32_t x : numbers)
        values.push_back(5 - 3 * x);
    return values;
}

TEST_F(HostLibrary, IsCalledWithBuffersAndNumbers) {
    expect_computed("scale_add", scaling("memref<16xi32>", "i32"), numbers(), scaled(numbers()));
}

TEST_F(HostLibrary, TakesBuffersAndNumbersWhoseTypeHasAName) {
    expect_computed("scale_add", "!all = memref<16xi32>\n!word = i32\n" + scaling("!all", "!word"),
                    numbers(), scaled(numbers()));
}

TEST_F(HostLibrary, WidensFromOneTypeToAnother) {
    std::vector<std::int16_t> input;
    std::vector<std::int32_t> expected;
    for (int i = 0; i < kElements; ++i) {
        input.push_back(static_cast<std::int16_t>(i * 300 - 20'000));
        expected.push_back(std::int32_t{input.back()} * input.back());
    }
    expect_computed(
        "square",
        calling("square", "memref<16xi16>, memref<16xi32>", "%in, %out", "i16", "", "i32"), input,
        expected);
}

TEST_F(HostLibrary, WorksInPlaceAndOnPartsOfABuffer) {
    const auto adding = [](const std::string& half) {
        return one_core("i32",
                        "        memref.copy %in, %out : memref<16xi32> to memref<16xi32>\n"
                        "        %half = memref.subview %out[8] [8] [1] : memref<16xi32> to " +
                            half +
                            "\n        func.call @add_halves(%out, %half) : (memref<16xi32>, " +
                            half + ") -> ()\n",
                        "", "    func.func private @add_halves(memref<16xi32>, " + half + ")\n");
    };
    std::vector<std::int32_t> expected = numbers();
    for (int i = 0; i < kElements; ++i)
        if (i % kObject < 8)
            expected[static_cast<std::size_t>(i)] += expected[static_cast<std::size_t>(i + 8)];
    const std::string half = "memref<8xi32, strided<[1], offset: 8>>";
    expect_computed("add_halves", adding(half), numbers(), expected);
    expect_computed("add_halves", "!half = " + half + "\n" + adding("!half"), numbers(), expected);
}

TEST_F(HostLibrary, TakesNumbersInFloatingPoint) {
    std::vector<float> input;
    std::vector<float> expected;
    for (int i = 0; i < kElements; ++i) {
        input.push_back(static_cast<float>(i) * 0.25F);
        expected.push_back(1.5F * input.back() - 4.0F);
    }
    expect_computed(
        "axpy",
        calling("axpy", "memref<16xf32>, memref<16xf32>, f32, f64", "%in, %out, %f, %t", "f32",
                "      %f = arith.constant 1.500000e+00 : f32\n"
                "      %t = arith.constant -4.000000e+00 : f64\n"),
        input, expected);
    std::vector<std::uint16_t> halves;
    std::vector<std::uint16_t> wholes;
    for (int i = 0; i < kElements; ++i) {
        wholes.push_back(static_cast<std::uint16_t>(0x3F80 + i));
        halves.push_back(static_cast<std::uint16_t>(0x3F00 + i));  // exponent smaller by 1
    }
    expect_computed("halve",
                    calling("halve", "memref<16xbf16>, memref<16xbf16>, bf16", "%in, %out, %f",
                            "bf16", "      %f = arith.constant 5.000000e-01 : bf16\n"),
                    wholes, halves);
}

TEST_F(HostLibrary, ReturnsANumberToTheCode) {
    const std::string body =
        "        %from = arith.constant 2 : i16\n        %to = arith.constant 12 : i8\n"
        "        %s = func.call @sum(%in, %from, %to) : (memref<16xi32>, i16, i8) -> i32\n" +
        each("i32", "          %y = arith.subi %x, %s : i32\n");
    std::vector<std::int32_t> expected;
    const std::vector<std::int32_t> input = numbers();
    for (int i = 0; i < kElements; ++i) {
        int sum = 0;
        for (int k = 2; k < 12; ++k)
            sum += input[static_cast<std::size_t>(i / kObject * kObject + k)];
        expected.push_back(input[static_cast<std::size_t>(i)] - sum);
    }
    expect_computed(
        "sum",
        one_core("i32", body, "", "    func.func private @sum(memref<16xi32>, i16, i8) -> i32\n"),
        input, expected);
}

TEST_F(HostLibrary, TakesMoreArgumentsThanThereAreRegisters) {
    std::string before;
    std::string types = "memref<16xi32>, memref<16xi32>";
    std::string arguments = "%in, %out";
    for (int i = 0; i < 8; ++i) {
        before += fmt::format("      %w{0} = arith.constant {1} : i32\n", i, i * i - 10);
        types += ", i32";
        arguments += fmt::format(", %w{}", i);
    }
    int sum = 0;
    for (int i = 0; i < 8; ++i)
        sum += (i + 1) * (i * i - 10);
    std::vector<std::int32_t> expected;
    for (const std::int32_t x : numbers())
        expected.push_back(x + sum);
    expect_computed("weigh", calling("weigh", types, arguments, "i32", before), numbers(),
                    expected);
}

TEST_F(HostLibrary, TakesNumbersThatChangeFromRoundToRound) {
    // The factor is the number of the round.
    const std::string body =
        "        %f = arith.index_cast %round : index to i32\n"
        "        scf.for %k = %0 to %16 step %1 {\n"
        "          memref.store %zero, %out[%k] : memref<16xi32>\n        }\n"
        "        func.call @scale_add(%in, %out, %f, %n) : (memref<16xi32>, memref<16xi32>, i32, "
        "i32) -> ()\n";
    const std::vector<std::int32_t> input = numbers();
    std::vector<std::int32_t> expected;
    for (int i = 0; i < kElements; ++i)
        expected.push_back(input[static_cast<std::size_t>(i)] * (i / kObject));
    expect_computed(
        "scale_add",
        one_core("i32", body,
                 "      %zero = arith.constant 0 : i32\n      %n = arith.constant 16 : i32\n",
                 "    func.func private @scale_add(memref<16xi32>, memref<16xi32>, i32, i32)\n"),
        input, expected);
}

TEST_F(HostLibrary, KeepsItsStaticDataFromCallToCall) {
    std::vector<std::int32_t> expected;
    for (int i = 0; i < kElements; ++i)
        expected.push_back(i / kObject + 1);
    expect_computed("count_calls", calling("count_calls", "memref<16xi32>", "%out"), numbers(),
                    expected);
}

TEST_F(HostLibrary, OfTheExampleScalesByAParameterOfTheSequence) {
    std::ifstream stream{XDNASIM_EXAMPLES "/design_library/aie.mlir"};
    const std::string text{std::istreambuf_iterator<char>{stream}, {}};
    std::vector<std::int32_t> input;
    std::vector<std::int32_t> expected;
    for (int i = 0; i < 1024; ++i) {
        input.push_back(i * 5 - 2000);
        expected.push_back(std::max(-3 * input.back(), 0));
    }
    const problem::Setting kernels{
        "design.kernels",
        fmt::format(
            "{{scale: {{cycles: 80, library: '{0}'}}, relu: {{cycles: 20, library: '{0}'}}}}",
            XDNASIM_EXAMPLE_KERNELS)};
    expect_all(text, input, expected, {kernels});
}

TEST_F(HostLibrary, TakesNoOtherTimeThanCyclesAlone) {
    const std::string text = calling("negate", "memref<16xi32>", "%out");
    const std::string data(kElements * sizeof(std::int32_t), '\0');
    const auto file = folder_.write("design.mlir", text);
    const problem::Problem problem = problem::load_problem(
        file, std::vector<problem::Setting>{{"design.kernels", "{negate: {cycles: 100}}"}});
    const auto without =
        backends::make_systemc_backend()->run(map_problem(problem), problem.device, {});
    EXPECT_EQ(run(text, data, data, {library("negate")}).cycles->count(), without.cycles->count());
}

TEST_F(HostLibrary, IsNotLoadedForTheTimeAlone) {
    const auto file = folder_.write("design.mlir", calling("negate", "memref<16xi32>", "%out"));
    const problem::Problem problem =
        problem::load_problem(file, std::vector{library("negate", "", "no.so")});
    const auto result =
        backends::make_systemc_backend()->run(map_problem(problem), problem.device, {});
    EXPECT_GT(result.cycles->count(), 800);
}

TEST_F(HostLibrary, PrintsNothingAmongTheResults) {
    const std::string data(kElements * sizeof(std::int32_t), '\0');
    testing::internal::CaptureStdout();
    static_cast<void>(
        run(calling("prints", "memref<16xi32>", "%out"), data, data, {library("prints")}));
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

}  // namespace
}  // namespace xdnasim::design
