#pragma once
// What the source of each kernel is made of.

#include <string>
#include <variant>
#include <vector>

#include "arch/device.hpp"
#include "workloads/kernels/kernel.hpp"

namespace xdnasim::mlir {

/// A pointer that the function is passed.
struct Parameter {
    std::string type;
    std::string name;
};

/// What a source is made of.
struct SourceParts {
    const char* header = "elementwise.hpp";
    std::string before{};  ///< the function
    std::vector<Parameter> parameters;
    std::string body;
};

/// There is no source, and somebody has to write one: what is exported is a declaration.
struct ToBeWritten {};

/// There is no source, and no export without one.
struct Refused {
    std::string why;
};

using Source = std::variant<SourceParts, ToBeWritten, Refused>;

/// Throws InputError for types that the device does not multiply.
[[nodiscard]] Source source_of(const kernels::Kernel& kernel, const arch::Device& device);

}  // namespace xdnasim::mlir
