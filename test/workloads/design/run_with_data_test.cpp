// Designs whose cores compute: the data that comes out of the simulated array against what the
// test computes itself.

#include <bit>
#include <cmath>
#include <cstring>
#include <functional>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/systemc/systemc_backend.hpp"
#include "test/support/temporary_folder.hpp"
#include "test/workloads/design/design_text.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::design {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// Objects of 16 elements of `type` go through a core, eight of them.
constexpr int kObject = 16;
constexpr int kObjects = 8;
constexpr int kElements = kObject * kObjects;

/// `body`: of a round, with %in and %out of 16 elements; `before`: of the core, before the rounds.
std::string one_core(const std::string& type, const std::string& body,
                     const std::string& before = "", const std::string& outside = "",
                     const std::string& out_type = "") {
    const std::string to = out_type.empty() ? type : out_type;
    return fmt::format(R"(module {{
  aie.device(npu1_1col) {{
{4}    %shim = aie.tile(0, 0)
    %core = aie.tile(0, 2)
    aie.objectfifo @in(%shim, {{%core}}, 2 : i32) : !aie.objectfifo<memref<16x{0}>>
    aie.objectfifo @out(%core, {{%shim}}, 2 : i32) : !aie.objectfifo<memref<16x{1}>>
    %acc = aie.buffer(%core) {{sym_name = "acc"}} : memref<4x{0}> = dense<0>
    %program = aie.core(%core) {{
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %4 = arith.constant 4 : index
      %8 = arith.constant 8 : index
      %16 = arith.constant 16 : index
{3}
      scf.for %round = %0 to %8 step %1 {{
        %i = aie.objectfifo.acquire @in(Consume, 1) : !aie.objectfifosubview<memref<16x{0}>>
        %in = aie.objectfifo.subview.access %i[0] : !aie.objectfifosubview<memref<16x{0}>> -> memref<16x{0}>
        %o = aie.objectfifo.acquire @out(Produce, 1) : !aie.objectfifosubview<memref<16x{1}>>
        %out = aie.objectfifo.subview.access %o[0] : !aie.objectfifosubview<memref<16x{1}>> -> memref<16x{1}>
{2}
        aie.objectfifo.release @in(Consume, 1)
        aie.objectfifo.release @out(Produce, 1)
      }}
      aie.end
    }}
    aie.runtime_sequence(%a: memref<128x{0}>, %b: memref<128x{1}>) {{
      aiex.npu.dma_memcpy_nd(%a[0, 0, 0, 0][1, 1, 1, 128][0, 0, 0, 1]) {{id = 0 : i64, metadata = @in}} : memref<128x{0}>
      aiex.npu.dma_memcpy_nd(%b[0, 0, 0, 0][1, 1, 1, 128][0, 0, 0, 1]) {{id = 1 : i64, metadata = @out, issue_token = true}} : memref<128x{1}>
      aiex.npu.dma_wait {{symbol = @out}}
    }}
  }}
}}
)",
                       type, to, body, before, outside);
}

/// A loop over the 16 elements with the value of each as %x; `body` ends with %y.
std::string each(const std::string& type, const std::string& body, const std::string& to = "") {
    return fmt::format(
        "        scf.for %k = %0 to %16 step %1 {{\n"
        "          %x = memref.load %in[%k] : memref<16x{0}>\n{1}"
        "          memref.store %y, %out[%k] : memref<16x{2}>\n        }}\n",
        type, body, to.empty() ? type : to);
}

