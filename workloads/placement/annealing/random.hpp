#pragma once
// Random numbers that are the same on every machine, unlike those of the distributions in <random>.

#include <cstddef>
#include <cstdint>
#include <random>

namespace xdnasim::placement {

class Random {
 public:
    explicit Random(std::uint64_t seed) : bits_{seed} {}

    /// A number from 0 to `count` - 1. Its bias, count / 2^32, is too small to matter in a search.
    [[nodiscard]] std::size_t below(std::size_t count) {
        constexpr unsigned kHalf = 32;
        return static_cast<std::size_t>(((bits_() >> kHalf) * count) >> kHalf);
    }
    /// A number from 0 to just below 1.
    [[nodiscard]] double share() {
        constexpr unsigned kUnused = 11;
        constexpr double kUnit = 0x1p-53;
        return static_cast<double>(bits_() >> kUnused) * kUnit;
    }

 private:
    std::mt19937_64 bits_;
};

}  // namespace xdnasim::placement
