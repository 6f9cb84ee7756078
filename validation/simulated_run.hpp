#pragma once
// Runs of a row's problem as `xdnasim simulate` would run it, and figures of these runs.

#include <string>

#include "arch/device.hpp"
#include "backends/backend.hpp"
#include "validation/suite.hpp"
#include "workloads/gemm/gemm_choice.hpp"

namespace xdnasim::validation {

/// The source of the rows' devices: the device files, all with the same change or none.
class Devices {
 public:
    using Change = void (*)(arch::Device&);
    Devices() = default;  ///< devices without a change
    explicit Devices(Change change) : change_{change} {}

    [[nodiscard]] arch::Device named(const std::string& name) const;
    /// Loads the device with another array clock.
    [[nodiscard]] arch::Device at(const std::string& name, double clock_ghz) const;
    /// Applies the change to a device that was loaded elsewhere.
    [[nodiscard]] arch::Device changed(arch::Device device) const;

 private:
    Change change_ = nullptr;
};

/// Runs a schedule on the SystemC backend.
[[nodiscard]] backends::RunResult run(const schedule::Schedule& schedule,
                                      const arch::Device& device);
[[nodiscard]] backends::RunResult run(const gemm::GemmDesign& problem, const arch::Device& device);

/// Runs a GEMM on the analytic backend.
[[nodiscard]] backends::RunResult analyse(const gemm::GemmDesign& problem,
                                          const arch::Device& device);

/// Returns the bottleneck of a run; Bound::Unknown if it has none.
[[nodiscard]] Bound bound_of(const backends::RunResult& result);
/// Returns what limits the iterations in steady state. Precondition: the run is a simulation with
/// `steady`.
[[nodiscard]] Bound steady_bound_of(const backends::RunResult& result);

/// Returns details of a run: mean cycles of a core in each state, times, DRAM traffic and
/// arithmetic intensity. Precondition: NPU time and dispatch are known.
[[nodiscard]] Details details_of(const backends::RunResult& result);

}  // namespace xdnasim::validation
