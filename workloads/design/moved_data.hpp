#pragma once
// Which host buffers a design's sequence and its ports to the programmable logic move, and how
// much.

#include <vector>

#include "arch/units.hpp"
#include "workloads/design/host_data.hpp"
#include "workloads/schedule/schedule.hpp"
#include "workloads/schedule/workload_facts.hpp"

namespace xdnasim::design {

/// Which way the BDs of the sequence and the programmable logic move each host buffer. One that
/// words of trace units are written to beside results is an output.
[[nodiscard]] std::vector<schedule::BufferRole> roles_of(const schedule::Schedule& schedule);

/// Where words of trace units are written in outputs.
[[nodiscard]] std::vector<BytesOfArgument> traced_bytes(
    const schedule::Schedule& schedule, const std::vector<schedule::BufferRole>& roles);

/// Through the channels that the sequence starts, and the ports to the programmable logic, but for
/// traces.
[[nodiscard]] arch::Bytes moved_bytes(const schedule::Schedule& schedule);

}  // namespace xdnasim::design
