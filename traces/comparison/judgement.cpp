#include "xdnasim/traces/comparison/judgement.hpp"

#include <algorithm>
#include <array>

namespace xdnasim::comparison {
namespace {

/// Of the core; MEMORY_STALL is among them as it is the DMAs that keep a core from its memory.
constexpr std::array<std::string_view, 6> kBandOfCore{
    "LOCK_STALL", "STREAM_STALL", "CASCADE_STALL", "MEMORY_STALL", "GROUP_STALL", "PORT_"};

constexpr std::array<std::string_view, 3> kWaitsOfCore{"LOCK_STALL", "STREAM_STALL",
                                                       "CASCADE_STALL"};

constexpr std::array<std::string_view, 4> kInactivity{"STALL", "IDLE", "STARVATION",
                                                      "BACKPRESSURE"};

}  // namespace

std::string_view to_string(Judgement judgement) {
    return judgement == Judgement::Band ? "band" : "cycle by cycle";
}

Judgement judgement_of(words::Module module, std::string_view event) {
    const bool banded =
        module != words::Module::Core ||
        std::any_of(kBandOfCore.begin(), kBandOfCore.end(),
                    [event](std::string_view prefix) { return event.starts_with(prefix); });
    return banded ? Judgement::Band : Judgement::CycleByCycle;
}

bool is_wait_of_core(std::string_view event) {
    return std::find(kWaitsOfCore.begin(), kWaitsOfCore.end(), event) != kWaitsOfCore.end();
}

bool is_inactivity(std::string_view event) {
    return std::any_of(kInactivity.begin(), kInactivity.end(), [event](std::string_view part) {
        return event.find(part) != std::string_view::npos;
    });
}

}  // namespace xdnasim::comparison
