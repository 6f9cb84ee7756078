#pragma once
// The section `trace` of a problem file.

#include "arch/device.hpp"
#include "base/node.hpp"
#include "workloads/tracing/trace_request.hpp"

namespace xdnasim::problem {

/// Throws InputError with the place of what is wrong.
[[nodiscard]] tracing::TraceRequest read_trace(const base::Node& section,
                                               const arch::Device& device);

}  // namespace xdnasim::problem
