#pragma once
// The balanced, output-stationary GEMM of Taka et al., "Striking the Balance" (2025), as a
// workload: space over M and N, time over K.

#include <memory>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "base/node.hpp"
#include "base/parameters/description.hpp"
#include "workloads/gemm/gemm_choice.hpp"
#include "workloads/schedule/schedule.hpp"
#include "workloads/schedule/workload.hpp"

namespace xdnasim::gemm {

class GemmWorkload final : public schedule::Workload {
 public:
    /// `chosen`: a design that choose() has completed.
    explicit GemmWorkload(const GemmDesign& chosen) : design_{chosen} {}

    [[nodiscard]] const GemmDesign& design() const { return design_; }

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
    [[nodiscard]] std::string size_key() const override { return "gemm.size"; }
    [[nodiscard]] schedule::Estimate estimate(const schedule::Schedule& schedule,
                                              const arch::Device& device,
                                              const schedule::KernelCycles& cycles) const override;
    [[nodiscard]] std::optional<std::string> way_around_shim_channels(
        const schedule::Schedule& schedule, const arch::Device& device,
        const schedule::KernelCycles& cycles) const override;
    /// False: a column's four streams of C take the four ports that lead south.
    [[nodiscard]] bool has_room_to_trace_cores() const override { return false; }

 private:
    GemmDesign design_;
};

/// Reads the section `gemm` of a problem file and chooses what it leaves open. Throws InputError
/// with the place of whatever is missing, unknown or out of range, and MappingError as choose()
/// does.
[[nodiscard]] std::shared_ptr<const schedule::Workload> read_gemm(const base::Node& section,
                                                                  const arch::Device& device);

/// Reads the section without choosing what it leaves open. Throws InputError as read_gemm() does.
[[nodiscard]] GemmDesign read_open(const base::Node& section, const arch::Device& device);

/// Keys of the section `gemm`, of both mappings.
[[nodiscard]] std::vector<parameters::Description> describe_gemm(const arch::Device& device);

/// Keys of the mapping that `section` asks for.
[[nodiscard]] std::vector<parameters::Description> describe_like(const base::Node& section,
                                                                 const arch::Device& device);

/// The whole program of the array for `design`, with its open values chosen; routed and validated.
/// Throws MappingError as choose() does, InputError for flows that cannot be routed.
[[nodiscard]] schedule::Schedule map_gemm(const GemmDesign& design, const arch::Device& device);

/// The design of `workload` when it is a GEMM; nullptr otherwise.
[[nodiscard]] const GemmDesign* design_of(const schedule::Workload* workload);

}  // namespace xdnasim::gemm
