#pragma once
// Closed forms for a program of which nothing is known but its schedule.

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "arch/device.hpp"
#include "arch/tile.hpp"
#include "workloads/schedule/estimate.hpp"
#include "workloads/schedule/patterns.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::design {

/// What each part of the array takes alone: the traffic of host memory, each stream, each core. How
/// often a ring of BDs and a core's loop go round follows from what comes before them: streams pass
/// all that they are sent, and locks hand on one round's units to the next. A part whose rounds do
/// not follow is left out: a run takes about as long as the estimate, or longer. `reported`: the
/// kernel whose calls are counted.
[[nodiscard]] schedule::Estimate estimate(const schedule::Schedule& schedule,
                                          const arch::Device& device,
                                          const schedule::KernelCycles& cycles,
                                          const std::optional<schedule::KernelRef>& reported);

/// What the rounds of a core are counted in: one round of the loop without end with which its
/// program closes, or all of a program that ends; nullopt: there is neither.
[[nodiscard]] std::optional<schedule::CoreRound> round_of(const schedule::TileProgram& program);

/// Calls `action` for each BD that each task of the sequence goes through, as it was written before
/// the task was pushed.
void for_each_pushed_bd(
    const schedule::Schedule& schedule,
    const std::function<void(const schedule::PushTask&, const schedule::Bd&)>& action);

/// How often the programs of a schedule go round in a run: rings of BDs and cores' programs. Of a
/// program that ends, a run may take a part.
class Rounds {
 public:
    explicit Rounds(const schedule::Schedule& schedule);

    /// Bytes that pass the DMA channel or the port to the programmable logic; 0: not known.
    [[nodiscard]] double bytes_at(const arch::Port& port) const;
    /// Of what round_of() gives; 0: not known.
    [[nodiscard]] double of_core(arch::TileId core) const;

 private:
    struct Program {
        std::optional<arch::Port> port;    ///< of a ring
        std::optional<arch::TileId> core;  ///< else
        schedule::LockUses locks;
        double bytes = 0;  ///< of a round of a ring
        std::optional<double> rounds{};
    };

    void add_shims(const schedule::Schedule& schedule);
    void add_programs(const schedule::Schedule& schedule);
    bool spread_streams(const schedule::Schedule& schedule);
    using Programs = std::vector<Program*>;
    bool spread_locks();
    bool share(const schedule::LockRef& lock, Program& one, const Programs& many);
    bool set(Program& program, double rounds);
    [[nodiscard]] Program* at(const arch::Port& port);

    std::vector<Program> programs_;
    std::map<arch::Port, double> moved_;   ///< bytes, by a channel's port, or one to the PL
    std::map<arch::Port, double> pushed_;  ///< bytes that the sequence asks a shim's channel for
};

}  // namespace xdnasim::design
