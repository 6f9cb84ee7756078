#include <cassert>
#include <cstring>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "xdnasim/workloads/gemm/reference/gemm_reference.hpp"

namespace xdnasim::gemm {
namespace {

struct Findings {
    struct Difference {
        std::int64_t row, column, expected, computed;
    };
    std::optional<Difference> first;
    std::int64_t differing = 0;
    std::int64_t saturated = 0;
};

template <class T>
T element(const std::byte* line, std::int64_t index) {
    T value;
    std::memcpy(&value, line + index * static_cast<std::int64_t>(sizeof value), sizeof value);
    return value;
}

template <class T>
std::int64_t count_saturated(const std::byte* line, std::int64_t columns) {
    std::int64_t saturated = 0;
    for (std::int64_t j = 0; j < columns; ++j) {
        const T value = element<T>(line, j);
        const bool at_end =
            value == std::numeric_limits<T>::min() || value == std::numeric_limits<T>::max();
        saturated += at_end ? 1 : 0;
    }
    return saturated;
}

template <class T>
Findings examine(const schedule::GemmDescription& gemm, const std::byte* expected,
                 const std::byte* computed) {
    const auto pitch = gemm.padded.n * static_cast<std::int64_t>(sizeof(T));
    const auto asked_bytes = static_cast<std::size_t>(gemm.asked.n) * sizeof(T);
    Findings findings;
    for (std::int64_t i = 0; i < gemm.asked.m; ++i, expected += pitch, computed += pitch) {
        findings.saturated += count_saturated<T>(expected, gemm.asked.n);
        if (std::memcmp(expected, computed, asked_bytes) == 0) continue;
        for (std::int64_t j = 0; j < gemm.asked.n; ++j) {
            const T right = element<T>(expected, j);
            const T found = element<T>(computed, j);
            if (right == found) continue;
            ++findings.differing;
            if (!findings.first) findings.first = {i, j, right, found};
        }
    }
    return findings;
}

Findings examine(const schedule::GemmDescription& gemm, const std::byte* expected,
                 const std::byte* computed) {
    switch (gemm.c_type) {
        case kernels::DataType::Int8:
            return examine<std::int8_t>(gemm, expected, computed);
        case kernels::DataType::Int16:
            return examine<std::int16_t>(gemm, expected, computed);
        default:
            return examine<std::int32_t>(gemm, expected, computed);
    }
}

std::string with_separators(std::int64_t count) {
    std::string digits = std::to_string(count);
    for (std::size_t left = digits.size(); left > 3;)
        digits.insert(left -= 3, 1, ',');
    return digits;
}

std::string message(const Findings& findings, std::int64_t outputs) {
    if (!findings.first) return fmt::format("all {} outputs equal", with_separators(outputs));
    const auto& [row, column, expected, computed] = *findings.first;
    return fmt::format("{} of {} outputs differ, first at row {}, column {}: expected {}, got {}",
                       with_separators(findings.differing), with_separators(outputs), row, column,
                       expected, computed);
}

}  // namespace

Comparison compare(const schedule::GemmDescription& gemm, std::span<const std::byte> expected,
                   std::span<const std::byte> computed) {
    assert(expected.size() == computed.size());
    const Findings findings = examine(gemm, expected.data(), computed.data());
    const std::int64_t outputs = gemm.asked.m * gemm.asked.n;
    return {
        .equal = !findings.first,
        .message = message(findings, outputs),
        .saturated_share = static_cast<double>(findings.saturated) / static_cast<double>(outputs)};
}

}  // namespace xdnasim::gemm
