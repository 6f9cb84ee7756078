#pragma once
// Functions in users' libraries, compiled for this machine, that compute what kernels of a design
// compute: how the design calls them, and how they can be called.

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "workloads/design/interpreter/scalar.hpp"

namespace xdnasim::design::library {

/// Maximum number of arguments of a call: as many as a core's calling convention passes in
/// registers, and some on the stack.
inline constexpr std::size_t kMaxArguments = 64;
/// Time limit of one call if kernels.yaml has no `time_limit`. A kernel takes a millisecond or
/// less.
inline constexpr std::chrono::seconds kTimeLimit{10};

/// Type of an argument in the design's text. A buffer is passed as a pointer to its first element,
/// a number by its type.
struct Argument {
    bool is_buffer = false;
    /// Type of the number or of the buffer's elements; nullopt for elements that code does not
    /// compute with.
    std::optional<interpreter::ScalarType> type{};
};

struct HostFunction {
    std::filesystem::path library;  ///< absolute path
    std::string name;               ///< name of its symbol, without C++ name mangling
    std::vector<Argument> arguments{};
    std::optional<interpreter::ScalarType> result{};
    std::chrono::milliseconds limit = kTimeLimit;
    std::string called{};  ///< place of the call: "design.mlir:24:5"
};

/// "function 'scale' of 'kernels.so'", for messages.
[[nodiscard]] std::string to_string(const HostFunction& function);

// Signatures in the notation of kernel.hpp, a header for users' libraries: "i4*,i4*,i4>v" takes two
// pointers to 4-byte integers and one 4-byte integer, and returns nothing. "f" is a floating-point
// number, "b" a bfloat16, and "v*" a pointer to anything. Integers have no sign, as in MLIR.

/// Signature with which the design calls the function.
[[nodiscard]] std::string signature_of(const HostFunction& function);
/// Returns whether a function of signature `is` can be called with signature `called`.
[[nodiscard]] bool signature_fits(std::string_view is, std::string_view called);
/// Signature for messages: "(int32*, int32*, int32) -> void".
[[nodiscard]] std::string readable(std::string_view signature);

}  // namespace xdnasim::design::library
