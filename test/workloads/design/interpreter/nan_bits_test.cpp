// Bits of NaNs, which a core's code passes on unchanged.

#include <cstdint>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

/// A value for each element of the input: the first ones of each object are `bits`, the others
/// count up.
template <class Word>
std::vector<Word> beginning_with(const std::vector<Word>& bits) {
    std::vector<Word> words;
    for (std::size_t i = 0; i < kElements; ++i)
        words.push_back(i % kObject < bits.size() ? bits[i % kObject] : static_cast<Word>(i));
    return words;
}

std::string copying(const std::string& type) {
    return one_core(
        type,
        fmt::format("        memref.copy %in, %out : memref<16x{0}> to memref<16x{0}>\n", type));
}
std::string loading(const std::string& type) {
    return one_core(
        type, fmt::format("        %v = vector.load %in[%0] : memref<16x{0}>, vector<16x{0}>\n"
                          "        vector.store %v, %out[%0] : memref<16x{0}>, vector<16x{0}>\n",
                          type));
}

// Signalling NaNs of both signs, and quiet NaNs with a payload (IEEE 754, 6.2.1).
const std::vector<std::uint16_t> kHalves{0x7C01, 0xFC02, 0x7E03, 0xFFFF};
const std::vector<std::uint16_t> kBrainFloats{0x7F81, 0xFF82, 0x7FC3, 0xFFFF};
const std::vector<std::uint32_t> kFloats{0x7F800001, 0xFF812345, 0x7FC00123, 0xFFFFFFFF};

TEST_F(RunWithData, KeepsTheBitsOfNanInCopies) {
    expect_all(copying("f16"), beginning_with(kHalves), beginning_with(kHalves));
    expect_all(copying("bf16"), beginning_with(kBrainFloats), beginning_with(kBrainFloats));
    expect_all(copying("f32"), beginning_with(kFloats), beginning_with(kFloats));
}

TEST_F(RunWithData, KeepsTheBitsOfNanInLoadsAndStores) {
    expect_all(loading("f16"), beginning_with(kHalves), beginning_with(kHalves));
    expect_all(loading("bf16"), beginning_with(kBrainFloats), beginning_with(kBrainFloats));
    expect_all(loading("f32"), beginning_with(kFloats), beginning_with(kFloats));
}

TEST_F(RunWithData, KeepsTheBitsOfNanThatCountAsAnInteger) {
    const std::string body = each("i32",
                                  "          %f = arith.bitcast %x : i32 to f32\n"
                                  "          %y = arith.bitcast %f : f32 to i32\n");
    expect_all(one_core("i32", body), beginning_with(kFloats), beginning_with(kFloats));
}

TEST_F(RunWithData, ChangesTheSignOfNanAlone) {
    std::vector<std::uint32_t> negated = beginning_with(kFloats);
    for (std::uint32_t& bits : negated)
        bits ^= 0x80000000;
    std::vector<std::uint32_t> without = beginning_with(kFloats);
    for (std::uint32_t& bits : without)
        bits &= 0x7FFFFFFF;
    const auto computing = [](const char* operation) {
        return one_core("f32", each("f32", fmt::format("          %y = {} %x : f32\n", operation)));
    };
    expect_all(computing("arith.negf"), beginning_with(kFloats), negated);
    expect_all(computing("math.absf"), beginning_with(kFloats), without);
}

}  // namespace
}  // namespace xdnasim::design