template <class Element>
std::string bytes_of(const std::vector<Element>& values) {
    std::string bytes(values.size() * sizeof(Element), '\0');
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

class RunWithData : public testing::Test {
 protected:
    [[nodiscard]] backends::RunResult run(const std::string& text, const std::string& input,
                                          const std::string& expected,
                                          std::vector<problem::Setting> more = {}) const {
        const auto file = folder_.write("design.mlir", text);
        std::vector<problem::Setting> settings{
            {"design.inputs", fmt::format("{{arg0: {}}}", folder_.write("in.bin", input).string())},
            {"design.expect",
             fmt::format("{{arg1: {}}}", folder_.write("expected.bin", expected).string())}};
        settings.insert(settings.end(), more.begin(), more.end());
        const problem::Problem problem = problem::load_problem(file, settings);
        backends::RunOptions options;
        options.verify = true;
        return backends::make_systemc_backend()->run(map_problem(problem), problem.device, options);
    }

    /// Every element by itself.
    template <class From, class F>
    void expect_each(const std::string& text, const F& function) const {
        std::vector<From> input;
        std::vector<std::invoke_result_t<F, From>> expected;
        for (int i = 0; i < kElements; ++i) {
            input.push_back(static_cast<From>(i * 37 - 900));
            expected.push_back(function(input.back()));
        }
        expect_all(text, input, expected);
    }

    template <class From, class To>
    void expect_all(const std::string& text, const std::vector<From>& input,
                    const std::vector<To>& expected) const {
        const auto result = run(text, bytes_of(input), bytes_of(expected));
        ASSERT_TRUE(result.verification);
        EXPECT_TRUE(result.verification->passed) << result.verification->message;
        // Had it not computed, all would be as the buffers began.
        auto wrong = expected;
        wrong.back() = static_cast<To>(wrong.back() + 1);
        EXPECT_FALSE(run(text, bytes_of(input), bytes_of(wrong)).verification->passed);
    }

    TemporaryFolder folder_;
};

TEST_F(RunWithData, AddsToIntegers) {
    expect_each<std::int32_t>(
        one_core("i32", each("i32", "          %y = arith.addi %x, %c : i32\n"),
                 "      %c = arith.constant 41 : i32\n"),
        [](std::int32_t x) { return x + 41; });
}

TEST_F(RunWithData, WrapsAndShiftsAndSelects) {
    expect_each<std::int16_t>(
        one_core("i16",
                 each("i16",
                      "          %s = arith.muli %x, %c : i16\n"
                      "          %t = arith.shrsi %s, %two : i16\n"
                      "          %n = arith.cmpi slt, %t, %zero : i16\n"
                      "          %y = arith.select %n, %zero, %t : i16\n"),
                 "      %c = arith.constant 123 : i16\n      %two = arith.constant 2 : i16\n"
                 "      %zero = arith.constant 0 : i16\n"),
        [](std::int16_t x) {
            const auto product = static_cast<std::int16_t>(x * 123);
            return static_cast<std::int16_t>(product < 0 ? 0 : product >> 2);
        });
}

TEST_F(RunWithData, WidensAndNarrowsBytes) {
    expect_each<std::uint8_t>(
        one_core("i8",
                 each("i8",
                      "          %w = arith.extui %x : i8 to i32\n"
                      "          %s = arith.addi %w, %c : i32\n"
                      "          %m = arith.minui %s, %most : i32\n"
                      "          %y = arith.trunci %m : i32 to i8\n"),
                 "      %c = arith.constant 100 : i32\n      %most = arith.constant 255 : i32\n"),
        [](std::uint8_t x) { return static_cast<std::uint8_t>(std::min(x + 100, 255)); });
}

TEST_F(RunWithData, RoundsFloatsAsTheirTypeDoes) {
    expect_each<float>(one_core("f32",
                                each("f32",
                                     "          %p = arith.mulf %x, %c : f32\n"
                                     "          %y = arith.addf %p, %x : f32\n"),
                                "      %c = arith.constant 1.100000e-01 : f32\n"),
                       [](float x) {
                           const float product = x * 0.11F;
                           return product + x;
                       });
}

TEST_F(RunWithData, ComputesInBfloat16) {
    // What is dropped of a float is rounded to the nearest, halves to even.
    const auto widened = [](std::uint16_t bits) {
        return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U);
    };
    std::vector<std::uint16_t> input;
    std::vector<std::uint16_t> expected;
    for (int i = 0; i < kElements; ++i) {
        input.push_back(static_cast<std::uint16_t>(0x3F00 + 5 * i));
        const float product = widened(input.back()) * 3.0F;
        const auto bits = std::bit_cast<std::uint32_t>(product);
        const std::uint32_t low = bits & 0xFFFFU;
        std::uint32_t high = bits >> 16U;
        if (low > 0x8000U || (low == 0x8000U && (high & 1U) != 0)) ++high;
        expected.push_back(static_cast<std::uint16_t>(high));
    }
    expect_all(one_core("bf16", each("bf16", "          %y = arith.mulf %x, %c : bf16\n"),
                        "      %c = arith.constant 3.000000e+00 : bf16\n"),
               input, expected);
}

