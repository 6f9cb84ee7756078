#include "xdnasim/workloads/elementwise/elementwise_parts.hpp"

namespace xdnasim::elementwise {

kernels::Kernel kernel_of(const ElementwiseProblem& problem) {
    const KernelChoice& choice = problem.kernel;
    kernels::Kernel kernel{choice.name, kernels::Copy{problem.object}, choice.cycles_per_call,
                           choice.inlined};
    switch (choice.kind) {
        case KernelKind::Copy:
            break;
        case KernelKind::AddOne:
            kernel.work = kernels::AddOne{problem.object, choice.type};
            break;
        case KernelKind::Scale:
            kernel.work = kernels::Scale{problem.object, choice.type, choice.factor};
            break;
    }
    return kernel;
}

}  // namespace xdnasim::elementwise
