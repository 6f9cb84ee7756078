#pragma once
// Hands the modules' events on to all listeners.

#include <vector>

#include "traces/events/events.hpp"

namespace xdnasim::sim {

class EventBus {
 public:
    void add(events::Listener& listener) { listeners_.push_back(&listener); }

    template <class Event>
    void emit(const Event& event) const {
        for (events::Listener* listener : listeners_)
            listener->on(event);
    }

 private:
    std::vector<events::Listener*> listeners_;
};

}  // namespace xdnasim::sim