TEST_F(RunWithData, ComputesInVectors) {
    const std::string body =
        "        %v = vector.load %in[%0] : memref<16xi32>, vector<16xi32>\n"
        "        %w = arith.muli %v, %three : vector<16xi32>\n"
        "        %sum = vector.reduction <add>, %v : vector<16xi32> into i32\n"
        "        %sums = vector.broadcast %sum : i32 to vector<16xi32>\n"
        "        %y = arith.addi %w, %sums : vector<16xi32>\n"
        "        vector.store %y, %out[%0] : memref<16xi32>, vector<16xi32>\n";
    std::vector<std::int32_t> input;
    std::vector<std::int32_t> expected;
    for (int object = 0; object < kObjects; ++object) {
        int sum = 0;
        for (int i = 0; i < kObject; ++i) {
            input.push_back(object * 100 + i * i);
            sum += input.back();
        }
        for (int i = 0; i < kObject; ++i)
            expected.push_back(3 * (object * 100 + i * i) + sum);
    }
    expect_all(one_core("i32", body, "      %three = arith.constant dense<3> : vector<16xi32>\n"),
               input, expected);
}

TEST_F(RunWithData, FollowsAffineLoopsAndIndices) {
    // The object is a matrix of 4 x 4, which is transposed.
    const std::string body =
        "        affine.for %r = 0 to 4 {\n          affine.for %c = 0 to 4 {\n"
        "            %x = affine.load %in[%r * 4 + %c] : memref<16xi32>\n"
        "            affine.store %x, %out[%c * 4 + %r] : memref<16xi32>\n          }\n        }\n";
    std::vector<std::int32_t> input;
    std::vector<std::int32_t> expected(kElements);
    for (int i = 0; i < kElements; ++i) {
        input.push_back(7 * i + 1);
        const int object = i / kObject;
        const int row = i % kObject / 4;
        const int column = i % 4;
        expected[static_cast<std::size_t>(object * kObject + column * 4 + row)] = 7 * i + 1;
    }
    expect_all(one_core("i32", body), input, expected);
}

TEST_F(RunWithData, BranchesOnData) {
    expect_each<std::int32_t>(
        one_core("i32",
                 each("i32",
                      "          %odd = arith.andi %x, %one : i32\n"
                      "          %is = arith.cmpi ne, %odd, %nothing : i32\n"
                      "          %y = scf.if %is -> (i32) {\n"
                      "            %t = arith.muli %x, %three : i32\n"
                      "            %u = arith.addi %t, %one : i32\n"
                      "            scf.yield %u : i32\n          } else {\n"
                      "            %h = arith.divsi %x, %two : i32\n"
                      "            scf.yield %h : i32\n          }\n"),
                 "      %nothing = arith.constant 0 : i32\n      %one = arith.constant 1 : i32\n"
                 "      %two = arith.constant 2 : i32\n      %three = arith.constant 3 : i32\n"),
        [](std::int32_t x) { return x % 2 != 0 ? 3 * x + 1 : x / 2; });
}

TEST_F(RunWithData, HandsValuesFromRoundToRound) {
    // Prefix sums within an object, on top of the total of those before, which is kept in memory.
    const std::string body =
        "        %old = memref.load %acc[%0] : memref<4xi32>\n"
        "        %new = scf.for %k = %0 to %16 step %1 iter_args(%s = %old) -> (i32) {\n"
        "          %x = memref.load %in[%k] : memref<16xi32>\n"
        "          %t = arith.addi %s, %x : i32\n"
        "          memref.store %t, %out[%k] : memref<16xi32>\n"
        "          scf.yield %t : i32\n        }\n"
        "        memref.store %new, %acc[%0] : memref<4xi32>\n";
    std::vector<std::int32_t> input;
    std::vector<std::int32_t> expected;
    int sum = 0;
    for (int i = 0; i < kElements; ++i) {
        input.push_back(i * i - 1000);
        expected.push_back(sum += input.back());
    }
    expect_all(one_core("i32", body), input, expected);
}

