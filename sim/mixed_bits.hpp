#pragma once
// Mixing for hashes: values that differ in a few bits give hashes that differ in many.

#include <cstdint>

namespace xdnasim::sim {

/// 2^64 divided by the golden ratio: its multiples lie far apart (Knuth, The Art of Computer
/// Programming, volume 3, 6.4).
inline constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15U;

/// The factor of the first step of SplitMix64 (Steele, Lea, Flood 2014).
inline constexpr std::uint64_t kSplitMixFirst = 0xbf58476d1ce4e5b9U;

/// A step of SplitMix64.
[[nodiscard]] constexpr std::uint64_t mixed(std::uint64_t value) {
    value += kGolden;
    value = (value ^ (value >> 30U)) * kSplitMixFirst;
    value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
    return value ^ (value >> 31U);
}

/// A hash of two values; their order matters.
[[nodiscard]] constexpr std::uint64_t combined(std::uint64_t seed, std::uint64_t value) {
    return mixed(seed + mixed(value));
}

}  // namespace xdnasim::sim
