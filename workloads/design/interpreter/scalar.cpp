#include "workloads/design/interpreter/scalar.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include "arch/units.hpp"
#include "workloads/design/interpreter/rounding.hpp"
#include "workloads/design/memref.hpp"

namespace xdnasim::design::interpreter {
namespace {

double rounded_to_bfloat(double value) {
    const float single = float_rounded_to_odd(value);
    if (std::isnan(single) || std::isinf(single)) return single;
    constexpr std::uint32_t kHalf = 0x7FFF;
    constexpr int kDropped = 16;
    auto bits = std::bit_cast<std::uint32_t>(single);
    bits += kHalf + ((bits >> kDropped) & 1U);
    return std::bit_cast<float>(bits >> kDropped << kDropped);
}

// f16: 5 bits of exponent, 10 of fraction (IEEE 754, binary16).
constexpr int kHalfBits = 16;
constexpr int kHalfFraction = 10;
constexpr int kHalfLeast = -24;  // the smallest positive number is 2 to this power
constexpr int kHalfBias = 15;
constexpr std::uint32_t kHalfInfinity = 0x7C00;
constexpr std::uint32_t kHalfQuiet = 0x0200;

std::uint32_t half_bits(double value) {
    const std::uint32_t sign = std::signbit(value) ? 0x8000 : 0;
    if (std::isnan(value)) return sign | kHalfInfinity | kHalfQuiet;
    // Values from half a step above the largest number on become infinite.
    constexpr double kTooGreat = 65'520;
    const double size = std::abs(value);
    if (size == 0) return sign;
    if (size >= kTooGreat) return sign | kHalfInfinity;
    int exponent = 0;  // size = x * 2^exponent with x from 0.5 to 1
    std::frexp(size, &exponent);
    const int step = std::max(exponent - 1 - kHalfFraction, kHalfLeast);
    // Rounds halves to even. Rounding up to the next power of two carries into the exponent.
    const auto steps = static_cast<std::uint32_t>(std::nearbyint(std::ldexp(size, -step)));
    const auto biased = static_cast<std::uint32_t>(step - kHalfLeast);
    return sign | ((biased << kHalfFraction) + steps);
}

double half_value(std::uint32_t bits) {
    constexpr std::uint32_t kFraction = (1U << kHalfFraction) - 1;
    const std::uint32_t exponent = bits >> kHalfFraction & 0x1FU;
    const std::uint32_t fraction = bits & kFraction;
    double size = 0;
    if (exponent == 0x1F)
        size = fraction == 0 ? std::numeric_limits<double>::infinity()
                             : std::numeric_limits<double>::quiet_NaN();
    else if (exponent == 0)
        size = std::ldexp(fraction, kHalfLeast);
    else
        size = std::ldexp(fraction + kFraction + 1,
                          static_cast<int>(exponent) - kHalfBias - kHalfFraction);
    return (bits & 0x8000U) != 0 ? -size : size;
}

/// The bits of `value` in memory.
std::uint64_t bits_in_memory(const Scalar& value, const ScalarType& type) {
    if (type.floats() && std::isnan(value.real) && value.integer != 0)
        return static_cast<std::uint64_t>(value.integer);
    switch (type.kind) {
        case ScalarType::Kind::Signed:
        case ScalarType::Kind::Unsigned:
            return static_cast<std::uint64_t>(value.integer);
        case ScalarType::Kind::Bfloat:
            return std::bit_cast<std::uint32_t>(static_cast<float>(value.real)) >> 16U;
        case ScalarType::Kind::Float:
            if (type.bits == kHalfBits) return half_bits(value.real);
            return type.bits == kValueBits
                       ? std::bit_cast<std::uint64_t>(value.real)
                       : std::bit_cast<std::uint32_t>(static_cast<float>(value.real));
    }
    return 0;
}

/// The floating-point number with these bits.
double real_from_bits(std::uint64_t bits, const ScalarType& type) {
    const auto word = static_cast<std::uint32_t>(bits);
    if (type.kind == ScalarType::Kind::Bfloat) return std::bit_cast<float>(word << 16U);
    if (type.bits == kHalfBits) return half_value(word);
    return type.bits == kValueBits ? std::bit_cast<double>(bits) : std::bit_cast<float>(word);
}

Scalar from_bits(std::uint64_t bits, const ScalarType& type) {
    if (!type.floats()) return fitted({static_cast<std::int64_t>(bits)}, type);
    const double real = real_from_bits(bits, type);
    return {std::isnan(real) ? static_cast<std::int64_t>(bits) : 0, real};
}

}  // namespace

std::size_t ScalarType::bytes() const {
    constexpr std::size_t kIndexBytes = 4;
    if (is_index) return kIndexBytes;
    return static_cast<std::size_t>((bits + arch::kBitsPerByte - 1) / arch::kBitsPerByte);
}

std::optional<ScalarType> scalar_type(std::string_view name) {
    using Kind = ScalarType::Kind;
    if (name == "index") return ScalarType{Kind::Signed, kValueBits, true};
    if (name == "bf16") return ScalarType{Kind::Bfloat, 16};
    if (name == "f16") return ScalarType{Kind::Float, kHalfBits};
    if (name == "f32") return ScalarType{Kind::Float, 32};
    if (name == "f64") return ScalarType{Kind::Float, kValueBits};
    const auto bits = bits_of(name);
    if (!bits || *bits > kValueBits || name.starts_with("f") || name.starts_with("b"))
        return std::nullopt;
    const bool whole_bytes = *bits == 1 || std::has_single_bit(static_cast<unsigned>(*bits));
    if (!whole_bytes || (*bits > 1 && *bits < arch::kBitsPerByte)) return std::nullopt;
    return ScalarType{name.starts_with("u") ? Kind::Unsigned : Kind::Signed, *bits};
}

std::optional<ScalarType> value_type(std::string_view name) {
    if (const auto known = scalar_type(name)) return known;
    const bool whole = name.starts_with("i") || name.starts_with("si") || name.starts_with("ui");
    const auto bits = whole ? bits_of(name) : std::nullopt;
    if (!bits || *bits > kValueBits) return std::nullopt;
    return ScalarType{name.starts_with("u") ? ScalarType::Kind::Unsigned : ScalarType::Kind::Signed,
                      *bits};
}

Scalar fitted(Scalar value, const ScalarType& type) {
    if (type.floats() && std::isnan(value.real)) return value;
    switch (type.kind) {
        case ScalarType::Kind::Float:
            if (type.bits == kHalfBits) return {0, half_value(half_bits(value.real))};
            return {0, type.bits == kValueBits ? value.real : static_cast<float>(value.real)};
        case ScalarType::Kind::Bfloat:
            return {0, rounded_to_bfloat(value.real)};
        case ScalarType::Kind::Signed:
        case ScalarType::Kind::Unsigned:
            break;
    }
    if (type.bits >= kValueBits) return {value.integer};
    const auto shift = static_cast<unsigned>(kValueBits - type.bits);
    const auto bits = static_cast<std::uint64_t>(value.integer) << shift;
    if (type.kind == ScalarType::Kind::Unsigned || type.bits == 1)
        return {static_cast<std::int64_t>(bits >> shift)};
    return {static_cast<std::int64_t>(bits) >> shift};
}

Scalar loaded(std::span<const std::byte> bytes, const ScalarType& type) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, bytes.data(), type.bytes());
    if (!type.is_index) return from_bits(bits, type);
    return fitted({static_cast<std::int64_t>(bits)}, {ScalarType::Kind::Signed, 32});
}

