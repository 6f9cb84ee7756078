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

/// Throws InputError with the position for what is unknown or out of range.
[[nodiscard]] PlacementQuestion read_section(const base::Node& section);

/// Descriptions of the keys of the section `placement`.
[[nodiscard]] std::vector<parameters::Description> describe_section();

/// Called with the progress of a search of `moves` moves.
using OnSearch = std::function<void(const placement::Progress& progress, std::int64_t moves)>;

/// Searches for a placement as `question` asks, starting from that of the workload's own rules.
/// Deterministic. Throws MappingError if no legal placement is found, and base::CalledOff if the
/// caller no longer waits for the result.
[[nodiscard]] std::shared_ptr<const schedule::Workload> placed_anew(
    std::shared_ptr<const schedule::Workload> own, const arch::Device& device,
    const PlacementQuestion& question, const OnSearch& on_search);

}  // namespace xdnasim::placed_schedule
