#pragma once
// Follows the structured control flow of a core's program: loops and choices of scf and affine.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "workloads/design/cores/core_state.hpp"
#include "workloads/design/cores/operation_reader.hpp"

namespace xdnasim::design {

/// What a loop gives; nullopt: what a round yields changes from round to round.
using LoopResults = std::vector<std::optional<Value>>;

class StructuredWalker {
 public:
    StructuredWalker(CoreState& state, OperationReader& reader) : state_{state}, reader_{reader} {}

    /// Adds what `operation`, of scf or affine, does; one that is not known is not supported.
    /// Throws InputError, with the place, where it is not known before the run, and DependsOnRound.
    void follow(const ir::Operation& operation, CoreSteps& steps);

 private:
    /// Runs the region; what it yields.
    std::vector<Value> yielded(const ir::Region& region, CoreSteps& steps);

    // Loops, round by round.

    void for_loop(const ir::Operation& operation, CoreSteps& steps);
    void for_by_rounds(const ir::Operation& operation, std::int64_t begin, std::int64_t end,
                       std::int64_t step, CoreSteps& steps);
    void while_loop(const ir::Operation& operation, CoreSteps& steps);
    /// An scf.while whose condition is a constant.
    [[nodiscard]] bool is_for_ever(const ir::Operation& loop) const;
    /// Throws InputError when a loop is read round by round, and has too many.
    void require_few(std::size_t rounds, base::Position loop) const;

    // A round of a loop that stands for many: structured_periods.cpp.

    std::optional<LoopResults> by_period(const ir::Operation& loop,
                                         std::optional<std::int64_t> count, CoreSteps& steps);
    LoopResults for_by_period(const ir::Operation& loop, std::optional<std::int64_t> count,
                              bool forgets, CoreSteps& steps);
    /// Does something depend on a result of `loop` that is not known where a round stands for all?
    [[nodiscard]] bool decides_unknown(const ir::Operation& loop, const LoopResults& results);
    void add_rounds(std::vector<CoreSteps> rounds, std::optional<std::size_t> again,
                    std::optional<std::int64_t> count, base::Position at, CoreSteps& steps);

    // One of several ways: structured_choices.cpp.

    void if_else(const ir::Operation& operation, CoreSteps& steps);
    void index_switch(const ir::Operation& operation, CoreSteps& steps);
    void cheaper_of(const ir::Operation& operation, CoreSteps& steps);

    CoreState& state_;
    OperationReader& reader_;
};

}  // namespace xdnasim::design
