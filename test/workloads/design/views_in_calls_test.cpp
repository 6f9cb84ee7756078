// Views of memory that cores pass to kernels whose entry in kernels.yaml has `work`.

#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// %m and %n: the objects of the input and of the output as 4 rows of 4 elements.
const std::string kObjectsInRows =
    "        %m = memref.expand_shape %in [[0, 1]] output_shape [4, 4] : memref<16xi32> into "
    "memref<4x4xi32>\n"
    "        %n = memref.expand_shape %out [[0, 1]] output_shape [4, 4] : memref<16xi32> into "
    "memref<4x4xi32>\n";
const std::string kTwoRows = "memref<2x4xi32, strided<[4, 1], offset: ?>>";
const std::string kTwoColumns = "memref<4x2xi32, strided<[4, 1], offset: ?>>";

class ViewsInCalls : public RunWithData {
 protected:
    ViewsInCalls() {
        static_cast<void>(folder_.write(
            "kernels.yaml",
            "kernels:\n  triple: {work: scale, type: int32, factor: 3, cycles: 100}\n"));
    }

    /// A core that calls 'triple' in `body`, with two buffers of `type`.
    [[nodiscard]] static std::string tripling(const std::string& type, const std::string& body) {
        return one_core("i32", body, "      %2 = arith.constant 2 : index",
                        fmt::format("    func.func private @triple({0}, {0})\n", type));
    }
    [[nodiscard]] static std::string call(const std::string& from, const std::string& to,
                                          const std::string& type) {
        return fmt::format("        func.call @triple({0}, {1}) : ({2}, {2}) -> ()\n", from, to,
                           type);
    }
    /// Views %f and %t, with `number` after their names: the parts of %m and %n with `shape`, such
    /// as "[4, 2]", that begin at `offsets`. `type`: type of the views.
    [[nodiscard]] static std::string parts(int number, const std::string& offsets,
                                           const std::string& shape, const std::string& type) {
        std::string text;
        for (const auto& [part, of] : {std::pair{"f", "m"}, std::pair{"t", "n"}})
            text += fmt::format(
                "        %{}{} = memref.subview %{}{} {} [1, 1] : memref<4x4xi32> to {}\n", part,
                number, of, offsets, shape, type);
        return text;
    }
    static std::int32_t tripled(std::int32_t x) { return 3 * x; }
};

TEST_F(ViewsInCalls, OfWholeRowsAreTakenAsTheyLie) {
    expect_each<std::int32_t>(
        tripling(kTwoRows, kObjectsInRows + parts(0, "[%0, 0]", "[2, 4]", kTwoRows) +
                               call("%f0", "%t0", kTwoRows) +
                               parts(1, "[%2, 0]", "[2, 4]", kTwoRows) +
                               call("%f1", "%t1", kTwoRows)),
        tripled);
}

TEST_F(ViewsInCalls, LieAsBeforeWhereACastLeavesTheirStridesOpen) {
    const std::string open = "memref<2x4xi32, strided<[?, ?], offset: ?>>";
    const auto cast = [&](int number) {
        return fmt::format(
                   "        %g{0} = memref.cast %f{0} : {1} to {2}\n"
                   "        %u{0} = memref.cast %t{0} : {1} to {2}\n",
                   number, kTwoRows, open) +
               call(fmt::format("%g{}", number), fmt::format("%u{}", number), open);
    };
    expect_each<std::int32_t>(
        tripling(open, kObjectsInRows + parts(0, "[%0, 0]", "[2, 4]", kTwoRows) + cast(0) +
                           parts(1, "[%2, 0]", "[2, 4]", kTwoRows) + cast(1)),
        tripled);
}

TEST_F(ViewsInCalls, OfColumnsAreRefusedWhereDataMoves) {
    const std::string text =
        tripling(kTwoColumns, kObjectsInRows + parts(0, "[0, %2]", "[4, 2]", kTwoColumns) +
                                  call("%f0", "%t0", kTwoColumns));
    EXPECT_THAT(refused_with_data(text),
                AllOf(HasSubstr("design.mlir:25:40: argument 0 of 'triple' is a view whose "
                                "elements may not be contiguous"),
                      HasSubstr("Copy them into a buffer with memref.copy, use `library` instead "
                                "of `work`, or run without data")));
    EXPECT_GT(cycles_of(text), 8 * 100);
}

TEST_F(ViewsInCalls, FromAnElementThatDataSaysAreRefusedWhereDataMoves) {
    const std::string type = "memref<8xi32, strided<[1], offset: ?>>";
    const std::string text = tripling(
        type, fmt::format("        %x = memref.load %in[%0] : memref<16xi32>\n"
                          "        %d = arith.index_cast %x : i32 to index\n"
                          "        %f = memref.subview %in[%8] [8] [1] : memref<16xi32> to {0}\n"
                          "        %t = memref.subview %out[%d] [8] [1] : memref<16xi32> to {0}\n",
                          type) +
                  call("%f", "%t", type));
    EXPECT_THAT(refused_with_data(text), HasSubstr(":25:78: argument 1 of 'triple' is a view"));
}

TEST_F(ViewsInCalls, OfColumnsAreTakenFromABufferThatTheyAreCopiedInto) {
    const std::string dense = "memref<4x2xi32>";
    const auto copied = [&](int number) {
        return fmt::format(
            "        memref.copy %f{0}, %packed : {1} to {2}\n{3}"
            "        memref.copy %tripled, %t{0} : {2} to {1}\n",
            number, kTwoColumns, dense, call("%packed", "%tripled", dense));
    };
    const std::string text =
        tripling(dense, kObjectsInRows + parts(0, "[0, %0]", "[4, 2]", kTwoColumns) + copied(0) +
                            parts(1, "[0, %2]", "[4, 2]", kTwoColumns) + copied(1));
    expect_each<std::int32_t>(
        with(text, "    %program = ",
             fmt::format("    %packed = aie.buffer(%core) {{sym_name = \"packed\"}} : {0}\n"
                         "    %tripled = aie.buffer(%core) {{sym_name = \"tripled\"}} : {0}\n"
                         "    %program = ",
                         dense)),
        tripled);
}

}  // namespace
}  // namespace xdnasim::design
