#pragma once
// Traces that designs of 2026 declare by aie.trace, before mlir-aie lowers them to register writes.

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

/// Reads an operation of the sequence that starts a declared trace unit, or that gives the buffer
/// for its words. Returns false for other operations.
[[nodiscard]] bool read_declared_trace(Draft& draft, const ir::Operation& operation);

/// The trace of all units that the sequence starts; nullopt if it starts none. Watched events that
/// are not simulated are noted as a loss. Throws InputError, with the place, for what mlir-aie
/// would refuse.
[[nodiscard]] std::optional<DeclaredTrace> declared_trace(Draft& draft);

}  // namespace xdnasim::design
