#pragma once
// Helpers for tests of designs that cannot be mapped.

#include <string>

#include "workloads/schedule/workload.hpp"

namespace xdnasim {

/// Returns "KEY | MESSAGE" of the schedule::MappingError that `action` throws; empty without one.
template <class Action>
std::string mapping_error_if_any(Action&& action) {
    try {
        static_cast<void>(action());
    } catch (const schedule::MappingError& error) {
        return error.key() + " | " + error.what();
    }
    return {};
}

}  // namespace xdnasim
