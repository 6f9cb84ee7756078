#pragma once
// What a core's code says of its values and types: each throws InputError, with the place, for what
// mlir-aie would refuse.

#include <vector>

#include "workloads/design/cores/call_types.hpp"
#include "workloads/design/cores/core_values.hpp"
#include "workloads/design/draft.hpp"

namespace xdnasim::design {

/// Precondition: `passed` has what is known of each value that is passed.
void check_call(const Draft& draft, const ir::Fields& call, const CallTypes& types,
                const std::vector<Value>& passed);
/// `type`: that by which `operation` gives an object of a FIFO, whose objects are of type `object`.
void check_object(const Draft& draft, const ir::Fields& operation, ir::Range type,
                  const Memref& object);
/// `access`: of an object of a FIFO whose objects are of the type `object`.
void check_view(const Draft& draft, const ir::Fields& access, const Memref& object);
/// What the memref.get_global `operation` names.
[[nodiscard]] const ir::Operation& global_of(const Draft& draft, const ir::Operation& operation);
/// That something defines each value that a core of `device` uses.
void check_values(const Draft& draft, const ir::Region& device);

}  // namespace xdnasim::design
