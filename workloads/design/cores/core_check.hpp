#pragma once
// Checks of values and types in a core's code. Each function throws InputError, with the place, for
// code that mlir-aie would refuse.

#include <vector>

#include "workloads/design/cores/call_types.hpp"
#include "workloads/design/cores/core_values.hpp"
#include "workloads/design/draft.hpp"

namespace xdnasim::design {

/// Checks a call against the function's declaration. `passed`: what is known of each argument.
void check_call(const Draft& draft, const ir::Fields& call, const CallTypes& types,
                const std::vector<Value>& passed);
/// Checks that `type`, the type of an object that `operation` returns, has the size of `object`,
/// the type of the FIFO's objects.
void check_object(const Draft& draft, const ir::Fields& operation, ir::Range type,
                  const Memref& object);
/// As check_object(), for `access`, an aie.objectfifo.subview.access of an object of type `object`.
void check_view(const Draft& draft, const ir::Fields& access, const Memref& object);
/// The memref.global that `operation`, a memref.get_global, names.
[[nodiscard]] const ir::Operation& global_of(const Draft& draft, const ir::Operation& operation);
/// Checks that each value that a core of `device` uses is defined.
void check_values(const Draft& draft, const ir::Region& device);

}  // namespace xdnasim::design
