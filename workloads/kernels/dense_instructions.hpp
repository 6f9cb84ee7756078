#pragma once
// Instructions of the layers of a network: int8 in tiles of 8 x 8, each as large as a word of the
// cascade.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "workloads/kernels/kernel.hpp"
#include "workloads/kernels/vliw/loop_nest.hpp"

namespace xdnasim::kernels {

inline constexpr std::int64_t kActivationTileBytes =
    std::int64_t{kActivationTile} * kActivationTile;
/// Halves of a tile of activations; the matrix instruction takes the rows of one half.
inline constexpr int kHalves = 2;

inline constexpr vliw::RegisterUse kWord{arch::RegisterFile::Vector, 2};
inline constexpr vliw::RegisterUse kHalfWord{arch::RegisterFile::Vector, 1};
inline constexpr vliw::RegisterUse kHalfSum{arch::RegisterFile::Accumulator, 1};
inline constexpr vliw::RegisterUse kSum{arch::RegisterFile::Accumulator, 2};

/// Gets a word of the cascade as `value`.
[[nodiscard]] inline vliw::Instruction get_word(const std::string& value,
                                                vliw::RegisterUse registers) {
    return {.operation = "vmov.get",
            .label = "get " + value,
            .writes = value,
            .result = registers,
            .queue = "cascade in"};
}
[[nodiscard]] inline vliw::Instruction put_word(std::string_view label,
                                                std::vector<std::string> values) {
    return {.operation = "vmov.put",
            .label = fmt::format("put {}", label),
            .reads = std::move(values),
            .queue = "cascade out"};
}

[[nodiscard]] inline vliw::Instruction load_half(const std::string& value, std::string array,
                                                 std::optional<vliw::Walk> walk = {}) {
    return {.operation = "vld",
            .label = "ld " + value,
            .writes = value,
            .result = kHalfWord,
            .memory = std::move(array),
            .walk = walk};
}
[[nodiscard]] inline vliw::Instruction move_value(const std::string& from, const std::string& to,
                                                  vliw::RegisterUse registers) {
    return {.operation = "vmov",
            .label = "mv " + to,
            .reads = {from},
            .writes = to,
            .result = registers};
}
/// Narrows `sum` to int8.
[[nodiscard]] inline vliw::Instruction narrow_sum(const std::string& sum, std::string to) {
    return {.operation = "vsrs",
            .label = "srs " + sum,
            .reads = {sum},
            .writes = std::move(to),
            .result = kHalfWord};
}
[[nodiscard]] inline vliw::Instruction store_half(const std::string& value, std::string array) {
    return {
        .operation = "vst", .label = "st " + value, .reads = {value}, .memory = std::move(array)};
}

}  // namespace xdnasim::kernels
