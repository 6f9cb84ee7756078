#pragma once
// The section `placement` of a problem file.

#include <memory>
#include <vector>

#include "arch/device.hpp"
#include "base/node.hpp"
#include "base/parameters/description.hpp"
#include "workloads/placed_schedule/placeable_workload.hpp"
#include "workloads/schedule/workload.hpp"

namespace xdnasim::placed_schedule {

/// Throws InputError with the place of what is unknown or out of range.
[[nodiscard]] PlacementQuestion read_section(const base::Node& section);

/// The keys of that section.
[[nodiscard]] std::vector<parameters::Description> describe_section();

/// Searches as `question` says, from where the own rules of `own` have placed it; the same for the
/// same question. Throws MappingError where nothing legal is found.
[[nodiscard]] std::shared_ptr<const schedule::Workload> placed_anew(
    std::shared_ptr<const schedule::Workload> own, const arch::Device& device,
    const PlacementQuestion& question);

}  // namespace xdnasim::placed_schedule
