// MLIR text of any dialect, split into its operations.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/input_error.hpp"
#include "workloads/design/ir/fields.hpp"
#include "workloads/design/ir/operation.hpp"

namespace xdnasim::ir {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Names of the operations at the top level.
std::vector<std::string> names(const std::string& content) {
    const Text text{content, "t.mlir"};
    const Module module = read_operations(text);
    std::vector<std::string> found;
    for (const Operation& operation : module.top.operations())
        found.emplace_back(operation.name);
    return found;
}

TEST(ReadOperations, FindsEachOnItsOwnLineAndSeveralOnOne) {
    EXPECT_THAT(names("%a = x.one 3 : index\nx.two %a, %a : index\n%b, %c:2 = x.three\n"),
                ElementsAre("x.one", "x.two", "x.three"));
    EXPECT_THAT(names("aie.connect<DMA : 0, North : 1> aie.connect<South : 0, DMA : 1>"),
                ElementsAre("aie.connect", "aie.connect"));
}

TEST(ReadOperations, TakesNothingFromTheNextLineForANameThatStandsAlone) {
    EXPECT_THAT(names("x.alone\n%t = x.two 3\nx.alone\nx.three %t\n"),
                ElementsAre("x.alone", "x.two", "x.alone", "x.three"));
    EXPECT_THAT(names("scf.for %i = %a to %b {\n}\nllvm.call_intrinsic \"llvm.x\"(%i)"),
                ElementsAre("scf.for", "llvm.call_intrinsic"));
}

TEST(ReadOperations, TakesTheGenericForm) {
    EXPECT_THAT(names("%0 = \"aie.tile\"() <{col = 0 : i32, row = 2 : i32}> : () -> index\n"
                      "\"cf.br\"(%0)[^bb1] : (index) -> ()"),
                ElementsAre("aie.tile", "cf.br"));
}

TEST(ReadOperations, TellsRegionsFromAttributes) {
    const Text text{"x.a {k = 1, f} {\n  x.b %a\n} {last}\nx.c ({ x.d %a }, { x.e %a })\nx.f {}",
                    "t"};
    const Module module = read_operations(text);
    const auto& operations = module.top.operations();
    ASSERT_EQ(operations.size(), 3U);
    ASSERT_EQ(operations[0].regions.size(), 1U);
    EXPECT_EQ(operations[0].regions[0].operations().at(0).name, "x.b");
    ASSERT_EQ(operations[1].regions.size(), 2U);
    EXPECT_EQ(operations[1].regions[1].operations().at(0).name, "x.e");
}

TEST(ReadOperations, FindsBlocksWithTheirArguments) {
    const Text text{"x.a {\n  x.b ^bb1(%0 : index)\n^bb1(%1: index):  // pred\n  x.c\n}", "t"};
    const Module module = read_operations(text);
    const auto& blocks = module.top.operations().at(0).regions.at(0).blocks;
    ASSERT_EQ(blocks.size(), 2U);
    EXPECT_EQ(blocks[1].label, "bb1");
    EXPECT_THAT(blocks[1].arguments, ElementsAre("1"));
    EXPECT_EQ(blocks[1].operations.at(0).at.line, 4);
}

TEST(ReadOperations, PassesOverCommentsAliasesAndLocations) {
    EXPECT_THAT(names("// x.no\n#loc = loc(\"f\":1:2)\n#map = affine_map<(d0) -> (d0 >= 0)>\n"
                      "x.a {b = #map} loc(#loc)\n!t = memref<4xi32>\nx.b : !t"),
                ElementsAre("x.a", "x.b"));
}

TEST(ReadOperations, PassesOverAByteOrderMark) {
    EXPECT_THAT(names("\xEF\xBB\xBFx.one %a"), ElementsAre("x.one"));
}

TEST(ReadOperations, SaysWhereABracketOrAStringIsNotClosed) {
    EXPECT_EQ(input_error([] { return names("x.a (\n"); }), "t.mlir:1:5: '(' is not closed");
    EXPECT_EQ(input_error([] { return names("x.a\n  )"); }),
              "t.mlir:2:3: ')' closes nothing that is open");
    EXPECT_THAT(input_error([] { return names("x.a \"b\nc"); }),
                HasSubstr("t.mlir:1:5: a string that begins here does not end"));
}

TEST(ReadOperations, RefusesRegionsThatAreNestedTooDeep) {
    std::string text;
    for (int i = 0; i < 100; ++i)
        text += "x.a { ";
    text += "x.b";
    for (int i = 0; i < 100; ++i)
        text += " }";
    EXPECT_THAT(input_error([&] { return names(text); }), HasSubstr("regions in 64 others"));
}

TEST(Values, OfAnOperationAreThoseOutsideItsRegions) {
    const Text text{
        "%r = scf.if %c -> (i32) {\n  x.one %a\n  scf.yield %a, %b : i32, i32\n} else {\n}", "t"};
    const Module module = read_operations(text);
    const Operation& choice = module.top.operations().at(0);
    EXPECT_THAT(operands_of(text, choice), ElementsAre("c"));
    ASSERT_EQ(choice.regions.size(), 2U);
    EXPECT_THAT(yielded_by(text, choice.regions[0]), ElementsAre("a", "b"));
    EXPECT_THAT(yielded_by(text, choice.regions[1]), IsEmpty());
    EXPECT_THAT(operands_of(text, choice.regions[0].operations().at(1)), ElementsAre("a", "b"));
}

TEST(Words, FollowABracketBehindItsPartner) {
    // Words 0 to 8: x.a ( b ( c ) ) < d
    const Text text{"x.a (b (c)) < d", "t"};
    ASSERT_EQ(text[1].text, "(");
    EXPECT_EQ(behind(text, 0), 1U);
    EXPECT_EQ(behind(text, 1), 7U);
    EXPECT_EQ(behind(text, 3), 6U);
    EXPECT_EQ(behind(text, 6), 7U) << "a closing one";
    EXPECT_EQ(behind(text, 7), 8U) << "no bracket without a partner";
}

/// The value of a field of the only operation.
std::int64_t field(const std::string& content, const char* name,
                   const Constants* constants = nullptr) {
    const Text text{content, "t.mlir"};
    const Module module = read_operations(text);
    return Fields::read(text, module.top.operations().at(0), constants).integer(name, -9, 1 << 30);
}

TEST(Fields, AreTheSameInBothForms) {
    EXPECT_EQ(field("%t = aie.tile(3, 2) {controller_id = 1}", "col"), 3);
    EXPECT_EQ(field("%t = \"aie.tile\"() <{row = 2 : i32, col = 3 : i32}> : () -> index", "col"),
              3);
    EXPECT_EQ(field("%l = aie.lock(%t, 5) {init = 2 : i32}", "lockID"), 5);
    EXPECT_EQ(field("%l = aie.lock(%t) {lockID = 5 : i32, init = 2 : i32}", "init"), 2);
    EXPECT_EQ(field("aie.shim_dma_allocation @in(MM2S, 1, 3)", "col"), 3);
    EXPECT_EQ(field("aie.shim_dma_allocation @in (%t, MM2S, 1)", "channel_index"), 1);
    EXPECT_EQ(field("aiex.npu.sync {channel = 1 : i32, column = 2 : i32}", "column"), 2);
}

TEST(Fields, MayBeValuesThatAreKnown) {
    const Constants constants{{"c1", 1}, {"c7", 7}};
    EXPECT_EQ(field("aiex.npu.write32(%c7, %c1) : i32, i32", "address", &constants), 7);
    EXPECT_EQ(field("aie.use_lock(%l, Release, %c7)", "value", &constants), 7);
    EXPECT_THAT(
        input_error([&] { return field("aie.use_lock(%l, Release, %x)", "value", &constants); }),
        HasSubstr("1:27: 'value' of aie.use_lock is '%x'; allowed: a number that is known"));
}

TEST(Fields, AreRefusedWithWholeCharacters) {
    EXPECT_THAT(input_error([] { return field("%t = aie.tile(\xC3\xA9, 2)", "col"); }),
                HasSubstr("'\xC3\xA9'"));
}

TEST(Fields, SayWhereAFormEnds) {
    EXPECT_EQ(input_error([] { return field("%t = aie.tile(0 2)", "col"); }),
              "t.mlir:1:17: aie.tile is not written as known here: found '2'");
}

}  // namespace
}  // namespace xdnasim::ir
