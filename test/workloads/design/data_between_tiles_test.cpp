// Data through kernels and several tiles, and files of data that do not fit.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

using testing::AllOf;
using testing::HasSubstr;

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
    // Each object of the output is the sum of two consecutive objects of the input.
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

/// A design with four cores; a mem tile sends a quarter of each object to each core and joins the
/// results.
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
                HasSubstr("has 4 bytes; the argument has 512 (128xi32)"));
    const std::string whole = folder_.write("whole.bin", std::string(512, '0')).string();
    EXPECT_THAT(refused("inputs", fmt::format("{{arg0: {0}, a: {0}}}", whole)),
                HasSubstr("the argument already has a file, '"));
    EXPECT_THAT(refused("outputs", "{arg1: x.bin, b: y.bin}"),
                HasSubstr("b: the argument already has a file, 'x.bin'"));
    EXPECT_THAT(refused("expect", fmt::format("{{arg3: {}}}", in)),
                HasSubstr("no argument 'arg3'; allowed: a, b, or arg0 to arg1"));
    EXPECT_THAT(refused("inputs", "{a: nowhere.bin}"),
                HasSubstr("cannot read 'nowhere.bin': No such file or directory"));
    for (const char* const name : {"pipe.bin", "pipe.npy"}) {
        const std::string pipe = (folder_.path() / name).string();
        ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
        for (const char* const key : {"inputs", "expect"})
            EXPECT_THAT(refused(key, fmt::format("{{a: {}}}", pipe)),
                        HasSubstr(name + std::string{"' is not a regular file"}));
    }
    const std::string npy = folder_.write("text.npy", "no array").string();
    EXPECT_THAT(refused("inputs", fmt::format("{{a: {}}}", npy)),
                HasSubstr("is not an array of NumPy"));
}

TEST_F(RunWithData, TakesAVectorWithoutDimensions) {
    const std::string body =
        "        scf.for %k = %0 to %16 step %1 {\n"
        "          %x = vector.load %in[%k] : memref<16xi32>, vector<i32>\n"
        "          vector.store %x, %out[%k] : memref<16xi32>, vector<i32>\n        }\n";
    expect_each<std::int32_t>(one_core("i32", body), [](std::int32_t x) { return x; });
}

TEST_F(RunWithData, RefusesWhatItCannotCompute) {
    EXPECT_THAT(
        refused_with_data(one_core("i32", each("i32", "          %y = arith.unheard %x : i32\n"))),
        AllOf(HasSubstr("design.mlir:"),
              HasSubstr("arith.unheard is not supported in a run with data")));
    EXPECT_THAT(
        refused_with_data(one_core("i32", "        %x = memref.load %in[%16] : memref<16xi32>\n")),
        HasSubstr("index 16 is outside of dimension 0 of the buffer, which has 16 elements"));
    EXPECT_THAT(refused_with_data(one_core(
                    "i32",
                    "        %v = memref.reinterpret_cast %in to offset: [0], sizes: [1073741824], "
                    "strides: [0] : memref<16xi32> to memref<1073741824xi32, strided<[0]>>\n"
                    "        memref.copy %v, %v : memref<1073741824xi32, strided<[0]>> to "
                    "memref<1073741824xi32, strided<[0]>>\n")),
                HasSubstr("a copy of 1073741824 elements from a buffer with 16"));
    EXPECT_THAT(
        refused_with_data(one_core("i32", "        func.call @f(%in) : (memref<16xi32>) -> ()\n",
                                   "", "    func.func private @f(memref<16xi32>)\n"),
                          {{"design.default_cycles", "100"}}),
        HasSubstr("a run with data needs to know what kernel 'f' computes"));
}

TEST_F(RunWithData, NamesAllKernelsOfWhichItIsNotKnownWhatTheyCompute) {
    const std::string calls =
        "        func.call @f(%in) : (memref<16xi32>) -> ()\n"
        "        func.call @g(%in, %out) : (memref<16xi32>, memref<16xi32>) -> ()\n"
        "        func.call @clear(%out) : (memref<16xi32>) -> ()\n";
    const std::string declared =
        "    func.func private @f(memref<16xi32>)\n"
        "    func.func private @g(memref<16xi32>, memref<16xi32>)\n"
        "    func.func private @clear(memref<16xi32>)\n";
    EXPECT_THAT(refused_with_data(one_core("i32", calls, "", declared),
                                  {{"design.default_cycles", "100"},
                                   {"design.kernels", "{clear: {work: zero}}"}}),
                HasSubstr("what kernels 'f', 'g' compute"));
}

}  // namespace
}  // namespace xdnasim::design
