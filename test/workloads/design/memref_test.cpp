// Types of memory: the bytes that their elements take.

#include "workloads/design/memref.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

using testing::HasSubstr;

/// `aliases`: lines before the type.
std::optional<std::int64_t> size_of_type(const std::string& type, const std::string& aliases = "") {
    const ir::Text text{aliases + "x.op : " + type, "design.mlir"};
    const ir::Module module = ir::read_operations(text);
    const std::uint32_t begin = module.top.operations().front().rest.begin + 1;
    const auto memref = find_memref(text, {begin, begin + 1}, module.aliases);
    return memref ? std::optional{memref->size().count()} : std::nullopt;
}

/// A design that moves `count` elements of `type` through a mem tile, in objects of a quarter of
/// them.
std::string through_mem_tile(int count, const std::string& type) {
    return fmt::format(R"(module {{
  aie.device(npu2_1col) {{
    %shim = aie.tile(0, 0)
    %mem = aie.tile(0, 1)
    aie.objectfifo @in(%shim, {{%mem}}, 2 : i32) : !aie.objectfifo<memref<{1}x{2}>>
    aie.objectfifo @out(%mem, {{%shim}}, 2 : i32) : !aie.objectfifo<memref<{1}x{2}>>
    aie.objectfifo.link [@in] -> [@out]([] [])
    aie.runtime_sequence(%a: memref<{0}x{2}>, %b: memref<{0}x{2}>) {{
      aiex.npu.dma_memcpy_nd(%a[0, 0, 0, 0][1, 1, 1, {0}][0, 0, 0, 1]) {{id = 0 : i64, metadata = @in}} : memref<{0}x{2}>
      aiex.npu.dma_memcpy_nd(%b[0, 0, 0, 0][1, 1, 1, {0}][0, 0, 0, 1]) {{id = 1 : i64, metadata = @out}} : memref<{0}x{2}>
      aiex.npu.dma_wait {{symbol = @out}}
    }}
  }}
}}
)",
                       count, count / 4, type);
}

TEST(Memref, CountsABlockOfNumbersWithACommonExponentAsAnElement) {
    EXPECT_EQ(size_of_type("memref<64x!aiex.bfp<\"v8bfp16ebs8\">>"), 576);
    EXPECT_EQ(size_of_type("memref<4x2x!aiex.bfp<\"v16bfp16ebs16\">, 1>"), 136);
    EXPECT_EQ(size_of_type("memref<64x!aiex.bfp<\"v4bfp16ebs4\">>"), std::nullopt);
    EXPECT_EQ(size_of_type("memref<64x!aiex.v8bfp16ebs8>"), std::nullopt);
}

TEST(Memref, CountsAFloatOfEightBitsAsAByte) {
    EXPECT_EQ(size_of_type("memref<4096xf8E4M3FN>"), 4096);
    EXPECT_EQ(size_of_type("memref<8x4xf8E5M2>"), 32);
    EXPECT_EQ(size_of_type("memref<8xf8E4M3FM>"), std::nullopt);
}

/// Bits of an element, and whether the type has no size.
std::optional<int> bits_of_unsized(const std::string& type) {
    const ir::Text text{"x.op : " + type, "design.mlir"};
    std::uint32_t begin = 0;
    while (!text[begin].is("memref"))
        ++begin;
    const auto memref = find_unsized_memref(text, begin);
    EXPECT_TRUE(!memref || memref->size().count() == 0) << type;
    return memref ? std::optional{memref->bits} : std::nullopt;
}

TEST(Memref, HasNoSizeWhereAnExtentOrTheirNumberIsOpen) {
    EXPECT_EQ(bits_of_unsized("memref<?xi32>"), 32);
    EXPECT_EQ(bits_of_unsized("memref<*xbf16>"), 16);
    EXPECT_EQ(bits_of_unsized("memref<?x64xi8>"), 8);
    EXPECT_EQ(bits_of_unsized("memref<64x?xi16>"), 16);
    EXPECT_EQ(bits_of_unsized("memref<?x?xf8E4M3FN>"), 8);
    EXPECT_EQ(bits_of_unsized("memref<?xi32, strided<[1]>>"), 32);
    EXPECT_EQ(bits_of_unsized("memref<*xindex>"), 32);
    for (const char* const other :
         {"memref<64xi32>", "memref<i32>", "memref<?>", "memref<*>", "memref<?xodd>"})
        EXPECT_EQ(bits_of_unsized(other), std::nullopt) << other;
}

