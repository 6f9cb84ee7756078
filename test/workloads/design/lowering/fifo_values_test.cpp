// Values that the text of an object FIFO gives: initial values and padding.

#include <algorithm>

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
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// A design whose mem tile sends 16 sevens four times. `options`: attributes of the FIFO; `more`:
/// more text for the device.
std::string resident(const std::string& options, const std::string& more = "") {
    return R"(module {
  aie.device(npu1_1col) {
    %shim = aie.tile(0, 0)
    %mem = aie.tile(0, 1)
    aie.objectfifo @w(%mem, {%shim}, 1 : i32) )" +
           options + R"( : !aie.objectfifo<memref<16xi32>> = [dense<7> : memref<16xi32>]
)" + more + R"(    aie.runtime_sequence(%a: memref<64xi32>) {
      aiex.npu.dma_memcpy_nd(%a[0, 0, 0, 0][1, 1, 1, 64][0, 0, 0, 1]) {id = 0 : i64, metadata = @w} : memref<64xi32>
      aiex.npu.dma_wait {symbol = @w}
    }
  }
}
)";
}

TEST(InitialValues, AreSentOverAndOver) {
    const TemporaryFolder folder;
    std::string sevens;
    for (int i = 0; i < 64; ++i)
        sevens += std::string{"\7\0\0\0", 4};
    const std::vector<problem::Setting> settings{
        {"design.expect", fmt::format("{{a: {}}}", folder.write("sevens.bin", sevens).string())}};
    const problem::Problem problem = problem::load_problem(
        folder.write("design.mlir", resident("{iter_count = 4 : i32}")), settings);
    backends::RunOptions options;
    options.verify = true;
    const auto result =
        backends::make_systemc_backend()->run(map_problem(problem), problem.device, options);
    ASSERT_TRUE(result.verification);
    EXPECT_TRUE(result.verification->passed) << result.verification->message;
}

TEST(InitialValues, HaveLocksWhereTheyAreSentOnceOrReplaced) {
    const std::string lock = "sym_name = \"w_prod_lock_0\"";
    EXPECT_THAT(read(resident("{iter_count = 4 : i32}")).lowered,
                AllOf(HasSubstr("repeat_count = 3"), Not(HasSubstr(lock))));
    EXPECT_THAT(read(resident("{iter_count = 1 : i32}")).lowered, HasSubstr(lock));
    const std::string link =
        "    aie.objectfifo @in(%shim, {%mem}, 1 : i32) : !aie.objectfifo<memref<16xi32>>\n"
        "    aie.objectfifo.link [@in] -> [@w]([] [])\n";
    EXPECT_THAT(read(resident("{iter_count = 4 : i32}", link)).lowered, HasSubstr(lock));
}

/// A design that pads four rows of 4 numbers to rows of 8. `options`: more attributes of the FIFO.
std::string padded(const std::string& options) {
    return R"(module {
  aie.device(npu2_1col) {
    %shim = aie.tile(0, 0)
    %mem = aie.tile(0, 1)
    aie.objectfifo @in(%shim, {%mem}, 1 : i32) : !aie.objectfifo<memref<4x4xi32>>
    aie.objectfifo @out(%mem dimensionsToStream [<size = 4, stride = 4>, <size = 4, stride = 1>], {%shim}, 1 : i32) {padDimensions = #aie<bd_pad_layout_array[<const_pad_before = 0, const_pad_after = 0>, <const_pad_before = 2, const_pad_after = 2>]>)" +
           options + R"(} : !aie.objectfifo<memref<4x8xi32>>
    aie.objectfifo.link [@in] -> [@out]([] [])
    aie.runtime_sequence(%a: memref<16xi32>, %b: memref<32xi32>) {
      aiex.npu.dma_memcpy_nd(%a[0, 0, 0, 0][1, 1, 1, 16][0, 0, 0, 1]) {id = 0 : i64, metadata = @in} : memref<16xi32>
      aiex.npu.dma_memcpy_nd(%b[0, 0, 0, 0][1, 1, 1, 32][0, 0, 0, 1]) {id = 1 : i64, metadata = @out} : memref<32xi32>
      aiex.npu.dma_wait {symbol = @out}
    }
  }
}
)";
}

TEST(PadValue, OtherThanZeroIsALossAndRefusedWhereDataMoves) {
    EXPECT_THAT(losses_of(padded("")), IsEmpty());
    EXPECT_THAT(losses_of(padded(", padValue = 0 : i32")), IsEmpty());
    const std::string text = padded(", padValue = 7 : i32");
    EXPECT_THAT(losses_of(text),
                ElementsAre("'pad_value' of aie.dma_bd: zeros are moved instead (6:5)"));
    EXPECT_EQ(cycles_of(text), cycles_of(padded("")));
    Request request = hundred_cycles();
    request.files.outputs["b"] = "b.bin";
    EXPECT_THAT(input_error([&] { return read(text, request); }),
                HasSubstr("zeros are moved instead. Run without data (6:5)"));
    EXPECT_NO_THROW(static_cast<void>(read(padded(""), request)));
}

TEST(Padding, IsCountedInElementsOfAnySize) {
    std::string text = padded("");
    for (std::size_t at = 0; (at = text.find("xi32>", at)) != std::string::npos;)
        text.replace(at, 5, "xi64>");
    const Design design = read(text);
    const auto& bds = design.schedule.find({0, 1})->bds;
    const auto sends =
        std::ranges::find_if(bds, [](const schedule::Bd& bd) { return !bd.padding.empty(); });
    ASSERT_NE(sends, bds.end());
    // An element has two words: two elements of padding are 4 words.
    EXPECT_EQ(sends->padding.front().before, 4);
    EXPECT_EQ(sends->padding.front().after, 4);
    EXPECT_EQ(sends->length.count(), 4 * 8 * 8);
}

struct Unread {
    const char* from;
    const char* to;
    const char* loss;
};

class UnreadAttribute : public testing::TestWithParam<Unread> {};

TEST_P(UnreadAttribute, IsALossWithItsPlace) {
    EXPECT_THAT(losses_of(with(text_of("scale_2024.mlir"), GetParam().from, GetParam().to)),
                ElementsAre(GetParam().loss));
}

INSTANTIATE_TEST_SUITE_P(
    OfTransfers, UnreadAttribute,
    testing::Values(
        Unread{"{bd_id = 2 : i32", "{bd_id = 2 : i32, pad_value = 7 : i32",
               "'pad_value' of aie.dma_bd: zeros are moved instead (97:7)"},
        Unread{"{bd_id = 2 : i32",
               "{iteration = #aie.bd_iteration<size = 2, stride = 128, current = 1>, bd_id = 2 : "
               "i32",
               "'current' of the iteration of aie.dma_bd: 0 is used instead (97:7)"},
        Unread{"^bb4, ^bb6)", "^bb4, ^bb6) {pad_value = 7 : i32}",
               "'pad_value' of aie.dma_start: zeros are moved instead (94:7)"},
        Unread{"{id = 1 : i64", "{offset_parameter = @where, id = 1 : i64",
               "'offset_parameter' of aiex.npu.dma_memcpy_nd: nothing is added to the address "
               "(77:7)"}));

}  // namespace
}  // namespace xdnasim::design
