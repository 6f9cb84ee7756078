#pragma once
// Numbers that are rounded twice. What is not exact is rounded to odd the first time (the one of
// its two neighbours whose last bit is set): rounded again, to at least two bits fewer, it becomes
// what it would have become at once (Boldo and Melquiond, "Emulation of a FMA and correctly rounded
// sums", IEEE Transactions on Computers 57, 2008).

#include <cstdint>

namespace xdnasim::design::interpreter {

[[nodiscard]] double rounded_to_odd(std::uint64_t whole);
[[nodiscard]] float float_rounded_to_odd(double value);
[[nodiscard]] double sum_rounded_to_odd(double a, double b);

}  // namespace xdnasim::design::interpreter
