#pragma once
// A schedule as a list of its objects, in a normal form: schedules that do the same have equal
// lists. What the hardware ignores is left out, loops of the sequence are unrolled, and BDs and
// sinks are sorted.

#include <optional>
#include <string>
#include <vector>

#include "workloads/schedule/schedule.hpp"

namespace xdnasim::mlir {

struct Object {
    std::string name;     ///< "BD 3 of (0,1)"
    std::string numbers;  ///< all properties of the object
    bool operator==(const Object&) const = default;
};

/// The objects of a schedule, without its descriptions and without empty programs.
[[nodiscard]] std::vector<Object> objects_of(const schedule::Schedule& schedule);

/// "BD 3 of (0,1): buffer ... / buffer ..." for the first object that is not in both schedules;
/// nullopt if the schedules are equal.
[[nodiscard]] std::optional<std::string> first_difference(const schedule::Schedule& a,
                                                          const schedule::Schedule& b);

}  // namespace xdnasim::mlir
