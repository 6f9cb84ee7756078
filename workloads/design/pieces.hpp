#pragma once
// Transfers of a runtime sequence that are more than one BD of a shim holds.

#include <cstddef>
#include <vector>

#include "workloads/design/bd_pattern.hpp"

namespace xdnasim::design {

/// What a task of a shim's channel moves: as many elements in each of its rounds.
struct Transfer {
    Walk walk;    ///< of the first round, in three steps
    Step rounds;  ///< how many, and how far each begins behind the one before
};

/// Does a BD hold it? Rounds that begin where the one before began are the task's alone.
[[nodiscard]] bool holds(const Transfer& transfer, const Memref& type,
                         const arch::BdLimits& limits);

/// Transfers that move the same elements in the same order, one after the other. A BD holds each of
/// them, and there are no more than `most`. As mlir-aie splits them (AIEDecomposeLargeDmaBd): a
/// step becomes two where that gives a single BD, else the outermost one is cut. A transfer that is
/// not of whole words stays as it is. Throws InputError, with the place, where they are more.
[[nodiscard]] std::vector<Transfer> pieces_of(const Transfer& transfer, const Memref& type,
                                              const arch::BdLimits& limits, std::size_t most,
                                              const ir::Text& text, base::Position at);

/// The same of rounds within rounds, the innermost first.
[[nodiscard]] std::vector<Transfer> pieces_of(const Walk& walk, const std::vector<Step>& rounds,
                                              const Memref& type, const arch::BdLimits& limits,
                                              std::size_t most, const ir::Text& text,
                                              base::Position at);

/// Offset, length, dimensions and iteration of the BD that holds it.
void set_transfer(schedule::Bd& bd, const Transfer& transfer, const Memref& type,
                  const arch::BdLimits& limits, const ir::Text& text, base::Position at);

/// Gives `form`, whose transfer `walk` is one of a task, its pieces where it needs some.
void split_task(const Draft& draft, Walk walk, const Memref& type, BdForm& form);

}  // namespace xdnasim::design
