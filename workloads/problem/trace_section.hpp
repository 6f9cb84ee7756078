#pragma once
// The section `trace` of a problem file.

#include "xdnasim/arch/device.hpp"
#include "xdnasim/arch/yaml_node.hpp"
#include "xdnasim/workloads/tracing/trace_request.hpp"

namespace xdnasim::problem {

/// Throws InputError with the place of what is wrong.
[[nodiscard]] tracing::TraceRequest read_trace(const arch::YamlNode& section,
                                               const arch::Device& device);

}  // namespace xdnasim::problem
