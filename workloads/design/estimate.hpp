#pragma once
// Closed-form estimate of a program of which only the schedule is known.

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

/// Estimates the time that each part of the array takes by itself: the traffic of host memory, each
/// stream, each core. The rounds of BD rings and of cores' loops follow from what feeds them:
/// streams pass on all that they are sent, and locks hand on the units that one round releases. A
/// part whose number of rounds cannot be found is left out, so that a run takes about as long as
/// the estimate, or longer. `reported`: the kernel whose calls are counted.
[[nodiscard]] schedule::Estimate estimate(const schedule::Schedule& schedule,
                                          const arch::Device& device,
                                          const schedule::KernelCycles& cycles,
                                          const std::optional<schedule::KernelRef>& reported);

/// Operations in one round of a core: one round of the endless loop at the end of its program, or
/// the whole of a program that ends; nullopt if there is neither.
[[nodiscard]] std::optional<schedule::CoreRound> round_of(const schedule::TileProgram& program);

/// Calls `action` for each BD of each task of the sequence, with the BD's content when the task is
/// pushed.
void for_each_pushed_bd(
    const schedule::Schedule& schedule,
    const std::function<void(const schedule::PushTask&, const schedule::Bd&)>& action);

/// Number of rounds that the programs of a schedule (BD rings and cores' programs) make in a run.
/// The number may be fractional: a run may execute only a part of a program that ends.
class Rounds {
 public:
    explicit Rounds(const schedule::Schedule& schedule);

    /// Bytes that pass the DMA channel or the port to the programmable logic; 0 if not known.
    [[nodiscard]] double bytes_at(const arch::Port& port) const;
    /// Number of rounds, as defined by round_of(), that the core makes; 0 if not known.
    [[nodiscard]] double of_core(arch::TileId core) const;

 private:
    struct Program {
        std::optional<arch::Port> port;    ///< port of the channel, for a BD ring
        std::optional<arch::TileId> core;  ///< the core, for a core's program
        schedule::LockUses locks;
        double bytes = 0;  ///< bytes that one round of a BD ring moves
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
    /// Bytes that have passed, by port of a DMA channel or to the PL.
    std::map<arch::Port, double> moved_;
    /// Bytes that the sequence's tasks ask for, by port of a shim's channel.
    std::map<arch::Port, double> pushed_;
};

}  // namespace xdnasim::design
