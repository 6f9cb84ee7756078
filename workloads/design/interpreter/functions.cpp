// Results of operations of arith and math.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "workloads/design/interpreter/rounding.hpp"
#include "workloads/design/interpreter/scalar.hpp"

namespace xdnasim::design::interpreter {
namespace {

using Types = OperandTypes;
using Word = std::uint64_t;

/// The bits of an operand as an unsigned number.
Word bare(const Scalar& value, const ScalarType& type) {
    const auto bits = static_cast<Word>(value.integer);
    return type.bits >= kValueBits ? bits : bits & ((Word{1} << type.bits) - 1);
}

/// The value of an operand with its sign; a boolean 1 is -1.
std::int64_t with_sign(const Scalar& value, const ScalarType& type) {
    return type.bits == 1 ? -value.integer : value.integer;
}

// Functions of two operands, by how the operands are interpreted.

template <auto F>
Scalar of_signed(const Scalar* s, const Types& types) {
    return {static_cast<std::int64_t>(F(with_sign(s[0], types.from), with_sign(s[1], types.from)))};
}
template <auto F>
Scalar of_words(const Scalar* s, const Types& types) {
    return {static_cast<std::int64_t>(F(bare(s[0], types.from), bare(s[1], types.from)))};
}
template <auto F>
Scalar of_reals(const Scalar* s, const Types& /*types*/) {
    return {0, F(s[0].real, s[1].real)};
}
template <auto F>
Scalar compared(const Scalar* s, const Types& /*types*/) {
    return {F(s[0].real, s[1].real) ? 1 : 0};
}
template <auto F>
Scalar of_real(const Scalar* s, const Types& /*types*/) {
    return {0, F(s[0].real)};
}

/// A division by 0, whose result MLIR leaves undefined, gives 0.
std::int64_t quotient(std::int64_t a, std::int64_t b) {
    if (b == 0) return 0;
    return a == std::numeric_limits<std::int64_t>::min() && b == -1 ? a : a / b;
}
std::int64_t rest(std::int64_t a, std::int64_t b) {
    return b == 0 || b == -1 ? 0 : a % b;
}
std::int64_t floor_of(std::int64_t a, std::int64_t b) {
    const std::int64_t q = quotient(a, b);
    return rest(a, b) != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}
std::int64_t ceiling_of(std::int64_t a, std::int64_t b) {
    const std::int64_t q = quotient(a, b);
    return rest(a, b) != 0 && (a < 0) == (b < 0) ? q + 1 : q;
}

bool unordered(double a, double b) {
    return std::isnan(a) || std::isnan(b);
}

/// NaN if one of the operands is NaN. +0.0 is larger than -0.0.
double larger(double a, double b) {
    if (unordered(a, b)) return std::numeric_limits<double>::quiet_NaN();
    if (a == b) return std::signbit(a) ? b : a;
    return std::max(a, b);
}
double smaller(double a, double b) {
    if (unordered(a, b)) return std::numeric_limits<double>::quiet_NaN();
    if (a == b) return std::signbit(a) ? a : b;
    return std::min(a, b);
}

Scalar shifted_right(const Scalar* s, const Types& types) {
    const Word by = bare(s[1], types.from);
    constexpr Word kMost = kValueBits - 1;
    return {s[0].integer >> std::min(by, kMost)};
}

Scalar sign_extended(const Scalar* s, const Types& types) {
    return {with_sign(s[0], types.from)};
}
Scalar zero_extended(const Scalar* s, const Types& types) {
    return {static_cast<std::int64_t>(bare(s[0], types.from))};
}
Scalar as_it_is(const Scalar* s, const Types& /*types*/) {
    return s[0];
}
/// Changes only the sign, also that of a NaN.
template <bool kNegates>
Scalar with_other_sign(const Scalar* s, const Types& types) {
    const Word sign = Word{1} << (types.to.bits - 1);
    const auto bits = static_cast<Word>(s[0].integer);
    const Word changed = kNegates ? bits ^ sign : bits & ~sign;
    return {static_cast<std::int64_t>(bits == 0 ? 0 : changed),
            kNegates ? -s[0].real : std::fabs(s[0].real)};
}

double real_of(Word size, const ScalarType& to) {
    return to.bits == kValueBits ? static_cast<double>(size) : rounded_to_odd(size);
}
Scalar to_real(const Scalar* s, const Types& types) {
    const std::int64_t whole = with_sign(s[0], types.from);
    const auto word = static_cast<Word>(whole);
    return {0, whole < 0 ? -real_of(0 - word, types.to) : real_of(word, types.to)};
}
Scalar to_real_bare(const Scalar* s, const Types& types) {
    return {0, real_of(bare(s[0], types.from), types.to)};
}

/// Rounds towards 0. A number out of range becomes the nearest one in range, and NaN becomes 0.
template <class Whole>
Whole whole_part(double real) {
    using Limits = std::numeric_limits<Whole>;
    if (std::isnan(real)) return 0;
    if (real <= static_cast<double>(Limits::min())) return Limits::min();
    if (real >= std::ldexp(1.0, Limits::digits)) return Limits::max();
    return static_cast<Whole>(real);
}
Scalar to_whole(const Scalar* s, const Types& types) {
    const auto whole = whole_part<std::int64_t>(s[0].real);
    if (types.to.bits >= kValueBits) return {whole};
    const std::int64_t most = (std::int64_t{1} << (types.to.bits - 1)) - 1;
    return {std::clamp(whole, -most - 1, most)};
}
Scalar to_whole_bare(const Scalar* s, const Types& types) {
    const auto whole = whole_part<Word>(s[0].real);
    const Word most = bare({-1}, types.to);
    return {static_cast<std::int64_t>(std::min(whole, most))};
}

Scalar bits_kept(const Scalar* s, const Types& types) {
    std::array<std::byte, sizeof(Word)> bytes{};
    stored(s[0], types.from, bytes);
    return loaded(bytes, types.to);
}

Scalar selected(const Scalar* s, const Types& /*types*/) {
    return s[0].integer != 0 ? s[1] : s[2];
}
Scalar multiplied_and_added(const Scalar* s, const Types& types) {
    if (!types.to.floats())
        return {static_cast<std::int64_t>(static_cast<Word>(s[0].integer) *
                                              static_cast<Word>(s[1].integer) +
                                          static_cast<Word>(s[2].integer))};
    if (types.to.bits == kValueBits) return {0, std::fma(s[0].real, s[1].real, s[2].real)};
    return {0, sum_rounded_to_odd(s[0].real * s[1].real, s[2].real)};
}

using I = std::int64_t;

constexpr std::array kFunctions{
    NamedFunction{"arith.addi", 2, of_words<[](Word a, Word b) { return a + b; }>},
    NamedFunction{"arith.subi", 2, of_words<[](Word a, Word b) { return a - b; }>},
    NamedFunction{"arith.muli", 2, of_words<[](Word a, Word b) { return a * b; }>},
    NamedFunction{"arith.andi", 2, of_words<[](Word a, Word b) { return a & b; }>},
    NamedFunction{"arith.ori", 2, of_words<[](Word a, Word b) { return a | b; }>},
    NamedFunction{"arith.xori", 2, of_words<[](Word a, Word b) { return a ^ b; }>},
    NamedFunction{"arith.shli", 2,
                  of_words<[](Word a, Word b) { return b < kValueBits ? a << b : 0; }>},
    NamedFunction{"arith.shrui", 2,
                  of_words<[](Word a, Word b) { return b < kValueBits ? (a >> b) : 0; }>},
    NamedFunction{"arith.shrsi", 2, shifted_right},
    NamedFunction{"arith.divsi", 2, of_signed<quotient>},
    NamedFunction{"arith.remsi", 2, of_signed<rest>},
    NamedFunction{"arith.floordivsi", 2, of_signed<floor_of>},
    NamedFunction{"arith.ceildivsi", 2, of_signed<ceiling_of>},
    NamedFunction{"arith.divui", 2, of_words<[](Word a, Word b) { return b == 0 ? 0 : a / b; }>},
    NamedFunction{"arith.remui", 2, of_words<[](Word a, Word b) { return b == 0 ? 0 : a % b; }>},
    NamedFunction{
        "arith.ceildivui", 2,
        of_words<[](Word a, Word b) { return b == 0 ? 0 : a / b + (a % b != 0 ? 1 : 0); }>},
    NamedFunction{"arith.minsi", 2, of_signed<[](I a, I b) { return std::min(a, b); }>},
    NamedFunction{"arith.maxsi", 2, of_signed<[](I a, I b) { return std::max(a, b); }>},
    NamedFunction{"arith.minui", 2, of_words<[](Word a, Word b) { return std::min(a, b); }>},
    NamedFunction{"arith.maxui", 2, of_words<[](Word a, Word b) { return std::max(a, b); }>},
    NamedFunction{"arith.addf", 2, of_reals<[](double a, double b) { return a + b; }>},
    NamedFunction{"arith.subf", 2, of_reals<[](double a, double b) { return a - b; }>},
    NamedFunction{"arith.mulf", 2, of_reals<[](double a, double b) { return a * b; }>},
    NamedFunction{"arith.divf", 2, of_reals<[](double a, double b) { return a / b; }>},
    NamedFunction{"arith.remf", 2, of_reals<[](double a, double b) { return std::fmod(a, b); }>},
    NamedFunction{"arith.maximumf", 2, of_reals<larger>},
    NamedFunction{"arith.minimumf", 2, of_reals<smaller>},
    NamedFunction{"arith.maxnumf", 2, of_reals<[](double a, double b) { return std::fmax(a, b); }>},
    NamedFunction{"arith.minnumf", 2, of_reals<[](double a, double b) { return std::fmin(a, b); }>},
    // Names before the autumn of 2023.
    NamedFunction{"arith.maxf", 2, of_reals<larger>},
    NamedFunction{"arith.minf", 2, of_reals<smaller>},
    NamedFunction{"arith.negf", 1, with_other_sign<true>},
    NamedFunction{"arith.select", 3, selected},
    NamedFunction{"arith.extsi", 1, sign_extended},
    NamedFunction{"arith.extui", 1, zero_extended},
    NamedFunction{"arith.trunci", 1, as_it_is},
    NamedFunction{"arith.index_cast", 1, sign_extended},
    NamedFunction{"arith.index_castui", 1, zero_extended},
    NamedFunction{"arith.extf", 1, of_real<[](double a) { return a; }>},
    NamedFunction{"arith.truncf", 1, of_real<[](double a) { return a; }>},
    NamedFunction{"arith.sitofp", 1, to_real},
    NamedFunction{"arith.uitofp", 1, to_real_bare},
    NamedFunction{"arith.fptosi", 1, to_whole},
    NamedFunction{"arith.fptoui", 1, to_whole_bare},
    NamedFunction{"arith.bitcast", 1, bits_kept},
    NamedFunction{"vector.fma", 3, multiplied_and_added},
    NamedFunction{"math.fma", 3, multiplied_and_added},
    NamedFunction{"math.absf", 1, with_other_sign<false>},
    NamedFunction{"math.absi", 1,
                  [](const Scalar* s, const Types& /*types*/) -> Scalar {
                      return {s[0].integer < 0 ? -s[0].integer : s[0].integer};
                  }},
    NamedFunction{"math.sqrt", 1, of_real<[](double a) { return std::sqrt(a); }>},
    NamedFunction{"math.rsqrt", 1, of_real<[](double a) { return 1 / std::sqrt(a); }>},
    NamedFunction{"math.exp", 1, of_real<[](double a) { return std::exp(a); }>},
    NamedFunction{"math.exp2", 1, of_real<[](double a) { return std::exp2(a); }>},
    NamedFunction{"math.log", 1, of_real<[](double a) { return std::log(a); }>},
    NamedFunction{"math.tanh", 1, of_real<[](double a) { return std::tanh(a); }>},
    NamedFunction{"math.sin", 1, of_real<[](double a) { return std::sin(a); }>},
    NamedFunction{"math.cos", 1, of_real<[](double a) { return std::cos(a); }>},
    NamedFunction{"math.floor", 1, of_real<[](double a) { return std::floor(a); }>},
    NamedFunction{"math.ceil", 1, of_real<[](double a) { return std::ceil(a); }>},
    NamedFunction{"eq", 2, of_words<[](Word a, Word b) { return a == b ? 1 : 0; }>},
    NamedFunction{"ne", 2, of_words<[](Word a, Word b) { return a != b ? 1 : 0; }>},
    NamedFunction{"slt", 2, of_signed<[](I a, I b) { return a < b ? 1 : 0; }>},
    NamedFunction{"sle", 2, of_signed<[](I a, I b) { return a <= b ? 1 : 0; }>},
    NamedFunction{"sgt", 2, of_signed<[](I a, I b) { return b < a ? 1 : 0; }>},
    NamedFunction{"sge", 2, of_signed<[](I a, I b) { return b <= a ? 1 : 0; }>},
    NamedFunction{"ult", 2, of_words<[](Word a, Word b) { return a < b ? 1 : 0; }>},
    NamedFunction{"ule", 2, of_words<[](Word a, Word b) { return a <= b ? 1 : 0; }>},
    NamedFunction{"ugt", 2, of_words<[](Word a, Word b) { return b < a ? 1 : 0; }>},
    NamedFunction{"uge", 2, of_words<[](Word a, Word b) { return b <= a ? 1 : 0; }>},
    // Ordered comparisons are false if one of the operands is NaN, unordered ones are true.
    NamedFunction{"cmpf false", 2, compared<[](double /*a*/, double /*b*/) { return false; }>},
    NamedFunction{"cmpf oeq", 2, compared<[](double a, double b) { return a == b; }>},
    NamedFunction{"cmpf ogt", 2, compared<[](double a, double b) { return b < a; }>},
    NamedFunction{"cmpf oge", 2, compared<[](double a, double b) { return b <= a; }>},
    NamedFunction{"cmpf olt", 2, compared<[](double a, double b) { return a < b; }>},
    NamedFunction{"cmpf ole", 2, compared<[](double a, double b) { return a <= b; }>},
    NamedFunction{"cmpf one", 2, compared<[](double a, double b) { return a < b || b < a; }>},
    NamedFunction{"cmpf ord", 2, compared<[](double a, double b) { return !unordered(a, b); }>},
    NamedFunction{"cmpf ueq", 2, compared<[](double a, double b) { return !(a < b || b < a); }>},
    NamedFunction{"cmpf ugt", 2, compared<[](double a, double b) { return !(a <= b); }>},
    NamedFunction{"cmpf uge", 2, compared<[](double a, double b) { return !(a < b); }>},
    NamedFunction{"cmpf ult", 2, compared<[](double a, double b) { return !(b <= a); }>},
    NamedFunction{"cmpf ule", 2, compared<[](double a, double b) { return !(b < a); }>},
    NamedFunction{"cmpf une", 2, compared<[](double a, double b) { return !(a == b); }>},
    NamedFunction{"cmpf uno", 2, compared<[](double a, double b) { return unordered(a, b); }>},
    NamedFunction{"cmpf true", 2, compared<[](double /*a*/, double /*b*/) { return true; }>},
};

}  // namespace

const NamedFunction* function_called(std::string_view name) {
    const auto* const found = std::ranges::find(kFunctions, name, &NamedFunction::name);
    return found == kFunctions.end() ? nullptr : found;
}

}  // namespace xdnasim::design::interpreter
