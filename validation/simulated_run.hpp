#pragma once
// A row on the SystemC backend, as `xdnasim simulate` would run it.

#include <string>

#include "arch/device.hpp"
#include "backends/backend.hpp"
#include "validation/suite.hpp"
#include "workloads/gemm/gemm_choice.hpp"

namespace xdnasim::validation {

/// Where rows take their devices from: those of the catalog, all with the same change.
class Devices {
 public:
    using Change = void (*)(arch::Device&);
    Devices() = default;  ///< as they are
    explicit Devices(Change change) : change_{change} {}

    [[nodiscard]] arch::Device named(const std::string& name) const;
    /// The same at another clock.
    [[nodiscard]] arch::Device at(const std::string& name, double clock_ghz) const;
    /// A device from elsewhere.
    [[nodiscard]] arch::Device changed(arch::Device device) const;

 private:
    Change change_ = nullptr;
};

[[nodiscard]] backends::RunResult run(const schedule::Schedule& schedule,
                                      const arch::Device& device);
[[nodiscard]] backends::RunResult run(const gemm::GemmDesign& problem, const arch::Device& device);

/// The same by the closed forms.
[[nodiscard]] backends::RunResult analyse(const gemm::GemmDesign& problem,
                                          const arch::Device& device);

/// The bottleneck of a run.
[[nodiscard]] Bound bound_of(const backends::RunResult& result);
/// What binds its iterations. Precondition: it is a simulation that has a steady state.
[[nodiscard]] Bound steady_bound_of(const backends::RunResult& result);

/// Time split of the average core, times, traffic and arithmetic intensity.
[[nodiscard]] Details details_of(const backends::RunResult& result);

}  // namespace xdnasim::validation
