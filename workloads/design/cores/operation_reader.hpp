#pragma once
// What those who follow a core's blocks, loops and choices leave to whoever reads its operations.

#include "workloads/design/cores/core_steps.hpp"
#include "workloads/design/ir/operation.hpp"

namespace xdnasim::design {

class OperationReader {
 public:
    OperationReader() = default;
    OperationReader(const OperationReader&) = delete;
    OperationReader& operator=(const OperationReader&) = delete;
    virtual ~OperationReader() = default;

    /// Adds what `operation`, with all that stands in it, does to `steps`. Throws InputError, with
    /// the place, for what a core does not do, and DependsOnRound.
    virtual void operation(const ir::Operation& operation, CoreSteps& steps) = 0;
};

}  // namespace xdnasim::design
