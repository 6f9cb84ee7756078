#pragma once
// A network as a workload: samples enter by ports to the programmable logic, and the last layer's
// outputs leave there.

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arch/device.hpp"
#include "base/node.hpp"
#include "base/parameters/description.hpp"
#include "base/parameters/table.hpp"
#include "workloads/network/links/packets.hpp"
#include "workloads/network/network_design.hpp"
#include "workloads/schedule/schedule.hpp"
#include "workloads/schedule/workload.hpp"

namespace xdnasim::network {

struct SearchLimits;

/// The table of the section `network` of a problem file; `device` gives the ranges of some values.
[[nodiscard]] parameters::Table<NetworkDesign> parameter_table(const arch::Device& device);

class NetworkWorkload final : public schedule::Workload {
 public:
    /// `stages`: those that choose() returned for the design and the device.
    /// Throws InputError if its cores do not form the products of layers.
    NetworkWorkload(NetworkDesign design, std::vector<Stage> stages, const arch::Device& device);

    [[nodiscard]] const NetworkDesign& design() const { return design_; }
    [[nodiscard]] const std::vector<Stage>& stages() const { return stages_; }

    [[nodiscard]] std::string name() const override { return "network"; }
    [[nodiscard]] schedule::Schedule map(const arch::Device& device) const override;
    [[nodiscard]] parameters::Values parameters() const override;
    [[nodiscard]] parameters::Values derived() const override;
    [[nodiscard]] std::vector<schedule::NamedTile> tiles() const override;
    [[nodiscard]] std::vector<schedule::Line> summary() const override;
    [[nodiscard]] std::string array_text() const override;
    [[nodiscard]] schedule::Operands operands() const override { return {"activations", "output"}; }
    [[nodiscard]] schedule::Work work() const override;
    [[nodiscard]] std::vector<schedule::CoreGroup> core_groups() const override;
    [[nodiscard]] std::vector<schedule::BufferContent> buffers() const override;
    void fill(schedule::HostMemory& host, std::uint64_t seed) const override;
    [[nodiscard]] schedule::Verification check(schedule::HostMemory& host,
                                               const schedule::DataRun& run) const override;
    [[nodiscard]] std::vector<std::string> array_names() const override;
    [[nodiscard]] arch::Bytes memory_to_check() const override;
    [[nodiscard]] std::string size_key() const override { return "network.samples"; }
    [[nodiscard]] schedule::Estimate estimate(const schedule::Schedule& schedule,
                                              const arch::Device& device,
                                              const schedule::KernelCycles& cycles) const override;

 private:
    NetworkDesign design_;
    std::vector<Stage> stages_;
    std::vector<std::optional<PacketLink>> packet_links_;
    double peak_macs_per_cycle_;  ///< of a core
};

/// Chooses what the design leaves open, and stores the choices in it. Throws MappingError if the
/// device has no room; the message says what is missing.
[[nodiscard]] std::vector<Stage> choose(NetworkDesign& design, const arch::Device& device);
/// As above, with limits of the search (network_search.hpp).
[[nodiscard]] std::vector<Stage> choose(NetworkDesign& design, const arch::Device& device,
                                        const SearchLimits& limits);

/// A workload from placed stages: moves them close to the ports to the PL, and stores the choices
/// in the design.
[[nodiscard]] std::shared_ptr<const NetworkWorkload> chosen(NetworkDesign design,
                                                            std::vector<Stage> stages,
                                                            const arch::Device& device);

/// Reads the section `network` of a problem file. Throws InputError with the position of what is
/// missing, unknown or out of range, and MappingError as choose() does.
[[nodiscard]] std::shared_ptr<const schedule::Workload> read_network(const base::Node& section,
                                                                     const arch::Device& device);

/// Descriptions of the keys of the section `network`.
[[nodiscard]] std::vector<parameters::Description> describe_network(const arch::Device& device);

}  // namespace xdnasim::network
