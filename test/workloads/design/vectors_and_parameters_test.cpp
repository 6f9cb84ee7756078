// Data through cores whose code has vectors of several dimensions, numbers in f16, parameters that
// the sequence writes, and object FIFOs in generic form.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

using testing::HasSubstr;

const std::string kSquares =
    "        %m = memref.expand_shape %in [[0, 1]] output_shape [4, 4] : memref<16xi32> into "
    "memref<4x4xi32>\n"
    "        %n = memref.expand_shape %out [[0, 1]] output_shape [4, 4] : memref<16xi32> into "
    "memref<4x4xi32>\n"
    "        %v = vector.load %m[%0, %0] : memref<4x4xi32>, vector<4x4xi32>\n";

std::vector<std::int32_t> squares() {
    std::vector<std::int32_t> values;
    for (int i = 0; i < kElements; ++i)
        values.push_back(i * i - 500);
    return values;
}

TEST_F(RunWithData, ComputesInVectorsOfSeveralDimensions) {
    const std::string body =
        kSquares +
        "        %t = vector.transpose %v, [1, 0] : vector<4x4xi32> to vector<4x4xi32>\n"
        "        %row = vector.extract %v[2] : vector<4xi32> from vector<4x4xi32>\n"
        "        %x = vector.extract %v[1, 3] : i32 from vector<4x4xi32>\n"
        "        %b = vector.broadcast %row : vector<4xi32> to vector<4x4xi32>\n"
        "        %s = arith.addi %t, %b : vector<4x4xi32>\n"
        "        %sum = vector.multi_reduction <add>, %v, %zero [1] : vector<4x4xi32> to "
        "vector<4xi32>\n"
        "        %i1 = vector.insert %sum, %s[3] : vector<4xi32> into vector<4x4xi32>\n"
        "        %i2 = vector.insert %x, %i1[0, 0] : i32 into vector<4x4xi32>\n"
        "        vector.store %i2, %n[%0, %0] : memref<4x4xi32>, vector<4x4xi32>\n";
    const std::vector<std::int32_t> input = squares();
    std::vector<std::int32_t> expected(kElements);
    for (std::size_t object = 0; object < kElements; object += kObject) {
        const auto in = [&](std::size_t r, std::size_t c) { return input[object + r * 4 + c]; };
        const auto out = [&](std::size_t r, std::size_t c) -> std::int32_t& {
            return expected[object + r * 4 + c];
        };
        for (std::size_t r = 0; r < 4; ++r)
            for (std::size_t c = 0; c < 4; ++c)
                out(r, c) = in(c, r) + in(2, c);
        for (std::size_t r = 0; r < 4; ++r)
            out(3, r) = in(r, 0) + in(r, 1) + in(r, 2) + in(r, 3);
        out(0, 0) = in(1, 3);
    }
    expect_all(one_core("i32", body, "      %zero = arith.constant dense<0> : vector<4xi32>\n"),
               input, expected);
}

TEST_F(RunWithData, LoadsAndStoresPartsOfRows) {
    // The output is filled with one lane of row 3, which depends on the round. Then the middle 2 x
    // 2 elements go to its corner, and lanes 2 and 3 of row 0 to the beginning of its row 1.
    const std::string body =
        kSquares +
        "        %p = vector.load %m[%1, %1] : memref<4x4xi32>, vector<2x2xi32>\n"
        "        %q = vector.extract_strided_slice %v {offsets = [0, 2], sizes = [1, 2], strides = "
        "[1, 1]} : vector<4x4xi32> to vector<1x2xi32>\n"
        "        %w = vector.shape_cast %q : vector<1x2xi32> to vector<2xi32>\n"
        "        %k = arith.remui %round, %4 : index\n"
        "        %e = vector.extract %v[3, %k] : i32 from vector<4x4xi32>\n"
        "        %all = vector.broadcast %e : i32 to vector<4x4xi32>\n"
        "        vector.store %all, %n[%0, %0] : memref<4x4xi32>, vector<4x4xi32>\n"
        "        vector.store %p, %n[%0, %0] : memref<4x4xi32>, vector<2x2xi32>\n"
        "        vector.store %w, %n[%1, %0] : memref<4x4xi32>, vector<2xi32>\n";
    const std::vector<std::int32_t> input = squares();
    std::vector<std::int32_t> expected(kElements);
    for (std::size_t object = 0; object < kElements; object += kObject) {
        const auto in = [&](std::size_t r, std::size_t c) { return input[object + r * 4 + c]; };
        for (std::size_t i = 0; i < kObject; ++i)
            expected[object + i] = in(3, object / kObject % 4);
        for (std::size_t c = 0; c < 2; ++c) {
            expected[object + c] = in(1, 1 + c);
            expected[object + 4 + c] = in(0, 2 + c);
        }
    }
    expect_all(one_core("i32", body), input, expected);
}

