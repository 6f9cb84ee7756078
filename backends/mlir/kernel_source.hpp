#pragma once
// The kernels of a design as C++ in the AIE API: one source file per kernel, whose function the
// cores call, and the templates in kernels/ that the source files use.

#include <string>
#include <vector>

#include "arch/device.hpp"
#include "backends/mlir/sliced_arguments.hpp"
#include "workloads/kernels/kernel.hpp"

namespace xdnasim::mlir {

/// Names of the templates, which are all exported next to the sources.
[[nodiscard]] const std::vector<std::string>& template_names();  // "matmul.hpp"
/// Returns the content of a template. Throws InputError if the file is missing from the
/// installation or source tree.
[[nodiscard]] std::string template_text(const std::string& name);

/// Whether xdnasim has a source for `kernel`. It has none for products along a chain of cores, sums
/// over rows that are extracted one by one, bfp16ebs8, and a design's own code.
/// Throws InputError for types that the device does not multiply.
[[nodiscard]] bool has_source(const kernels::Kernel& kernel, const arch::Device& device);

/// Returns the source of `kernel` with function `symbol`. `sliced`: arguments of which calls pass
/// slices. For a kernel that the user has to write (ToBeWritten), the source is a declaration with
/// an #error. Throws InputError for types that the device does not multiply, for bfp16ebs8, and for
/// a design's own code.
[[nodiscard]] std::string kernel_source(const kernels::Kernel& kernel, const std::string& symbol,
                                        const arch::Device& device,
                                        const ArgumentPlaces& sliced = {});

/// Whether the kernel multiplies bf16 on the bfp16 datapath of AIE2P, for which the AIE API needs a
/// macro (AIE_API_EMULATE_BFLOAT16_MMUL_WITH_BFP16).
[[nodiscard]] bool emulates_bf16(const kernels::Kernel& kernel, const arch::Device& device);

}  // namespace xdnasim::mlir
