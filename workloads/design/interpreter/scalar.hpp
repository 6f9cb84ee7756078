#pragma once
// Numbers of a core's code, and what operations of arith and math make of them.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "workloads/design/ir/operation.hpp"
#include "workloads/design/widths.hpp"

namespace xdnasim::design::interpreter {

struct ScalarType {
    enum class Kind : std::uint8_t { Signed, Unsigned, Float, Bfloat };
    Kind kind = Kind::Signed;  ///< what MLIR leaves open ("i32") counts as signed
    int bits = kValueBits;     ///< also of an index
    bool is_index = false;

    [[nodiscard]] bool floats() const { return kind == Kind::Float || kind == Kind::Bfloat; }
    /// In memory, where an index takes 32 bits.
    [[nodiscard]] std::size_t bytes() const;
};

/// "i16", "ui8", "bf16", "index"; nullopt: not one that is computed with, or not one that lies in
/// whole bytes.
[[nodiscard]] std::optional<ScalarType> scalar_type(std::string_view name);
/// The same, and integers of any number of bits, which are not loaded or stored: "i24".
[[nodiscard]] std::optional<ScalarType> value_type(std::string_view name);

/// Which of the two holds depends on its type. Integers are extended to 64 bits by their sign;
/// booleans are 0 or 1. Of a NaN that has been loaded, `integer` is its bits, which a double does
/// not keep; of one that has been computed, 0.
struct Scalar {
    std::int64_t integer = 0;
    double real = 0;
};

/// As a register of `type` holds it: wrapped, or rounded to the nearest, halves to even.
[[nodiscard]] Scalar fitted(Scalar value, const ScalarType& type);

/// Preconditions: as many bytes as the type takes.
[[nodiscard]] Scalar loaded(std::span<const std::byte> bytes, const ScalarType& type);
void stored(const Scalar& value, const ScalarType& type, std::span<std::byte> bytes);

struct OperandTypes {
    ScalarType from;
    ScalarType to;
};

/// What an operation makes of its operands, before it is fitted to `to`.
using Function = Scalar (*)(const Scalar* operands, const OperandTypes& types);

struct NamedFunction {
    std::string_view name;
    std::size_t operands = 2;
    Function function = nullptr;
};

/// "arith.addi", or "ult" for a comparison of whole numbers and "cmpf ult" for one of others;
/// nullptr: not known.
[[nodiscard]] const NamedFunction* function_called(std::string_view name);

/// The numbers of "dense<[1, 2]>", "dense<0>" or "dense<\"0x...\">", in their order; nullopt: it is
/// not written so, or has another number of them.
[[nodiscard]] std::optional<std::vector<Scalar>> dense_values(const ir::Text& text, ir::Range range,
                                                              const ScalarType& type,
                                                              std::size_t count);
/// The same as it lies in memory.
[[nodiscard]] std::optional<std::vector<std::byte>> dense_bytes(const ir::Text& text,
                                                                ir::Range range,
                                                                const ScalarType& type,
                                                                std::size_t count);
/// One number: "-3", "1.5e+00", "true", the bits of a floating-point number in hexadecimal digits.
[[nodiscard]] std::optional<Scalar> scalar_at(const ir::Token& token, const ScalarType& type);

}  // namespace xdnasim::design::interpreter