TEST_F(RunWithData, ComputesInVectorsWhoseTypeHasAName) {
    const std::string body =
        "        %v = vector.load %in[%0] : !m, !v\n"
        "        %five = arith.constant dense<5> : !v\n"
        "        %s = arith.addi %v, %five : !v\n"
        "        %w = arith.extsi %s : !v to !wide\n"
        "        %d = arith.addi %w, %w : !wide\n"
        "        %n = arith.trunci %d : !wide to !v\n"
        "        vector.transfer_write %n, %out[%0] {in_bounds = [true]} : !v, !m\n";
    expect_each<std::int32_t>("!v = vector<16xi32>\n!wide = vector<16xi64>\n!m = memref<16xi32>\n" +
                                  one_core("i32", body),
                              [](std::int32_t x) { return 2 * (x + 5); });
}

TEST_F(RunWithData, ComputesInHalfPrecision) {
    // From 2,048 on, f16 holds only every second whole number; those between are rounded to the
    // neighbour with an even significand, a multiple of 4.
    const auto half_of = [](int value) {
        int exponent = 0;
        while (value >> (exponent + 1) != 0)
            ++exponent;
        const int fraction = value - (1 << exponent);
        const int bits = exponent <= 10 ? fraction << (10 - exponent) : fraction >> (exponent - 10);
        return static_cast<std::uint16_t>((exponent + 15) << 10 | bits);
    };
    std::vector<std::uint16_t> input;
    std::vector<std::uint16_t> expected;
    for (int i = 0; i < kElements; ++i) {
        input.push_back(half_of(i + 1));
        int sum = 2048 + i + 1;
        if (sum % 2 != 0) sum += sum % 4 == 1 ? -1 : 1;
        expected.push_back(half_of(sum));
    }
    expect_all(one_core("f16", each("f16", "          %y = arith.addf %x, %c : f16\n"),
                        "      %c = arith.constant 2.048000e+03 : f16\n"),
               input, expected);
}

TEST_F(RunWithData, HoldsSmallAndInfiniteHalves) {
    // Half of the smallest positive number rounds to 0, and twice the largest one is infinite.
    std::vector<std::uint16_t> input(kElements, 0x0001);
    std::vector<std::uint16_t> expected(kElements, 0x0000);
    const auto scaled = [](const std::string& factor) {
        return one_core("f16", each("f16", "          %y = arith.mulf %x, %c : f16\n"),
                        "      %c = arith.constant " + factor + " : f16\n");
    };
    expect_all(scaled("5.000000e-01"), input, expected);
    expect_all(scaled("3.000000e+00"), input, std::vector<std::uint16_t>(kElements, 0x0003));
    input.assign(kElements, 0xFBFF);  // -65504
    expect_all(scaled("2.000000e+00"), input, std::vector<std::uint16_t>(kElements, 0xFC00));
}

/// A design whose core adds word 1 of buffer 'acc' to each element. `written`: an operation of the
/// sequence before its transfers.
std::string with_parameter(const std::string& written) {
    const std::string text =
        one_core("i32", each("i32",
                             "          %w = memref.load %acc[%1] : memref<4xi32>\n"
                             "          %y = arith.addi %x, %w : i32\n"));
    return with(text, "      aiex.npu.dma_memcpy_nd(%a",
                "      " + written + "\n      aiex.npu.dma_memcpy_nd(%a");
}

TEST_F(RunWithData, SeesParametersThatTheSequenceWrites) {
    const auto plus_seven = [](std::int32_t x) { return x + 7; };
    expect_each<std::int32_t>(with_parameter("aiex.npu.rtp_write(@acc, 1, 7)"), plus_seven);
    expect_each<std::int32_t>(
        with_parameter("aiex.npu.rtp_write(0, 2, 1, 7) {buffer_sym_name = \"acc\"}"), plus_seven);
    expect_each<std::int32_t>(
        with_parameter("aiex.npu.write32 {address = 1 : ui32, buffer = @acc, value = 7 : ui32}"),
        plus_seven);
}

