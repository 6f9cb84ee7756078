#pragma once
// The workloads that problem files may name.

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "arch/device.hpp"
#include "base/node.hpp"
#include "base/parameters/description.hpp"
#include "workloads/schedule/workload.hpp"

namespace xdnasim::problem {

struct WorkloadEntry {
    std::string_view name;  ///< as in `workload:`, and the key of its section
    /// Reads the section. Throws InputError with the place of what is wrong in it, MappingError
    /// when the device has no room for what it asks.
    std::shared_ptr<const schedule::Workload> (*read)(const base::Node& section,
                                                      const arch::Device& device);
    /// The keys of the section, with what `device` allows.
    std::vector<parameters::Description> (*describe)(const arch::Device& device);
    /// Those of them that may stand in one such as `section`; nullptr: all.
    std::vector<parameters::Description> (*describe_like)(const base::Node& section,
                                                          const arch::Device& device) = nullptr;
};

[[nodiscard]] std::span<const WorkloadEntry> known_workloads();

}  // namespace xdnasim::problem
