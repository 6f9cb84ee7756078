#pragma once
// A GEMM on packs of cores (Mhatre et al., "GAMA", FPL 2025) as a workload.

#include <memory>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "base/node.hpp"
#include "base/parameters/description.hpp"
#include "workloads/gemm/packs/pack_design.hpp"
#include "workloads/schedule/schedule.hpp"
#include "workloads/schedule/workload.hpp"

namespace xdnasim::gemm::packs {

class PackWorkload final : public schedule::Workload {
 public:
    /// `chosen`: a design that choose() has completed for `device`.
    PackWorkload(const PackDesign& chosen, const arch::Device& device);

    [[nodiscard]] const PackDesign& design() const { return design_; }

    [[nodiscard]] std::string name() const override { return "gemm"; }
    [[nodiscard]] schedule::Schedule map(const arch::Device& device) const override;
    [[nodiscard]] parameters::Values parameters() const override;
    [[nodiscard]] parameters::Values derived() const override;
    [[nodiscard]] std::vector<schedule::Line> summary() const override;
    [[nodiscard]] std::string array_text() const override;
    [[nodiscard]] schedule::Operands operands() const override { return {"A and B", "C"}; }
    [[nodiscard]] schedule::Work work() const override;
    [[nodiscard]] std::vector<schedule::BufferContent> buffers() const override;
    void fill(schedule::HostMemory& host, std::uint64_t seed) const override;
    [[nodiscard]] schedule::Verification check(schedule::HostMemory& host,
                                               const schedule::DataRun& run) const override;
    [[nodiscard]] arch::Bytes memory_to_check() const override;
    [[nodiscard]] std::string size_key() const override { return "gemm.iterations"; }
    [[nodiscard]] schedule::Estimate estimate(const schedule::Schedule& schedule,
                                              const arch::Device& device,
                                              const schedule::KernelCycles& cycles) const override;

 private:
    PackDesign design_;
    double gamma_ = 0;
    double array_peak_ = 0;  ///< peak operations per cycle of all cores of the device
};

/// Returns whether the section says `mapping: packs`. Throws InputError for a mapping that does not
/// exist.
[[nodiscard]] bool is_asked_for(const base::Node& section);

/// Reads the section as read_gemm() does.
[[nodiscard]] std::shared_ptr<const schedule::Workload> read_packs(const base::Node& section,
                                                                   const arch::Device& device);

/// Reads the section without choosing what it leaves open.
[[nodiscard]] PackDesign read_open(const base::Node& section);

[[nodiscard]] std::vector<parameters::Description> describe_packs();

/// The whole program of the array for `design`, with its open values chosen; routed and validated.
/// Throws MappingError as choose() does, InputError for flows that cannot be routed.
[[nodiscard]] schedule::Schedule map_packs(const PackDesign& design, const arch::Device& device);

/// The design of `workload` when it is a GEMM on packs; nullptr otherwise.
[[nodiscard]] const PackDesign* design_of(const schedule::Workload* workload);

}  // namespace xdnasim::gemm::packs
