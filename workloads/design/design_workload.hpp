#pragma once
// A design of mlir-aie as a workload: what ran, and what there is to say of it. What it computes is
// not known.

#include <memory>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "base/node.hpp"
#include "base/parameters/description.hpp"
#include "workloads/design/read_design.hpp"
#include "workloads/schedule/workload.hpp"

namespace xdnasim::design {

class DesignWorkload final : public schedule::Workload {
 public:
    DesignWorkload(Design design, std::string file, std::string device);

    [[nodiscard]] std::string name() const override { return "design"; }
    /// Throws InputError when cycles of kernels are missing.
    [[nodiscard]] schedule::Schedule map(const arch::Device& device) const override;
    [[nodiscard]] parameters::Values parameters() const override;
    [[nodiscard]] parameters::Values derived() const override;
    [[nodiscard]] std::vector<schedule::Line> summary() const override;
    [[nodiscard]] std::string array_text() const override;
    [[nodiscard]] schedule::Operands operands() const override { return {"inputs", "outputs"}; }
    [[nodiscard]] schedule::Work work() const override;
    [[nodiscard]] std::vector<schedule::BufferContent> buffers() const override;
    void fill(schedule::HostMemory& host, std::uint64_t seed) const override;
    /// Throws InputError: there is no answer to hold a result against.
    [[nodiscard]] schedule::Verification check(
        schedule::HostMemory& host,
        const std::function<void(schedule::HostMemory&)>& run) const override;
    [[nodiscard]] std::string size_key() const override { return "design.file"; }
    [[nodiscard]] schedule::Estimate estimate(const schedule::Schedule& schedule,
                                              const arch::Device& device,
                                              const schedule::KernelCycles& cycles) const override;
    [[nodiscard]] bool takes_unbalanced_locks() const override { return true; }
    [[nodiscard]] bool has_own_trace() const override { return design_.schedule.trace.has_value(); }

    /// A kernels.yaml to be filled in.
    [[nodiscard]] const std::string& kernels_template() const { return design_.kernels_template; }

 private:
    Design design_;
    std::string file_;
    std::string device_;
};

/// Reads the section `design` of a problem file.
[[nodiscard]] std::shared_ptr<const schedule::Workload> read_section(const base::Node& section,
                                                                     const arch::Device& device);
[[nodiscard]] std::vector<parameters::Description> describe_section(const arch::Device& device);

/// The problem that runs the design in `file` on the device for its array.
[[nodiscard]] base::Node problem_of(const std::string& file);

/// Does `file` hold a design, by its name?
[[nodiscard]] bool is_design(const std::string& file);

}  // namespace xdnasim::design
