#pragma once
// The kernels of a design as C++ in the AIE API: a source file for each, whose function the cores
// call, and the templates in kernels/ that it is made of.

#include <string>
#include <vector>

#include "arch/device.hpp"
#include "backends/mlir/sliced_arguments.hpp"
#include "workloads/kernels/kernel.hpp"

namespace xdnasim::mlir {

/// The templates, all of which lie beside the sources.
[[nodiscard]] const std::vector<std::string>& template_names();  // "matmul.hpp"
/// Throws InputError when it is not where the installation or the source tree has it.
[[nodiscard]] std::string template_text(const std::string& name);

/// Has xdnasim a source for `kernel`? It has none for products along a chain of cores, for sums
/// over rows that are extracted one by one, for bfp16ebs8, and for code of the design's own.
/// Throws InputError for types that the device does not multiply.
[[nodiscard]] bool has_source(const kernels::Kernel& kernel, const arch::Device& device);

/// The source of `kernel` as function `symbol`; `sliced`: of its arguments, those of which calls
/// pass slices. Of a kernel that has to be written, a declaration that says so and does not
/// compile. Throws InputError for types that the device does not multiply, for bfp16ebs8, and for
/// code of the design's own.
[[nodiscard]] std::string kernel_source(const kernels::Kernel& kernel, const std::string& symbol,
                                        const arch::Device& device,
                                        const ArgumentPlaces& sliced = {});

/// Does the kernel multiply bf16 on the bfp16 datapath of AIE2P? The AIE API must be told.
[[nodiscard]] bool emulates_bf16(const kernels::Kernel& kernel, const arch::Device& device);

}  // namespace xdnasim::mlir
