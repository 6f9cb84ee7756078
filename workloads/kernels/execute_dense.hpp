#pragma once
// Execution of the layers of a network on the bytes of a call's arguments and the words of its
// cascade.

#include <memory>

#include "workloads/kernels/execute.hpp"

namespace xdnasim::kernels {

/// Begins a call that uses the cascade. Preconditions: as begin_call() has them.
[[nodiscard]] std::unique_ptr<CascadeCall> begin_dense(
    const Dense& work, std::span<const std::span<std::byte>> arguments);
[[nodiscard]] std::unique_ptr<CascadeCall> begin_reduce(
    const Reduce& work, std::span<const std::span<std::byte>> arguments);

/// Runs a call that does not use the cascade. Preconditions: as execute() has them.
void execute_dense(const Dense& work, std::span<const std::span<std::byte>> arguments);
void execute_reduce(const Reduce& work, std::span<const std::span<std::byte>> arguments);

}  // namespace xdnasim::kernels
