#include "traces/comparison/judgement.hpp"

#include <algorithm>
#include <array>
#include <utility>

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

Event::Event(words::Module module, std::string name) : module_{module}, name_{std::move(name)} {
    if (const auto meaning = names::meaning(module, name_)) signal_ = meaning->signal;
}

/// Includes memory stalls, since DMAs keep the core from its memory.
bool is_stall_of_core(const Event& event) {
    return event.signal() && names::is_stall(*event.signal());
}

Judgement judgement_of(const Event& event) {
    if (event.module() != words::Module::Core) return Judgement::Band;
    const bool of_port =
        event.signal() ? names::is_of_port(*event.signal()) : event.name().starts_with("PORT_");
    return of_port || is_stall_of_core(event) ? Judgement::Band : Judgement::CycleByCycle;
}

bool is_wait_of_core(const Event& event) {
    return is_stall_of_core(event) && !event.is(names::Signal::AnyStall) &&
           !event.is(names::stall_signal(events::CoreState::MemoryStall));
}

bool is_inactivity(const Event& event) {
    using names::Signal;
    if (event.signal())
        return is_stall_of_core(event) || event.is(Signal::PortIdle) ||
               event.is(Signal::PortStalled) || names::is_wait_of_dma(*event.signal());
    return std::ranges::any_of(kInactivity, [&](std::string_view part) {
        return event.name().find(part) != std::string::npos;
    });
}

bool is_work(const Event& event) {
    using names::Signal;
    return event.is(Signal::PortRunning) || event.is(Signal::Vector) || event.is(Signal::Load) ||
           event.is(Signal::Store);
}

}  // namespace xdnasim::comparison