TEST_F(RunWithData, SeesParametersOfLaterRounds) {
    // The second half of the data comes after the sequence has written the parameter again.
    std::string text = with_parameter("aiex.npu.rtp_write(@acc, 1, 100)");
    const std::string half_in = "dma_memcpy_nd(%a[0, 0, 0, 0][1, 1, 1, 64]";
    const std::string half_out = "dma_memcpy_nd(%b[0, 0, 0, 0][1, 1, 1, 64]";
    text = with(text, "dma_memcpy_nd(%a[0, 0, 0, 0][1, 1, 1, 128]", half_in);
    text = with(text, "dma_memcpy_nd(%b[0, 0, 0, 0][1, 1, 1, 128]", half_out);
    text = with(text, "      aiex.npu.dma_wait {symbol = @out}\n",
                R"(      aiex.npu.dma_wait {symbol = @out}
      aiex.npu.rtp_write(@acc, 1, -100)
      aiex.npu.dma_memcpy_nd(%a[0, 0, 0, 64][1, 1, 1, 64][0, 0, 0, 1]) {id = 2 : i64, metadata = @in} : memref<128xi32>
      aiex.npu.dma_memcpy_nd(%b[0, 0, 0, 64][1, 1, 1, 64][0, 0, 0, 1]) {id = 3 : i64, metadata = @out, issue_token = true} : memref<128xi32>
      aiex.npu.dma_wait {symbol = @out}
)");
    std::vector<std::int32_t> input;
    std::vector<std::int32_t> expected;
    for (int i = 0; i < kElements; ++i) {
        input.push_back(i);
        expected.push_back(i < kElements / 2 ? i + 100 : i - 100);
    }
    expect_all(text, input, expected);
}

TEST_F(RunWithData, NotesParametersThatACoreReadsBeforeItWaits) {
    Request request = hundred_cycles();
    const auto losses = [&](const std::string& text) {
        std::vector<std::string> told;
        for (const Finding& finding : read(text, request).losses)
            told.push_back(finding.what);
        return told;
    };
    const std::string load = "      %w = memref.load %acc[%1] : memref<4xi32>\n";
    const auto loaded_behind = [&](const std::string& waits) {
        const std::string body = each("i32", "          %y = arith.addi %x, %w : i32\n");
        const std::string text =
            with(one_core("i32", body, waits + load), "    %program = aie.core",
                 "    %set = aie.lock(%core, 15) {init = 0 : i32}\n    %program = aie.core");
        return with(text, "      aiex.npu.dma_memcpy_nd(%a",
                    "      aiex.npu.rtp_write(@acc, 1, 7)\n      aiex.set_lock(%set, 1)\n"
                    "      aiex.npu.dma_memcpy_nd(%a");
    };
    const std::string wait = "      aie.use_lock(%set, AcquireGreaterEqual, 1)\n";
    // In a run without data, nothing depends on the parameter.
    EXPECT_THAT(losses(loaded_behind(wait)), testing::IsEmpty());
    request.files.inputs["arg0"] =
        folder_.write("in.bin", std::string(kElements * sizeof(std::int32_t), '\0'));
    EXPECT_THAT(losses(loaded_behind(wait)), testing::IsEmpty());
    EXPECT_THAT(losses(with_parameter("aiex.npu.rtp_write(@acc, 1, 7)")), testing::IsEmpty());
    const std::string told = "'acc', which the sequence writes, is read before the core waits";
    EXPECT_THAT(losses(loaded_behind("")), testing::Contains(HasSubstr(told)));
}

TEST(Parameters, TakeTheTimeOfAWrite) {
    const std::string text = one_core("i32", "");
    const std::string written = with(text, "      aiex.npu.dma_memcpy_nd(%a",
                                     "      aiex.npu.rtp_write(@acc, 0, 1)\n"
                                     "      aiex.npu.rtp_write(@acc, 3, 1)\n"
                                     "      aiex.npu.dma_memcpy_nd(%a");
    const arch::Device& device = phoenix();
    EXPECT_EQ(cycles_of(written) - cycles_of(text),
              2 * device.cycles(device.command_processor.push).count());
}

