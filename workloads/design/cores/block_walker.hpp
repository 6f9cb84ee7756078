#pragma once
// Follows branches between the blocks of a core's program.

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "workloads/design/cores/control_flow.hpp"
#include "workloads/design/cores/core_state.hpp"
#include "workloads/design/cores/core_trips.hpp"
#include "workloads/design/cores/operation_reader.hpp"

namespace xdnasim::design {

class BlockWalker {
 public:
    BlockWalker(CoreState& state, OperationReader& reader) : state_{state}, reader_{reader} {}

    /// Adds the steps of `region`, from its first block on. Throws InputError, with the place, if
    /// its path is not known before the run, and DependsOnRound.
    void region(const ir::Region& region, CoreSteps& steps);

 private:
    /// Where the program continues, and the values passed to that block; no block: it ends.
    struct Jump {
        const ir::Block* to = nullptr;
        std::vector<Value> values{};
    };

    /// Follows blocks from `jump` on. `inside`: the loop of which one round is followed, to its
    /// end; nullptr if there is none.
    Jump follow(const ControlFlow& flow, Jump jump, const NaturalLoop* inside, CoreSteps& steps);
    Jump step(const ControlFlow& flow, const Jump& jump, CoreSteps& steps);
    Jump leave(const ControlFlow& flow, const ir::Block& block, CoreSteps& steps);
    [[nodiscard]] Jump jump_to(const ControlFlow& flow, const Successor& successor) const;

    Jump loop(const ControlFlow& flow, const NaturalLoop& loop, const Jump& entry,
              CoreSteps& steps);
    std::optional<Jump> loop_as_a_whole(const ControlFlow& flow, const NaturalLoop& loop,
                                        const Trip& trip, CoreSteps& steps);
    Jump loop_without_rounds(const ControlFlow& flow, const NaturalLoop& loop, const Jump& entry,
                             const Trip& trip, CoreSteps& steps);
    void round_for_all(const ControlFlow& flow, const NaturalLoop& loop, const Trip& trip,
                       CoreSteps& round);
    void bind(const NaturalLoop& loop, const Trip& trip, const Value& counter, const Value& others);
    void run_header(const NaturalLoop& loop, CoreSteps& steps);
    [[nodiscard]] Jump way_from_header(const ControlFlow& flow, const NaturalLoop& loop,
                                       bool inside) const;
    Jump loop_by_rounds(const ControlFlow& flow, const NaturalLoop& loop, Jump entry, bool endless,
                        CoreSteps& steps);

    Jump branch_on_data(const ControlFlow& flow, const ir::Operation& branch, CoreSteps& steps);
    Jump run_to(const ir::Block* meeting, const ControlFlow& flow, const Successor& way,
                CoreSteps& steps);

    CoreState& state_;
    OperationReader& reader_;
    std::map<const ir::Region*, std::unique_ptr<ControlFlow>> flows_;
};

}  // namespace xdnasim::design