TEST_F(RunWithData, ReadsGlobalsAndPartsOfBuffers) {
    const std::string body =
        "        %w = memref.get_global @weights : memref<4xi32>\n"
        "        scf.for %r = %0 to %4 step %1 {\n"
        "          %at = arith.muli %r, %4 : index\n"
        "          %row = memref.subview %in[%at] [4] [1] : memref<16xi32> to "
        "memref<4xi32, strided<[1], offset: ?>>\n"
        "          scf.for %k = %0 to %4 step %1 {\n"
        "            %x = memref.load %row[%k] : memref<4xi32, strided<[1], offset: ?>>\n"
        "            %f = memref.load %w[%k] : memref<4xi32>\n"
        "            %y = arith.muli %x, %f : i32\n"
        "            %to = arith.addi %at, %k : index\n"
        "            memref.store %y, %out[%to] : memref<16xi32>\n          }\n        }\n";
    std::vector<std::int32_t> input;
    std::vector<std::int32_t> expected;
    constexpr std::array kWeights{2, -3, 5, 7};
    for (int i = 0; i < kElements; ++i) {
        input.push_back(i);
        expected.push_back(i * kWeights[static_cast<std::size_t>(i % 4)]);
    }
    expect_all(one_core("i32", body, "",
                        "    memref.global \"private\" constant @weights : memref<4xi32> = "
                        "dense<[2, -3, 5, 7]>\n"),
               input, expected);
}

TEST_F(RunWithData, BeginsWithTheValuesOfBuffers) {
    const std::string text =
        with(one_core("i32", each("i32",
                                  "          %q = arith.remui %k, %4 : index\n"
                                  "          %w = memref.load %acc[%q] : memref<4xi32>\n"
                                  "          %y = arith.addi %x, %w : i32\n")),
             "dense<0>", "dense<[10, 20, -30, 40]>");
    std::vector<std::int32_t> input;
    std::vector<std::int32_t> expected;
    constexpr std::array kHeld{10, 20, -30, 40};
    for (int i = 0; i < kElements; ++i) {
        input.push_back(i);
        expected.push_back(i + kHeld[static_cast<std::size_t>(i % 4)]);
    }
    expect_all(text, input, expected);
}

TEST_F(RunWithData, CallsKernelsBetweenCode) {
    static_cast<void>(folder_.write("kernels.yaml",
                                    "kernels:\n  inc: {work: add_one, bytes: 64, "
                                    "type: int32}\n"));
    const std::string body =
        "        func.call @inc(%in, %out) : (memref<16xi32>, memref<16xi32>) -> ()\n"
        "        scf.for %k = %0 to %16 step %1 {\n"
        "          %x = memref.load %out[%k] : memref<16xi32>\n"
        "          %y = arith.addi %x, %x : i32\n"
        "          memref.store %y, %out[%k] : memref<16xi32>\n        }\n";
    expect_each<std::int32_t>(
        one_core("i32", body, "", "    func.func private @inc(memref<16xi32>, memref<16xi32>)\n"),
        [](std::int32_t x) { return 2 * (x + 1); });
}

