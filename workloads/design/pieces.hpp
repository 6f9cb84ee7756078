#pragma once
// Transfers of a runtime sequence that are larger than one BD of a shim holds.

#include <cstddef>
#include <vector>

#include "workloads/design/bd_pattern.hpp"

namespace xdnasim::design {

/// What a task of a shim's channel moves: the same number of elements in each of its rounds.
struct Transfer {
    Walk walk;    ///< walk of the first round, in up to three steps
    Step rounds;  ///< number of rounds, and distance from the start of one to that of the next
};

/// Returns whether one BD holds the transfer. Rounds of stride 0 always fit: the task's repeat
/// count covers them.
[[nodiscard]] bool holds(const Transfer& transfer, const Memref& type,
                         const arch::BdLimits& limits);

/// Splits a transfer into at most `most` transfers that move the same elements in the same order,
/// and each of which fits a BD. As in mlir-aie (AIEDecomposeLargeDmaBd), a step is split into two
/// if that gives a single BD; otherwise the outermost step is cut. A transfer that is not in whole
/// words is returned as it is. Throws InputError, with the place, if more than `most` are needed.
[[nodiscard]] std::vector<Transfer> pieces_of(const Transfer& transfer, const Memref& type,
                                              const arch::BdLimits& limits, std::size_t most,
                                              const ir::Text& text, base::Position at);

/// As above, for rounds nested in rounds, the innermost first.
[[nodiscard]] std::vector<Transfer> pieces_of(const Walk& walk, const std::vector<Step>& rounds,
                                              const Memref& type, const arch::BdLimits& limits,
                                              std::size_t most, const ir::Text& text,
                                              base::Position at);

/// Sets offset, length, dimensions and iteration of the BD that holds the transfer.
void set_transfer(schedule::Bd& bd, const Transfer& transfer, const Memref& type,
                  const arch::BdLimits& limits, const ir::Text& text, base::Position at);

/// Sets `pieces` and `rounds` of `form` if the task's transfer `walk` does not fit one BD.
void split_task(const Draft& draft, Walk walk, const Memref& type, BdForm& form);

}  // namespace xdnasim::design
