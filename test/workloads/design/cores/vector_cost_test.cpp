// Cycles of operations on vectors that are larger than a core's registers.

#include <limits>

#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"
#include "workloads/design/cores/operation_cost.hpp"

namespace xdnasim::design {
namespace {

/// Cycles of the code of a round whose objects have 16 elements of `type`.
std::int64_t cycles_of_round(const std::string& type, const std::string& body) {
    const Design design = read(one_core(type, body));
    EXPECT_EQ(design.schedule.kernels.size(), 1U);
    return design.schedule.kernels.front().cycles->count();
}

/// Cycles that `what` adds to a round with one store of a word.
std::int64_t cycles_of_operation(const std::string& what) {
    const std::string store =
        "        %word = arith.constant 1 : i32\n"
        "        memref.store %word, %out[%0] : memref<16xi32>\n";
    return cycles_of_round("i32", store + what) - cycles_of_round("i32", store);
}

std::string sum_of(const std::string& type) {
    return "        %v = arith.constant dense<1> : " + type +
           "\n        %w = vector.broadcast %word : i32 to " + type +
           "\n        %s = arith.addi %v, %w : " + type + "\n";
}

std::string product_of(const std::string& m, const std::string& k, const std::string& n) {
    const std::string a = "vector<" + m + "x" + k + "xi8>";
    const std::string b = "vector<" + k + "x" + n + "xi8>";
    const std::string c = "vector<" + m + "x" + n + "xi32>";
    return "        %c = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, "
           "affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], "
           "iterator_types = [\"parallel\", \"parallel\", \"reduction\"], kind = "
           "#vector.kind<add>} %a, %b, %z : " +
           a + ", " + b + " into " + c + "\n";
}

TEST(VectorOperation, TakesACycleForEachRegisterThatItFills) {
    // A broadcast and an addition, on registers of 512 bits.
    EXPECT_EQ(cycles_of_operation(sum_of("vector<16xi32>")), 2);
    EXPECT_EQ(cycles_of_operation(sum_of("vector<64xi32>")), 4 * 2);
    EXPECT_EQ(cycles_of_operation(sum_of("vector<4x16xi32>")), 4 * 2);
    EXPECT_EQ(cycles_of_operation(sum_of("vector<17xi32>")), 2 * 2);
    EXPECT_EQ(cycles_of_operation(sum_of("vector<4xi32>")), 2);
    EXPECT_EQ(cycles_of_operation(sum_of("vector<16xindex>")), 2);
}

TEST(VectorOperation, TakesAsLongWhereItsTypeHasAName) {
    const auto cycles = [](const std::string& type, const std::string& what) {
        const std::string body =
            "        %word = arith.constant 1 : i32\n"
            "        memref.store %word, %out[%0] : memref<16xi32>\n";
        return read("!v = " + type + "\n" + one_core("i32", body + what))
            .schedule.kernels.front()
            .cycles->count();
    };
    const auto broadcast = [&](const std::string& type) {
        return cycles(type, "        %v = vector.broadcast %word : i32 to !v\n") - cycles(type, "");
    };
    EXPECT_EQ(broadcast("vector<16xi32>"), 1);
    EXPECT_EQ(broadcast("vector<4096xi32>"), 256);
}

TEST(VectorOperation, TakesAPartOfALargeVectorAtOnce) {
    const std::string sum = sum_of("vector<4x16xi32>");
    EXPECT_EQ(
        cycles_of_operation(
            sum + "        %r = vector.extract %s[1] : vector<16xi32> from vector<4x16xi32>\n") -
            cycles_of_operation(sum),
        1);
}

TEST(VectorOperation, TakesAWordOfALargeVectorAtOnce) {
    const std::string vector = "        %w = vector.broadcast %word : i32 to vector<4096xi32>\n";
    EXPECT_EQ(cycles_of_operation(vector), 256);
    for (const char* const what : {"vector.extract %w[0] : i32 from vector<4096xi32>",
                                   "vector.insert %word, %w[0] : i32 into vector<4096xi32>",
                                   "vector.extractelement %w[%0 : index] : vector<4096xi32>",
                                   "vector.insertelement %word, %w[%0 : index] : vector<4096xi32>"})
        EXPECT_EQ(cycles_of_operation(vector + "        %x = " + what + "\n"), 256 + 1) << what;
}

TEST(VectorOperation, SetsAWordOfALargeVectorAtOnceInTheGenericForm) {
    const std::string large = "vector<4096xi32>";
    const std::string vector = "        %w = vector.broadcast %word : i32 to " + large + "\n";
    const auto cycles = [&](const std::string& what, const std::string& types) {
        return cycles_of_operation(vector + "        %x = " + what + " : " + types + "\n") -
               cycles_of_operation(vector);
    };
    const std::string place = " <{static_position = array<i64: 3>}>";
    EXPECT_EQ(cycles("\"vector.insert\"(%word, %w)" + place, "(i32, " + large + ") -> " + large),
              1);
    EXPECT_EQ(
        cycles("\"vector.insert\"(%word, %w) {position = [3]}", "(i32, " + large + ") -> " + large),
        1);
    EXPECT_EQ(cycles("\"vector.insertelement\"(%word, %w, %1)",
                     "(i32, " + large + ", index) -> " + large),
              1);
}

TEST(VectorOperation, TakesAVectorThatItSetsAsAWhole) {
    // 32 words fill two registers, even if their type has a name.
    const auto cycles = [](const std::string& what) {
        const std::string body =
            "        %word = arith.constant 1 : i32\n"
            "        memref.store %word, %out[%0] : memref<16xi32>\n"
            "        %p = vector.broadcast %word : i32 to !part\n"
            "        %w = vector.broadcast %word : i32 to !whole\n";
        return read("!part = vector<32xi32>\n!whole = vector<4x32xi32>\n" +
                    one_core("i32", body + what))
            .schedule.kernels.front()
            .cycles->count();
    };
    EXPECT_EQ(cycles("        %x = vector.insert %p, %w[1] : !part into !whole\n") - cycles(""), 2);
    EXPECT_EQ(cycles("        %x = \"vector.insert\"(%p, %w) <{static_position = array<i64: 1>}> : "
                     "(!part, !whole) -> !whole\n") -
                  cycles(""),
              2);
}

TEST(VectorProduct, TakesNoFewerCyclesThanTheCoresMatrixUnit) {
    // Phoenix takes 256 products of int8 in a cycle (AM020, AIE-ML Architecture).
    const std::string values =
        "        %a = vector.broadcast %word : i32 to vector<4x8xi8>\n"
        "        %b = vector.broadcast %word : i32 to vector<8x4xi8>\n"
        "        %z = vector.broadcast %word : i32 to vector<4x4xi32>\n";
    const auto product = [&](const char* m, const char* k, const char* n) {
        return cycles_of_operation(values + product_of(m, k, n)) - cycles_of_operation(values);
    };
    EXPECT_EQ(product("4", "8", "4"), 1);
    EXPECT_EQ(product("64", "64", "64"), 64 * 64 * 64 / 256);
    EXPECT_EQ(product("16", "8", "8"), 16 * 8 * 8 / 256);
}

TEST(VectorProduct, KnowsDimensionsByTheirPlaceInTheirMap) {
    const std::string values =
        "        %a = vector.broadcast %word : i32 to vector<64x64xi8>\n"
        "        %b = vector.broadcast %word : i32 to vector<64x64xi8>\n"
        "        %z = vector.broadcast %word : i32 to vector<64x64xi32>\n";
    const std::string renamed =
        with(product_of("64", "64", "64"), "(d0, d1, d2) -> (d2, d1)", "(m, n, k) -> (k, n)");
    EXPECT_EQ(cycles_of_operation(values + renamed) - cycles_of_operation(values),
              64 * 64 * 64 / 256);
}

TEST(VectorProduct, IsNotMoreThanACountHolds) {
    arch::CoreModel core = phoenix().core;
    for (auto* rates : {&core.matrix, &core.native})
        for (arch::MatrixRate& rate : *rates)
            rate.peak_macs_per_cycle = 0.125;
    const ir::Text text{
        "%c = vector.outerproduct %a, %b : vector<4294967296xi8>, vector<4294967296xi8>\n",
        "design.mlir"};
    const ir::Module module = ir::read_operations(text);
    EXPECT_EQ(vector_passes(text, module.top.operations().front(), {}, core),
              std::numeric_limits<std::int64_t>::max());
}

TEST(VectorOperation, MayHaveATypeThatIsNotKnown) {
    EXPECT_EQ(cycles_of_operation("        %v = vector.broadcast %word : i32 to vector<\"\">\n"),
              1);
}

}  // namespace
}  // namespace xdnasim::design
