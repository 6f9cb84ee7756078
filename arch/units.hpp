#pragma once
// Quantities that carry their unit: mixing cycles with bytes does not compile.

#include <compare>
#include <cstdint>

namespace xdnasim::arch {

/// A number of `Rep` in the unit named by `Tag`. Values of one unit add, subtract
/// and compare; a plain number scales them; dividing two of them gives a plain number.
template <class Tag, class Rep>
class Unit {
 public:
    using rep = Rep;

    constexpr Unit() = default;
    constexpr explicit Unit(Rep value) : value_{value} {}

    [[nodiscard]] constexpr Rep count() const { return value_; }

    constexpr auto operator<=>(const Unit&) const = default;

    constexpr Unit& operator+=(Unit other) {
        value_ += other.value_;
        return *this;
    }
    constexpr Unit& operator-=(Unit other) {
        value_ -= other.value_;
        return *this;
    }

    friend constexpr Unit operator+(Unit a, Unit b) { return Unit{a.value_ + b.value_}; }
    friend constexpr Unit operator-(Unit a, Unit b) { return Unit{a.value_ - b.value_}; }
    friend constexpr Unit operator*(Unit a, Rep factor) { return Unit{a.value_ * factor}; }
    friend constexpr Unit operator*(Rep factor, Unit a) { return Unit{a.value_ * factor}; }
    friend constexpr Unit operator/(Unit a, Rep divisor) { return Unit{a.value_ / divisor}; }
    friend constexpr Rep operator/(Unit a, Unit b) { return a.value_ / b.value_; }
    friend constexpr Unit operator%(Unit a, Unit b) { return Unit{a.value_ % b.value_}; }

 private:
    Rep value_{};
};

inline constexpr int kBitsPerByte = 8;

using Cycles = Unit<struct CyclesTag, std::int64_t>;      ///< cycles of the array clock
using PlCycles = Unit<struct PlCyclesTag, std::int64_t>;  ///< cycles of the programmable logic (PL)
/// Longest run: figures of a run are summed as doubles, which hold all whole numbers up to this.
inline constexpr Cycles kMostCycles{std::int64_t{1} << 53};
using Bytes = Unit<struct BytesTag, std::int64_t>;            ///< bytes of 8 bits
using Nanoseconds = Unit<struct NanosecondsTag, double>;      ///< time, independent of any clock
using BytesPerCycle = Unit<struct BytesPerCycleTag, double>;  ///< per array cycle
using GigabytesPerSecond = Unit<struct GigabytesPerSecondTag, double>;  ///< 10^9 bytes a second

[[nodiscard]] constexpr double in_microseconds(Nanoseconds time) {
    return time.count() / 1e3;
}
[[nodiscard]] constexpr Nanoseconds from_microseconds(double time) {
    return Nanoseconds{time * 1e3};
}

/// The rate at which `bytes` move in `time`. Bytes per nanosecond are 10^9 bytes per second.
[[nodiscard]] constexpr GigabytesPerSecond rate_of(Bytes bytes, Nanoseconds time) {
    return GigabytesPerSecond{static_cast<double>(bytes.count()) / time.count()};
}

/// A multiply-add (MAC) is a multiplication and an addition.
inline constexpr double kOperationsPerMac = 2;
/// Converts operations per nanosecond, 10^9 per second, to TOPS, 10^12 per second.
inline constexpr double kGigaPerTera = 1e3;
/// TOPS of `operations` that take `time`. The factor is a single constant, so that it is rounded
/// only once.
[[nodiscard]] constexpr double tops(double operations, Nanoseconds time) {
    return operations / time.count() * (1 / kGigaPerTera);
}

/// DMA addresses, lengths and stream beats are counted in words of 32 bit (AM020).
inline constexpr Bytes kWord{4};

/// The cascade moves 512 bits at a time (AM020, AM027).
inline constexpr Bytes kCascadeWord{64};
inline constexpr int kCascadeWordBits = static_cast<int>(kCascadeWord.count()) * kBitsPerByte;

}  // namespace xdnasim::arch
