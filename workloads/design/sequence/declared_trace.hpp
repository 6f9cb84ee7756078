#pragma once
// Traces as designs of 2026 declare them, by aie.trace, before mlir-aie lowers them to registers.

#include <optional>

#include "base/place.hpp"
#include "workloads/design/ir/operation.hpp"
#include "workloads/tracing/add_trace.hpp"

namespace xdnasim::design {

struct Draft;

struct DeclaredTrace {
    tracing::TraceRequest request{};
    base::Position at{};
};

/// An operation of the sequence: the start of a declared unit, or the buffer of their words.
/// false: it is another.
[[nodiscard]] bool read_declared_trace(Draft& draft, const ir::Operation& operation);

/// Of the units that the sequence starts; nullopt: it starts none. What they watch and is not
/// simulated is a loss. Throws InputError, with the place, for what mlir-aie would refuse.
[[nodiscard]] std::optional<DeclaredTrace> declared_trace(Draft& draft);

}  // namespace xdnasim::design
