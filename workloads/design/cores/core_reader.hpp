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
    /// `program`: the aie.core of `core`.
    CoreReader(Draft& draft, KernelTable& kernels, arch::TileId core, const ir::Operation& program);

    /// Throws as read_core() does, and DependsOnRound where what is read as one round of many
    /// decides something behind them.
    [[nodiscard]] CoreSteps read();
    /// Does anything depend on what memory of the program's own holds at the beginning?
    [[nodiscard]] bool decides_by_own_memory() { return memory_.own().decides(); }
    /// Before read(): what that holds is known at the beginning.
    void follow_own_memory() { memory_.own().follow(); }
    /// What has been read does not end.
    [[nodiscard]] bool is_endless() const { return state_.endless; }
    /// As CoreCalls::not_computed().
    [[nodiscard]] const std::string& not_computed() const { return calls_.not_computed(); }

 private:
    void operation(const ir::Operation& operation, CoreSteps& steps) override;
    bool lock_or_call(const ir::Operation& operation, CoreSteps& steps);
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
