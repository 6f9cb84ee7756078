#pragma once
// Numbers of a core's code, and operations of arith and math on them.

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
    Kind kind = Kind::Signed;  ///< a type without a sign in MLIR ("i32") counts as signed
    int bits = kValueBits;     ///< an index also has kValueBits
    bool is_index = false;

    [[nodiscard]] bool floats() const { return kind == Kind::Float || kind == Kind::Bfloat; }
    /// Bytes in memory, where an index takes 32 bits.
    [[nodiscard]] std::size_t bytes() const;
};

/// The type called "i16", "ui8", "bf16", "index" and so on; nullopt if it is not computed with, or
/// does not take whole bytes.
[[nodiscard]] std::optional<ScalarType> scalar_type(std::string_view name);
/// As scalar_type(), and also integers of other widths, such as "i24", which are not loaded or
/// stored.
[[nodiscard]] std::optional<ScalarType> value_type(std::string_view name);

/// A number, whose type determines which member is valid. Integers are sign-extended to 64 bits;
/// booleans are 0 or 1. For a NaN that was loaded, `integer` has its bits, which a double does not
/// keep; for one that was computed, it is 0.
struct Scalar {
    std::int64_t integer = 0;
    double real = 0;
};

/// The value as a register of `type` holds it: wrapped, or rounded to the nearest, halves to even.
[[nodiscard]] Scalar fitted(Scalar value, const ScalarType& type);

/// Precondition of both: there are as many bytes as the type takes.
[[nodiscard]] Scalar loaded(std::span<const std::byte> bytes, const ScalarType& type);
void stored(const Scalar& value, const ScalarType& type, std::span<std::byte> bytes);

struct OperandTypes {
    ScalarType from;
    ScalarType to;
};

/// Result of an operation on its operands, before it is fitted to the type `to`.
using Function = Scalar (*)(const Scalar* operands, const OperandTypes& types);

struct NamedFunction {
    std::string_view name;
    std::size_t operands = 2;
    Function function = nullptr;
};

/// The function with a name such as "arith.addi", "ult" (for a comparison of whole numbers) or
/// "cmpf ult" (for one of floating-point numbers); nullptr if it is not known.
[[nodiscard]] const NamedFunction* function_called(std::string_view name);

/// The `count` numbers of "dense<[1, 2]>", "dense<0>" or "dense<\"0x...\">", in order; nullopt if
/// the notation is another one, or if there is another number of them.
[[nodiscard]] std::optional<std::vector<Scalar>> dense_values(const ir::Text& text, ir::Range range,
                                                              const ScalarType& type,
                                                              std::size_t count);
/// As dense_values(), as bytes in memory.
[[nodiscard]] std::optional<std::vector<std::byte>> dense_bytes(const ir::Text& text,
                                                                ir::Range range,
                                                                const ScalarType& type,
                                                                std::size_t count);
/// One number: "-3", "1.5e+00", "true", or the bits of a floating-point number in hexadecimal
/// digits.
[[nodiscard]] std::optional<Scalar> scalar_at(const ir::Token& token, const ScalarType& type);

}  // namespace xdnasim::design::interpreter
