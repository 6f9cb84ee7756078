#pragma once
// Which host buffers a design's runtime sequence and its ports to the programmable logic move, and
// how many bytes.

#include <vector>

#include "arch/units.hpp"
#include "workloads/design/host_data.hpp"
#include "workloads/schedule/schedule.hpp"
#include "workloads/schedule/workload_facts.hpp"

namespace xdnasim::design {

/// Whether each host buffer is an input or an output of the BDs of the sequence and of the
/// programmable logic, or takes a trace. A buffer that holds words of trace units beside results is
/// an output.
[[nodiscard]] std::vector<schedule::BufferRole> roles_of(const schedule::Schedule& schedule);

/// The bytes of outputs that words of trace units are written to.
[[nodiscard]] std::vector<BytesOfArgument> traced_bytes(
    const schedule::Schedule& schedule, const std::vector<schedule::BufferRole>& roles);

/// Bytes that the channels started by the sequence and the ports to the programmable logic move,
/// without traces.
[[nodiscard]] arch::Bytes moved_bytes(const schedule::Schedule& schedule);

}  // namespace xdnasim::design
