#pragma once
// Numbers that are rounded twice. An inexact result is rounded to odd the first time, which means
// to the neighbour whose last bit is set. If the second rounding leaves at least two bits fewer,
// the result is the same as that of a single rounding (Boldo and Melquiond, "Emulation of a FMA and
// correctly rounded sums", IEEE Transactions on Computers 57, 2008).

#include <cstdint>

namespace xdnasim::design::interpreter {

[[nodiscard]] double rounded_to_odd(std::uint64_t whole);
[[nodiscard]] float float_rounded_to_odd(double value);
[[nodiscard]] double sum_rounded_to_odd(double a, double b);

}  // namespace xdnasim::design::interpreter
