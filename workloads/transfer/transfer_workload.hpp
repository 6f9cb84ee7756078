#pragma once
// Transfers as a workload: there are no kernels, and the output must equal the input.

#include <memory>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "base/node.hpp"
#include "base/parameters/description.hpp"
#include "workloads/schedule/schedule.hpp"
#include "workloads/schedule/workload.hpp"
#include "workloads/transfer/transfer_design.hpp"

namespace xdnasim::transfer {

class TransferWorkload final : public schedule::Workload {
 public:
    /// Precondition: require_mappable() for the device that it is mapped to.
    explicit TransferWorkload(TransferDesign design) : design_{std::move(design)} {}

    [[nodiscard]] const TransferDesign& design() const { return design_; }

    [[nodiscard]] std::string name() const override { return "transfer"; }
    [[nodiscard]] schedule::Schedule map(const arch::Device& device) const override;
    [[nodiscard]] parameters::Values parameters() const override;
    [[nodiscard]] parameters::Values derived() const override { return {}; }
    [[nodiscard]] std::vector<schedule::Line> summary() const override;
    [[nodiscard]] std::string array_text() const override;
    [[nodiscard]] schedule::Operands operands() const override { return {"input", "output"}; }
    [[nodiscard]] schedule::Work work() const override;
    [[nodiscard]] std::vector<schedule::BufferContent> buffers() const override;
    void fill(schedule::HostMemory& host, std::uint64_t seed) const override;
    [[nodiscard]] schedule::Verification check(schedule::HostMemory& host,
                                               const schedule::DataRun& run) const override;
    [[nodiscard]] std::string size_key() const override { return "transfer.streams"; }
    [[nodiscard]] schedule::Estimate estimate(const schedule::Schedule& schedule,
                                              const arch::Device& device,
                                              const schedule::KernelCycles& cycles) const override;

 private:
    TransferDesign design_;
};

/// Reads the section `transfer` of a problem file. Throws InputError with the position of what is
/// missing, unknown or out of range, and MappingError as require_mappable() does.
[[nodiscard]] std::shared_ptr<const schedule::Workload> read_transfer(const base::Node& section,
                                                                      const arch::Device& device);

/// Descriptions of the keys of the section `transfer`.
[[nodiscard]] std::vector<parameters::Description> describe_transfer(const arch::Device& device);

/// The program of the array for `design`, routed and validated. Throws MappingError as
/// require_mappable() does, and InputError if a matrix would take too many tasks.
[[nodiscard]] schedule::Schedule map_transfer(const TransferDesign& design,
                                              const arch::Device& device);

}  // namespace xdnasim::transfer
