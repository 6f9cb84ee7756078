#include "traces/comparison/judgement.hpp"

#include <algorithm>
#include <array>

#include "traces/events/core_state.hpp"

namespace xdnasim::comparison {
namespace {

constexpr std::array<std::string_view, 4> kInactivity{"STALL", "IDLE", "STARVATION",
                                                      "BACKPRESSURE"};

}  // namespace

std::string_view to_string(Judgement judgement) {
    switch (judgement) {
        case Judgement::CycleByCycle:
            return "cycle by cycle";
        case Judgement::Band:
            return "band";
        case Judgement::Medians:
            break;
    }
    return "medians";
}

/// Also of memory: it is the DMAs that keep a core from its own.
bool is_stall_of_core(std::string_view event) {
    return event == "GROUP_STALL" || events::find_stall(event);
}

Judgement judgement_of(words::Module module, std::string_view event) {
    const bool banded =
        module != words::Module::Core || is_stall_of_core(event) || event.starts_with("PORT_");
    return banded ? Judgement::Band : Judgement::CycleByCycle;
}

bool is_wait_of_core(std::string_view event) {
    const auto stall = events::find_stall(event);
    return stall && *stall != events::CoreState::MemoryStall;
}

bool is_inactivity(std::string_view event) {
    return std::any_of(kInactivity.begin(), kInactivity.end(), [event](std::string_view part) {
        return event.find(part) != std::string_view::npos;
    });
}

}  // namespace xdnasim::comparison
