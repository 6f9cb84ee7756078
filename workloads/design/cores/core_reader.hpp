#pragma once
// Goes through a core's program, operation by operation.

#include <string>

#include "workloads/design/cores/block_walker.hpp"
#include "workloads/design/cores/core_calls.hpp"
#include "workloads/design/cores/core_fifos.hpp"
#include "workloads/design/cores/core_memory.hpp"
#include "workloads/design/cores/core_state.hpp"
#include "workloads/design/cores/operation_reader.hpp"
#include "workloads/design/cores/structured_walker.hpp"
#include "workloads/design/kernels/kernel_table.hpp"

namespace xdnasim::design {

class CoreReader final : private OperationReader {
 public:
    /// `program`: the aie.core operation of the tile `core`.
    CoreReader(Draft& draft, KernelTable& kernels, arch::TileId core, const ir::Operation& program);

    /// Reads the program. Throws as read_core() does, and DependsOnRound if a value from a loop of
    /// which one round stands for many decides something after that loop.
    [[nodiscard]] CoreSteps read();
    /// Returns whether a decision depends on the initial contents of the program's own memory.
    [[nodiscard]] bool decides_by_own_memory() { return memory_.own().decides(); }
    /// Makes these contents known. Precondition: read() has not been called.
    void follow_own_memory() { memory_.own().follow(); }
    /// Returns whether the program, as far as it has been read, does not end.
    [[nodiscard]] bool is_endless() const { return state_.endless; }
    /// See CoreCalls::not_computed().
    [[nodiscard]] const std::string& not_computed() const { return calls_.not_computed(); }

 private:
    void operation(const ir::Operation& operation, CoreSteps& steps) override;
    bool lock_or_call(const ir::Operation& operation, CoreSteps& steps);
    void use_lock(const ir::Operation& operation, CoreSteps& steps);
    void compute(const ir::Operation& operation, CoreSteps& steps);
    void tell_event(const ir::Operation& operation, CoreSteps& steps);

    CoreState state_;
    BlockWalker blocks_;
    StructuredWalker structured_;
    CoreFifos fifos_;
    CoreMemory memory_;
    CoreCalls calls_;
};

}  // namespace xdnasim::design