TEST_F(RunWithData, SlidesAWindowOverObjects) {
    // Each object of the output is the sum of two objects that follow each other.
    std::string text = one_core("i32", "");
    const auto from = text.find("      scf.for %round");
    const auto to = text.find("      aie.end");
    text.replace(
        from, to - from,
        R"(      %f = aie.objectfifo.acquire @in(Consume, 1) : !aie.objectfifosubview<memref<16xi32>>
      scf.for %round = %1 to %8 step %1 {
        %i = aie.objectfifo.acquire @in(Consume, 2) : !aie.objectfifosubview<memref<16xi32>>
        %a = aie.objectfifo.subview.access %i[0] : !aie.objectfifosubview<memref<16xi32>> -> memref<16xi32>
        %b = aie.objectfifo.subview.access %i[1] : !aie.objectfifosubview<memref<16xi32>> -> memref<16xi32>
        %o = aie.objectfifo.acquire @out(Produce, 1) : !aie.objectfifosubview<memref<16xi32>>
        %out = aie.objectfifo.subview.access %o[0] : !aie.objectfifosubview<memref<16xi32>> -> memref<16xi32>
        scf.for %k = %0 to %16 step %1 {
          %x = memref.load %a[%k] : memref<16xi32>
          %y = memref.load %b[%k] : memref<16xi32>
          %z = arith.addi %x, %y : i32
          memref.store %z, %out[%k] : memref<16xi32>
        }
        aie.objectfifo.release @in(Consume, 1)
        aie.objectfifo.release @out(Produce, 1)
      }
)");
    text = with(text, "%b[0, 0, 0, 0][1, 1, 1, 128]", "%b[0, 0, 0, 0][1, 1, 1, 112]");
    text = with(text, "%b: memref<128xi32>", "%b: memref<112xi32>");
    text = with(text, "issue_token = true} : memref<128xi32>",
                "issue_token = true} : memref<112xi32>");
    std::vector<std::int32_t> input;
    std::vector<std::int32_t> expected;
    for (int i = 0; i < kElements; ++i)
        input.push_back(i * i);
    for (int i = 0; i + kObject < kElements; ++i)
        expected.push_back(i * i + (i + kObject) * (i + kObject));
    expect_all(text, input, expected);
}

/// Four cores, each with a quarter of the objects, by way of a mem tile.
std::string four_cores() {
    std::string text = R"(module {
  aie.device(npu1_1col) {
    %shim = aie.tile(0, 0)
    %mem = aie.tile(0, 1)
    aie.objectfifo @in(%shim, {%mem}, 2 : i32) : !aie.objectfifo<memref<64xi32>>
    aie.objectfifo @out(%mem, {%shim}, 2 : i32) : !aie.objectfifo<memref<64xi32>>
    aie.objectfifo.link [@in] -> [@in2, @in3, @in4, @in5]([] [0, 16, 32, 48])
    aie.objectfifo.link [@out2, @out3, @out4, @out5] -> [@out]([0, 16, 32, 48] [])
)";
    std::string tiles;
    for (int row = 2; row < 6; ++row) {
        tiles += fmt::format("    %t{0} = aie.tile(0, {0})\n", row);
        text += fmt::format(
            R"(    aie.objectfifo @in{0}(%mem, {{%t{0}}}, 2 : i32) : !aie.objectfifo<memref<16xi32>>
    aie.objectfifo @out{0}(%t{0}, {{%mem}}, 2 : i32) : !aie.objectfifo<memref<16xi32>>
    %core{0} = aie.core(%t{0}) {{
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %16 = arith.constant 16 : index
      %2 = arith.constant 2 : index
      %number = arith.constant {0} : i32
      scf.for %round = %0 to %2 step %1 {{
        %i = aie.objectfifo.acquire @in{0}(Consume, 1) : !aie.objectfifosubview<memref<16xi32>>
        %in = aie.objectfifo.subview.access %i[0] : !aie.objectfifosubview<memref<16xi32>> -> memref<16xi32>
        %o = aie.objectfifo.acquire @out{0}(Produce, 1) : !aie.objectfifosubview<memref<16xi32>>
        %out = aie.objectfifo.subview.access %o[0] : !aie.objectfifosubview<memref<16xi32>> -> memref<16xi32>
        scf.for %k = %0 to %16 step %1 {{
          %x = memref.load %in[%k] : memref<16xi32>
          %y = arith.muli %x, %number : i32
          memref.store %y, %out[%k] : memref<16xi32>
        }}
        aie.objectfifo.release @in{0}(Consume, 1)
        aie.objectfifo.release @out{0}(Produce, 1)
      }}
      aie.end
    }}
)",
            row);
    }
    text.insert(text.find("    aie.objectfifo @in("), tiles);
    return text + R"(    aie.runtime_sequence(%a: memref<128xi32>, %b: memref<128xi32>) {
      aiex.npu.dma_memcpy_nd(%a[0, 0, 0, 0][1, 1, 1, 128][0, 0, 0, 1]) {id = 0 : i64, metadata = @in} : memref<128xi32>
      aiex.npu.dma_memcpy_nd(%b[0, 0, 0, 0][1, 1, 1, 128][0, 0, 0, 1]) {id = 1 : i64, metadata = @out, issue_token = true} : memref<128xi32>
      aiex.npu.dma_wait {symbol = @out}
    }
  }
}
)";
}