TEST(Parameters, InNoBufferAreALoss) {
    const std::string text =
        with(one_core("i32", ""), "      aiex.npu.dma_memcpy_nd(%a",
             "      aiex.npu.write32 {address = 60000 : ui32, column = 0 : i32, row = 2 : i32, "
             "value = 7 : ui32}\n      aiex.npu.dma_memcpy_nd(%a");
    const Design design = read(text);
    ASSERT_EQ(design.losses.size(), 1U);
    EXPECT_THAT(design.losses.front().what,
                HasSubstr("words written to address 60000 of (0,2), where no buffer lies"));
    EXPECT_THAT(refusal(with(text,
                             "aiex.npu.write32 {address = 60000 : ui32, column = 0 : i32, "
                             "row = 2 : i32, value = 7 : ui32}",
                             "aiex.npu.rtp_write(@acc, 4, 1)")),
                HasSubstr("'index' of aiex.npu.rtp_write is 4; allowed: 0 to 3"));
    EXPECT_THAT(refusal(with(text,
                             "aiex.npu.write32 {address = 60000 : ui32, column = 0 : i32, "
                             "row = 2 : i32, value = 7 : ui32}",
                             "aiex.npu.rtp_write(@nothing, 0, 1)")),
                HasSubstr("is 'nothing', which is not a buffer of the design"));
}

/// The object FIFOs of one_core() as --mlir-print-op-generic prints them.
std::string in_generic_form(std::string text) {
    const auto fifo = [&](const std::string& name, const std::string& from, const std::string& to) {
        text =
            with(text,
                 "aie.objectfifo @" + name + "(%" + from + ", {%" + to +
                     "}, 2 : i32) : !aie.objectfifo<memref<16xi32>>",
                 "\"aie.objectfifo\"(%" + from + ", %" + to +
                     ") <{dimensionsFromStreamPerConsumer = #aie<bd_dim_layout_array_array[[]]>, "
                     "dimensionsToStream = #aie<bd_dim_layout_array[]>, disable_synchronization "
                     "= false, elemNumber = 2 : i32, elemType = "
                     "!aie.objectfifo<memref<16xi32>>, plio = false, sym_name = \"" +
                     name + "\", via_DMA = false}> : (index, index) -> ()");
    };
    const auto side = [&](const std::string& name, const std::string& port,
                          const std::string& number) {
        const std::string attributes = " <{objFifo_name = @" + name + ", port = " + number +
                                       " : i32, size = 1 : i32}> : () -> ";
        text = with(text, "aie.objectfifo.acquire @" + name + "(" + port + ", 1) : ",
                    "\"aie.objectfifo.acquire\"()" + attributes);
        text = with(text, "aie.objectfifo.release @" + name + "(" + port + ", 1)",
                    "\"aie.objectfifo.release\"()" + attributes + "()");
    };
    fifo("in", "shim", "core");
    fifo("out", "core", "shim");
    side("in", "Consume", "1");
    side("out", "Produce", "0");
    text = with(text,
                "aie.objectfifo.subview.access %i[0] : !aie.objectfifosubview<memref<16xi32>> -> "
                "memref<16xi32>",
                "\"aie.objectfifo.subview.access\"(%i) <{index = 0 : i32}> : "
                "(!aie.objectfifosubview<memref<16xi32>>) -> memref<16xi32>");
    return text;
}

TEST_F(RunWithData, TakesObjectFifosInGenericForm) {
    const std::string text =
        one_core("i32", each("i32", "          %y = arith.addi %x, %x : i32\n"));
    const std::string generic = in_generic_form(text);
    expect_each<std::int32_t>(generic, [](std::int32_t x) { return 2 * x; });
    EXPECT_EQ(cycles_of(generic), cycles_of(text));
}

TEST(GenericObjectFifos, HaveStepsAndDepthsBySide) {
    const std::string pretty = with(one_core("i32", ""), "@in(%shim, {%core}, 2 : i32)",
                                    "@in(%shim dimensionsToStream [], {%core dimensionsFromStream "
                                    "[<size = 4, stride = 4>, <size "
                                    "= 4, stride = 1>]}, [2 : i32, 3 : i32])");
    std::string generic = in_generic_form(one_core("i32", ""));
    generic = with(generic, "elemNumber = 2 : i32", "elemNumber = [2 : i32, 3 : i32]");
    generic = with(generic, "bd_dim_layout_array_array[[]]",
                   "bd_dim_layout_array_array[[<size = 4, stride = 4>, <size = 4, stride = 1>]]");
    const Design written = read(pretty);
    const Design design = read(generic);
    EXPECT_EQ(design.schedule.find({0, 2})->buffers.size(),
              written.schedule.find({0, 2})->buffers.size());
    // Two objects of each FIFO, of which the core holds one at a time, and 'acc'.
    EXPECT_EQ(design.schedule.find({0, 2})->buffers.size(), 5U);
    EXPECT_EQ(cycles_of(generic), cycles_of(pretty));
}

}  // namespace
}  // namespace xdnasim::design
