#pragma once
// The interface through which those who follow blocks, loops and choices of a core have its
// operations read.

#include "workloads/design/cores/core_steps.hpp"
#include "workloads/design/ir/operation.hpp"

namespace xdnasim::design {

class OperationReader {
 public:
    OperationReader() = default;
    OperationReader(const OperationReader&) = delete;
    OperationReader& operator=(const OperationReader&) = delete;
    virtual ~OperationReader() = default;

    /// Adds the steps of `operation`, and of all within it, to `steps`. Throws InputError, with the
    /// place, for an operation that a core cannot execute, and DependsOnRound.
    virtual void operation(const ir::Operation& operation, CoreSteps& steps) = 0;
};

}  // namespace xdnasim::design
