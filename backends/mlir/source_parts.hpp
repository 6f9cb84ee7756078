#pragma once
// What the source of each kernel is made of.

#include <string>
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

/// Of these xdnasim has no source: what is written for them is a declaration.
template <class Work>
inline constexpr bool kLacksSource = false;
template <>
inline constexpr bool kLacksSource<kernels::ChainProduct> = true;

/// Precondition: its work does not lack a source. Throws InputError for types that the device does
/// not multiply, for bfp16ebs8, and for code of the design's own.
[[nodiscard]] SourceParts parts_of(const kernels::Kernel& kernel, const arch::Device& device);

}  // namespace xdnasim::mlir
