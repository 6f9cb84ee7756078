#pragma once
// Random numbers that are the same on every machine, which those of <random>'s distributions are
// not.

#include <cstddef>
#include <cstdint>
#include <random>

namespace xdnasim::placement {

class Random {
 public:
    explicit Random(std::uint64_t seed) : bits_{seed} {}

    /// From 0 to `count` - 1. Its bias, count / 2^32, is far below what a search notices.
    [[nodiscard]] std::size_t below(std::size_t count) {
        constexpr unsigned kHalf = 32;
        return static_cast<std::size_t>(((bits_() >> kHalf) * count) >> kHalf);
    }
    /// From 0 to just below 1.
    [[nodiscard]] double share() {
        constexpr unsigned kUnused = 11;
        constexpr double kUnit = 0x1p-53;
        return static_cast<double>(bits_() >> kUnused) * kUnit;
    }

 private:
    std::mt19937_64 bits_;
};

}  // namespace xdnasim::placement