void stored(const Scalar& value, const ScalarType& type, std::span<std::byte> bytes) {
    const std::uint64_t bits = bits_in_memory(value, type);
    std::memcpy(bytes.data(), &bits, type.bytes());
}

std::optional<Scalar> scalar_at(const ir::Token& token, const ScalarType& type) {
    if (token.is("true")) return Scalar{1};
    if (token.is("false")) return Scalar{0};
    if (token.kind != ir::Kind::Number) return std::nullopt;
    if (!type.floats()) {
        const auto word = ir::whole_word(token);
        return word ? std::optional{fitted({*word}, type)} : std::nullopt;
    }
    if (const auto whole = ir::whole_number(token)) {
        const bool bits = token.text.starts_with("0x");
        return bits ? from_bits(static_cast<std::uint64_t>(*whole), type)
                    : fitted({0, static_cast<double>(*whole)}, type);
    }
    double real = 0;
    const char* const end = token.text.data() + token.text.size();
    const auto [stop, error] = std::from_chars(token.text.data(), end, real);
    if (error != std::errc{} || stop != end) return std::nullopt;
    return fitted({0, real}, type);
}

namespace {

/// Values from hexadecimal digits, two for each byte: "0x01FF".
std::optional<std::vector<Scalar>> values_of_bytes(std::string_view digits, const ScalarType& type,
                                                   std::size_t count) {
    constexpr std::size_t kDigits = 2;
    std::vector<std::byte> bytes;
    for (digits.remove_prefix(kDigits); digits.size() >= kDigits; digits.remove_prefix(kDigits)) {
        unsigned byte = 0;
        const char* const end = digits.data() + kDigits;
        constexpr int kHexadecimal = 16;
        if (std::from_chars(digits.data(), end, byte, kHexadecimal).ptr != end) return std::nullopt;
        bytes.push_back(static_cast<std::byte>(byte));
    }
    // A single value stands for all.
    if (bytes.size() != count * type.bytes() && bytes.size() != type.bytes()) return std::nullopt;
    std::vector<Scalar> values;
    for (std::size_t i = 0; i < count; ++i)
        values.push_back(
            loaded(std::span{bytes}.subspan(i * type.bytes() % bytes.size(), type.bytes()), type));
    return values;
}

}  // namespace

std::optional<std::vector<Scalar>> dense_values(const ir::Text& text, ir::Range range,
                                                const ScalarType& type, std::size_t count) {
    std::uint32_t i = range.begin;
    if (range.empty() || !text[i].is("dense") || !text[i + 1].is("<")) return std::nullopt;
    const std::uint32_t end = text[i + 1].partner;
    std::vector<Scalar> values;
    for (i += 2; i < end; ++i) {
        const ir::Token& token = text[i];
        if (token.kind == ir::Kind::String && token.text.starts_with("0x"))
            return values_of_bytes(token.text, type, count);
        if (token.is("[") || token.is("]") || token.is(",")) continue;
        const auto value = scalar_at(token, type);
        if (!value) return std::nullopt;
        values.push_back(*value);
    }
    if (values.size() == 1) values.resize(count, values.front());
    if (values.size() != count) return std::nullopt;
    return values;
}

std::optional<std::vector<std::byte>> dense_bytes(const ir::Text& text, ir::Range range,
                                                  const ScalarType& type, std::size_t count) {
    const auto values = dense_values(text, range, type, count);
    if (!values) return std::nullopt;
    std::vector<std::byte> bytes(count * type.bytes());
    for (std::size_t i = 0; i < count; ++i)
        stored((*values)[i], type, std::span{bytes}.subspan(i * type.bytes(), type.bytes()));
    return bytes;
}

}  // namespace xdnasim::design::interpreter
