#pragma once
// Calls in a core's program: of kernels, and of functions with a body.

#include <string>
#include <string_view>
#include <vector>

#include "workloads/design/cores/block_walker.hpp"
#include "workloads/design/cores/call_types.hpp"
#include "workloads/design/cores/core_state.hpp"
#include "workloads/design/kernels/kernel_table.hpp"

namespace xdnasim::design {

class CoreCalls {
 public:
    /// `blocks`: runs the bodies of functions.
    CoreCalls(CoreState& state, KernelTable& kernels, BlockWalker& blocks)
        : state_{state}, kernels_{kernels}, blocks_{blocks} {}

    /// Adds the steps of `operation`, a func.call. Throws InputError, with the place, for a call
    /// that mlir-aie would refuse, and for a kernel whose cycles are not known.
    void call(const ir::Operation& operation, CoreSteps& steps);
    /// Why a run with data is impossible with the calls read so far, with the place; empty if it is
    /// possible.
    [[nodiscard]] const std::string& not_computed() const { return not_computed_; }

 private:
    void run_body(const ir::Operation& call, const CallTypes& types, CoreSteps& steps);
    void note_scattered(const CallSite& site, schedule::KernelRef kernel, const CallTypes& types,
                        const std::vector<Value>& passed);
    void move_slices(const std::vector<Memref>& memory,
                     const std::vector<std::string_view>& numbers, CallSite& site,
                     schedule::Call& made) const;

    CoreState& state_;
    KernelTable& kernels_;
    BlockWalker& blocks_;
    std::string not_computed_;
};

}  // namespace xdnasim::design
