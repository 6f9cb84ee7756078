#pragma once
// The parts of the source of each kind of kernel.

#include <string>
#include <variant>
#include <vector>

#include "arch/device.hpp"
#include "workloads/kernels/kernel.hpp"

namespace xdnasim::mlir {

/// A pointer parameter of a kernel's function.
struct Parameter {
    std::string type;  ///< type that it points to
    std::string name;
};

/// The parts of a source file.
struct SourceParts {
    const char* header = "elementwise.hpp";  ///< template that the source includes
    std::string before{};                    ///< declarations before the function
    std::vector<Parameter> parameters;
    std::string body;
};

/// xdnasim has no source, so the user has to write it: the export contains a declaration.
struct ToBeWritten {};

/// xdnasim has no source, and the design cannot be exported.
struct Refused {
    std::string why;
};

using Source = std::variant<SourceParts, ToBeWritten, Refused>;

/// Returns the source of `kernel`. Throws InputError for types that the device does not multiply.
[[nodiscard]] Source source_of(const kernels::Kernel& kernel, const arch::Device& device);

}  // namespace xdnasim::mlir
