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

/// Results of a loop; nullopt for a result that changes from round to round.
using LoopResults = std::vector<std::optional<Value>>;

class StructuredWalker {
 public:
    StructuredWalker(CoreState& state, OperationReader& reader) : state_{state}, reader_{reader} {}

    /// Adds the steps of `operation`, of scf or affine. An unknown operation is noted as
    /// unsupported. Throws InputError, with the place, if its path is not known before the run, and
    /// DependsOnRound.
    void follow(const ir::Operation& operation, CoreSteps& steps);

 private:
    /// Runs the region and returns the values that it yields.
    std::vector<Value> yielded(const ir::Region& region, CoreSteps& steps);

    // Loops, read round by round.

    void for_loop(const ir::Operation& operation, CoreSteps& steps);
    void for_by_rounds(const ir::Operation& operation, std::int64_t begin, std::int64_t end,
                       std::int64_t step, CoreSteps& steps);
    void while_loop(const ir::Operation& operation, CoreSteps& steps);
    /// Returns whether the condition of an scf.while is a constant that is true.
    [[nodiscard]] bool is_for_ever(const ir::Operation& loop) const;
    /// Throws InputError if a loop that is read round by round has too many rounds.
    void require_few(std::size_t rounds, base::Position loop) const;

    // Loops of which one round stands for many (structured_periods.cpp).

    std::optional<LoopResults> by_period(const ir::Operation& loop,
                                         std::optional<std::int64_t> count, CoreSteps& steps);
    LoopResults for_by_period(const ir::Operation& loop, std::optional<std::int64_t> count,
                              bool forgets, CoreSteps& steps);
    /// Returns whether a decision depends on a result of `loop` that is not known if one round
    /// stands for all.
    [[nodiscard]] bool decides_unknown(const ir::Operation& loop, const LoopResults& results);
    void add_rounds(std::vector<CoreSteps> rounds, std::optional<std::size_t> again,
                    std::optional<std::int64_t> count, base::Position at, CoreSteps& steps);

    // Choices (structured_choices.cpp).

    void if_else(const ir::Operation& operation, CoreSteps& steps);
    void index_switch(const ir::Operation& operation, CoreSteps& steps);
    void cheaper_of(const ir::Operation& operation, CoreSteps& steps);

    CoreState& state_;
    OperationReader& reader_;
};

}  // namespace xdnasim::design
