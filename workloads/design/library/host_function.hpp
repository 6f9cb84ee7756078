#pragma once
// Functions of somebody else's libraries, compiled for this machine, that compute what kernels of a
// design do: how the design calls them, and how they can be called.

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "workloads/design/interpreter/scalar.hpp"

namespace xdnasim::design::library {

/// Of a call; as many as a core's calling convention has registers, and some on the stack.
inline constexpr std::size_t kMaxArguments = 64;
/// Of one call, when kernels.yaml says no `time_limit`. A kernel takes a millisecond or less.
inline constexpr std::chrono::seconds kTimeLimit{10};

/// An argument as the design's text has it: a buffer is passed as a pointer to its first element,
/// a number by its type.
struct Argument {
    bool is_buffer = false;
    /// Of the number, or of a buffer's elements; nullopt: elements that code does not compute with.
    std::optional<interpreter::ScalarType> type{};
};

struct HostFunction {
    std::filesystem::path library;  ///< absolute
    std::string name;               ///< of its symbol, without C++'s mangling
    std::vector<Argument> arguments{};
    std::optional<interpreter::ScalarType> result{};
    std::chrono::milliseconds limit = kTimeLimit;
    std::string called{};  ///< "design.mlir:24:5"
};

/// "function 'scale' of 'kernels.so'"
[[nodiscard]] std::string to_string(const HostFunction& function);

// Signatures as kernel.hpp of the host's headers writes them: "i4*,i4*,i4>v" takes two pointers to
// integers of 4 bytes and such an integer, and returns nothing; f is a floating-point number, b
// bfloat16; signs of integers are left out, as MLIR leaves them open; "v*" points to anything.

/// As the design calls it.
[[nodiscard]] std::string signature_of(const HostFunction& function);
/// Can a function of signature `is` be called as one of `called`?
[[nodiscard]] bool signature_fits(std::string_view is, std::string_view called);
/// For messages: "(int32*, int32*, int32) -> void".
[[nodiscard]] std::string readable(std::string_view signature);

}  // namespace xdnasim::design::library
