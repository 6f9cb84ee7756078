// Reductions of all lanes of a vector in a core's code, and atomic updates of memory.

#include <limits>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

using testing::HasSubstr;

/// Fixture for reductions of lanes of each object, whose result is the first element of the output.
class ReductionsOfACore : public RunWithData {
 protected:
    template <class Element>
    void expect_reduced(const std::string& type, const std::string& kind,
                        const std::vector<Element>& lanes, Element expected) const {
        const auto of_object = [](std::vector<Element> first) {
            first.resize(kObject);
            std::vector<Element> all;
            for (int object = 0; object < kObjects; ++object)
                all.insert(all.end(), first.begin(), first.end());
            return all;
        };
        std::vector<Element> reduced = lanes;
        reduced[0] = expected;
        const std::string vector = fmt::format("vector<{}x{}>", lanes.size(), type);
        for (const std::string& written :
             {fmt::format("vector.reduction <{}>, %v : {} into {}", kind, vector, type),
              fmt::format("\"vector.reduction\"(%v) <{{fastmath = #arith.fastmath<none>, kind = "
                          "#vector.kind<{}>}}> : ({}) -> {}",
                          kind, vector, type)}) {
            const std::string body = fmt::format(
                "        memref.copy %in, %out : memref<16x{0}> to memref<16x{0}>\n"
                "        %v = vector.load %in[%0] : memref<16x{0}>, {1}\n"
                "        %r = {2}\n"
                "        memref.store %r, %out[%0] : memref<16x{0}>\n",
                type, vector, written);
            expect_all(one_core(type, body), of_object(lanes), of_object(reduced));
        }
    }
};

TEST_F(ReductionsOfACore, AreOfEachKindOfIntegers) {
    using Lanes = std::vector<std::int32_t>;
    const Lanes lanes{6, -3, 5};
    expect_reduced("i32", "add", lanes, 8);
    expect_reduced("i32", "mul", lanes, -90);
    expect_reduced("i32", "minsi", lanes, -3);
    expect_reduced("i32", "maxsi", lanes, 6);
    // As an unsigned number, -3 is 2^32 - 3.
    expect_reduced("i32", "minui", lanes, 5);
    expect_reduced("i32", "maxui", lanes, -3);
    expect_reduced("i32", "and", Lanes{0b1110, 0b0111, 0b1101}, 0b0100);
    expect_reduced("i32", "or", Lanes{0b1000, 0b0001, 0b1001}, 0b1001);
    expect_reduced("i32", "xor", Lanes{0b1110, 0b0111, 0b1101}, 0b0100);
}

TEST_F(ReductionsOfACore, AreOfEachKindOfFloats) {
    using Lanes = std::vector<float>;
    constexpr float kNoNumber = std::numeric_limits<float>::quiet_NaN();
    const Lanes lanes{1.5F, -2, 4};
    expect_reduced("f32", "minimumf", lanes, -2.0F);
    expect_reduced("f32", "maximumf", lanes, 4.0F);
    expect_reduced("f32", "minf", lanes, -2.0F);
    expect_reduced("f32", "maxf", lanes, 4.0F);
    // minnumf and maxnumf ignore NaNs.
    expect_reduced("f32", "minnumf", Lanes{1.5F, kNoNumber, 4}, 1.5F);
    expect_reduced("f32", "maxnumf", Lanes{1.5F, 4, kNoNumber}, 4.0F);
}

/// A design that updates the second element by the first one; the third becomes the operation's
/// result.
std::string updating(const std::string& kind, const std::string& type = "i32") {
    const std::string body = fmt::format(
        "        memref.copy %in, %out : memref<16x{1}> to memref<16x{1}>\n"
        "        %x = memref.load %in[%0] : memref<16x{1}>\n"
        "        %old = memref.atomic_rmw {0} %x, %out[%1] : ({1}, memref<16x{1}>) -> {1}\n"
        "        %two = arith.addi %1, %1 : index\n"
        "        memref.store %old, %out[%two] : memref<16x{1}>\n",
        kind, type);
    return one_core(type, body);
}

TEST_F(RunWithData, UpdatesMemoryAndGivesWhatWasThere) {
    std::vector<std::int32_t> input;
    for (int i = 0; i < kElements; ++i)
        input.push_back(i % kObject == 0 ? 6 : i % kObject == 1 ? -3 : i);
    const auto with_second = [&](std::int32_t second) {
        std::vector<std::int32_t> expected = input;
        for (std::size_t object = 0; object < kElements; object += kObject) {
            expected[object + 1] = second;
            expected[object + 2] = -3;
        }
        return expected;
    };
    const std::vector<std::pair<const char*, std::int32_t>> kinds{
        {"addi", 3},  {"muli", -18}, {"assign", 6}, {"maxs", 6},
        {"maxu", -3}, {"mins", -3},  {"minu", 6},   {"andi", 4},  // 0110 and ...1101
        {"ori", -1},  {"xori", -5}};
    for (const auto& [kind, second] : kinds)
        expect_all(updating(kind), input, with_second(second));
}

TEST_F(RunWithData, UpdatesFloatsInMemory) {
    std::vector<float> input;
    for (int i = 0; i < kElements; ++i)
        input.push_back(i % kObject == 0 ? 1.5F : i % kObject == 1 ? -4.0F : 1.0F);
    std::vector<float> expected = input;
    for (std::size_t object = 0; object < kElements; object += kObject) {
        expected[object + 1] = -2.5F;
        expected[object + 2] = -4;
    }
    expect_all(updating("addf", "f32"), input, expected);
}

TEST_F(RunWithData, RefusesUpdatesWhoseKindIsANumber) {
    const std::string body =
        "        %x = memref.load %in[%0] : memref<16xi32>\n"
        "        %old = \"memref.atomic_rmw\"(%x, %out, %1) <{kind = 1 : i64}> : (i32, "
        "memref<16xi32>, index) -> i32\n";
    EXPECT_THAT(refused_with_data(one_core("i32", body)),
                HasSubstr("this form of memref.atomic_rmw is not supported in a run with data"));
}

}  // namespace
}  // namespace xdnasim::design
