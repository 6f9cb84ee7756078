#include "workloads/elementwise/elementwise_parts.hpp"

namespace xdnasim::elementwise {

kernels::Kernel kernel_of(const ElementwiseDesign& design) {
    const KernelChoice& choice = design.kernel;
    kernels::Kernel kernel{choice.name, kernels::Copy{design.object}, choice.cycles_per_call,
                           choice.inlined};
    switch (choice.kind) {
        case KernelKind::Copy:
            break;
        case KernelKind::AddOne:
            kernel.work = kernels::AddOne{design.object, choice.type};
            break;
        case KernelKind::Scale:
            kernel.work = kernels::Scale{design.object, choice.type, choice.factor};
            break;
    }
    return kernel;
}

}  // namespace xdnasim::elementwise