TEST(Memref, MayBeMadeOfAliases) {
    EXPECT_EQ(size_of_type("!a", "!a = memref<64xi16>\n"), 128);
    EXPECT_EQ(size_of_type("!b", "!a = memref<64xi16>\n!b = !a\n"), 128);
    EXPECT_EQ(size_of_type("memref<64x!e>", "!e = i16\n"), 128);
    EXPECT_EQ(size_of_type("memref<!e>", "!e = i16\n"), 2);
    EXPECT_EQ(size_of_type("memref<4x2x!v, 1>", "!e = f32\n!v = vector<8x!e>\n"), 256);
    EXPECT_EQ(size_of_type("memref<64x!b>", "!b = !aiex.bfp<\"v8bfp16ebs8\">\n"), 576);
    EXPECT_EQ(size_of_type("memref<64x!e>", "!f = i16\n"), std::nullopt);
    // MLIR allows no such aliases, but they must end.
    EXPECT_EQ(size_of_type("!a", "!a = !b\n!b = !a\n"), std::nullopt);
}

TEST(Memref, OfBlocksMovesAsItsBytesDo) {
    EXPECT_EQ(cycles_of(through_mem_tile(256, "!aiex.bfp<\"v8bfp16ebs8\">")),
              cycles_of(through_mem_tile(2304, "i8")));
}

TEST(Memref, OfBlocksHasNoFileOfNumPy) {
    const TemporaryFolder folder;
    const std::string text = through_mem_tile(256, "!aiex.bfp<\"v8bfp16ebs8\">");
    Request request = hundred_cycles();
    request.files.outputs["b"] = "b.npy";
    EXPECT_THAT(input_error([&] { return read(text, request); }),
                HasSubstr("b: 'b.npy': the argument is of v8bfp16ebs8, which NumPy does not have. "
                          "Use a file of plain bytes"));
    request.files.outputs["b"] = "b.bin";
    request.files.inputs["a"] = folder.write("a.bin", std::string(2304, 'a'));
    EXPECT_EQ(read(text, request).arguments.input(0)->size(), 2304U);
}

TEST(Memref, OfABufferHasItsElementsOneBehindTheOther) {
    const auto buffer_of = [](const std::string& type) {
        return with(one_core("i32", ""), "memref<4xi32> = dense<0>", type);
    };
    const std::string refused =
        " are not contiguous from the start. Use a type without strides, "
        "and views of it in cores (memref.subview)";
    int checked = 0;
    for (const std::string layout :
         {"strided<[8, 1]>", "strided<[1, 4]>", "strided<[?, 1]>", "strided<[4, 1], offset: 2>",
          "affine_map<(d0, d1) -> (d1, d0)>"}) {
        const std::string type = fmt::format("memref<4x4xi32, {}>", layout);
        EXPECT_THAT(
            refusal(buffer_of(type)),
            HasSubstr(fmt::format("design.mlir:7:51: the elements of {}{}", type, refused)));
        ++checked;
    }
    EXPECT_EQ(checked, 5);
    for (const std::string type : {"memref<4x4xi32, strided<[4, 1]>>", "memref<4x4xi32, 1 : i32>",
                                   "memref<1x4xi32, strided<[8, 1], offset: 0>>"}) {
        const Design design = read(buffer_of(type));
        const auto& buffers = design.schedule.find({0, 2})->buffers;
        const auto acc = std::ranges::find(buffers, "acc", &schedule::Buffer::name);
        ASSERT_NE(acc, buffers.end());
        EXPECT_EQ(acc->size.count(), type.starts_with("memref<1x") ? 16 : 64) << type;
    }
}

TEST(Memref, OfAnObjectHasItsElementsOneBehindTheOther) {
    const std::string strided = "memref<16xi32, strided<[2]>>";
    EXPECT_THAT(refusal(with(one_core("i32", ""), "aie.objectfifo<memref<16xi32>>",
                             "aie.objectfifo<" + strided + ">")),
                HasSubstr("design.mlir:5:67: the elements of " + strided));
    EXPECT_THAT(refusal("!object = " + strided + "\n" +
                        with(one_core("i32", ""), "aie.objectfifo<memref<16xi32>>",
                             "aie.objectfifo<!object>")),
                HasSubstr("design.mlir:1:11: the elements of " + strided));
}

}  // namespace
}  // namespace xdnasim::design
