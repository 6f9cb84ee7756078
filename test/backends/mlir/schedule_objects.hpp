#pragma once
// A schedule as a list of its objects with their numbers, in one form for all schedules that do
// the same: what the hardware ignores is left out, loops of the sequence are gone through, BDs and
// sinks stand in order.

#include <optional>
#include <string>
#include <vector>

#include "workloads/schedule/schedule.hpp"

namespace xdnasim::mlir {

struct Object {
    std::string name;     ///< "BD 3 of (0,1)"
    std::string numbers;  ///< all that is said of it
    bool operator==(const Object&) const = default;
};

/// Without the schedule's descriptions, and programs with nothing in them.
[[nodiscard]] std::vector<Object> objects_of(const schedule::Schedule& schedule);

/// "BD 3 of (0,1): buffer ... / buffer ..." for the first object that is not in both; nullopt when
/// they are equal.
[[nodiscard]] std::optional<std::string> first_difference(const schedule::Schedule& a,
                                                          const schedule::Schedule& b);

}  // namespace xdnasim::mlir
