#include "traces/events/core_state.hpp"

namespace xdnasim::events {

std::string label(const CoreStateEntry& state) {
    return (state.stall ? "waiting for " : "") + std::string{state.name};
}

std::optional<CoreState> find_stall(std::string_view event) {
    for (const CoreStateEntry& each : kCoreStates)
        if (each.stall && each.stall->event == event) return each.state;
    return std::nullopt;
}

}  // namespace xdnasim::events