TEST_F(RunWithData, DistributesAndJoins) {
    std::vector<std::int32_t> input;
    std::vector<std::int32_t> expected;
    for (int i = 0; i < kElements; ++i) {
        input.push_back(i + 1);
        expected.push_back((i + 1) * (2 + i % 64 / kObject));
    }
    expect_all(four_cores(), input, expected);
}

TEST_F(RunWithData, TakesNoOtherTimeThanWithout) {
    const std::string text = four_cores();
    const auto file = folder_.write("design.mlir", text);
    const problem::Problem problem = problem::load_problem(file, {});
    const auto without =
        backends::make_systemc_backend()->run(map_problem(problem), problem.device, {});
    const std::string data(kElements * sizeof(std::int32_t), '\0');
    EXPECT_EQ(run(text, data, data).cycles->count(), without.cycles->count());
}

TEST_F(RunWithData, SaysWhatDiffers) {
    const std::string text =
        one_core("i32", each("i32", "          %y = arith.addi %x, %x : i32\n"));
    std::vector<std::int32_t> input(kElements, 3);
    std::vector<std::int32_t> expected(kElements, 6);
    expected[12] = 7;
    const auto result = run(text, bytes_of(input), bytes_of(expected));
    EXPECT_THAT(result.verification->message,
                AllOf(HasSubstr("b: element 12 is 6; '"), HasSubstr("has 7 (1 of 128 differ)")));
}

TEST_F(RunWithData, RefusesFilesOfAnotherSizeOrName) {
    const std::string text = one_core("i32", "");
    const auto refused = [&](const std::string& key, const std::string& files) {
        return input_error([&] {
            const std::vector<problem::Setting> settings{{"design." + key, files}};
            static_cast<void>(problem::load_problem(folder_.write("design.mlir", text), settings));
        });
    };
    const std::string in = folder_.write("short.bin", "1234").string();
    EXPECT_THAT(refused("inputs", fmt::format("{{arg0: {}}}", in)),
                HasSubstr("has 4 bytes; the argument has 512"));
    EXPECT_THAT(refused("expect", fmt::format("{{arg3: {}}}", in)),
                HasSubstr("no argument 'arg3'; allowed: a, b, or arg0 to arg1"));
    EXPECT_THAT(refused("inputs", "{a: nowhere.bin}"), HasSubstr("'nowhere.bin' cannot be read"));
    const std::string npy = folder_.write("text.npy", "no array").string();
    EXPECT_THAT(refused("inputs", fmt::format("{{a: {}}}", npy)),
                HasSubstr("is not an array of NumPy"));
}

TEST_F(RunWithData, RefusesWhatItCannotCompute) {
    const std::string data(kElements * sizeof(std::int32_t), '\0');
    const auto refused = [&](const std::string& text) {
        return input_error([&] { return run(text, data, data); });
    };
    EXPECT_THAT(
        refused(one_core("i32", each("i32", "          %y = arith.unheard %x : i32\n"))),
        AllOf(HasSubstr("design.mlir:"), HasSubstr("arith.unheard is not computed on data")));
    EXPECT_THAT(refused(one_core("i32", "        %x = memref.load %in[%16] : memref<16xi32>\n")),
                HasSubstr("index 16 of dimension 0, which has 16 elements"));
    EXPECT_THAT(input_error([&] {
                    return run(
                        one_core("i32", "        func.call @f(%in) : (memref<16xi32>) -> ()\n", "",
                                 "    func.func private @f(memref<16xi32>)\n"),
                        data, data, {{"design.default_cycles", "100"}});
                }),
                HasSubstr("what kernel 'f' computes is not known"));
}

}  // namespace
}  // namespace xdnasim::design
