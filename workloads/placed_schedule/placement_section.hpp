#pragma once
// The section `placement` of a problem file.

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "arch/device.hpp"
#include "base/node.hpp"
#include "base/parameters/description.hpp"
#include "base/parameters/table.hpp"
#include "workloads/placed_schedule/placeable_workload.hpp"
#include "workloads/placement/search.hpp"
#include "workloads/schedule/workload.hpp"

namespace xdnasim::placed_schedule {

[[nodiscard]] parameters::Table<PlacementQuestion> parameter_table();

/// Throws InputError with the place of what is unknown or out of range.
[[nodiscard]] PlacementQuestion read_section(const base::Node& section);

/// The keys of that section.
[[nodiscard]] std::vector<parameters::Description> describe_section();

/// Is told how far a search of so many moves is.
using OnSearch = std::function<void(const placement::Progress& progress, std::int64_t moves)>;

/// Searches as `question` says, from where the own rules of `own` have placed it; the same for the
/// same question. Throws MappingError where nothing legal is found, base::CalledOff when somebody
/// does not wait for it.
[[nodiscard]] std::shared_ptr<const schedule::Workload> placed_anew(
    std::shared_ptr<const schedule::Workload> own, const arch::Device& device,
    const PlacementQuestion& question, const OnSearch& on_search);

}  // namespace xdnasim::placed_schedule
