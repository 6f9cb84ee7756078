#include "sim/cascade.hpp"

#include <utility>

namespace xdnasim::sim {
namespace {

void tell(CascadeClient*& client) {
    if (client != nullptr) std::exchange(client, nullptr)->cascade_moved();
}

}  // namespace

Cascade::Cascade(const schedule::CascadeLink& link, const Environment& environment)
    : link_{link},
      latency_{environment.device.core.cascade.latency},
      saved_{environment.saved.cascade},
      rooms_(static_cast<std::size_t>(environment.device.core.cascade.words())) {}

void Cascade::put(const kernels::CascadeWord& word, const Moment& when) {
    rooms_.pop_front();
    words_.push_back({when.after(latency_, saved_), word});
    ++put_;
    tell(getter_);
}

kernels::CascadeWord Cascade::get(const Moment& when) {
    const kernels::CascadeWord word = words_.front().data;
    words_.pop_front();
    rooms_.push_back(when.after(latency_, saved_));
    ++got_;
    tell(putter_);
    return word;
}

/// A core looks at a place or a word no earlier than now, so that it does not matter how long those
/// that are there have been there.
void Cascade::visit_state(StateVisitor& visitor) {
    visitor.size(rooms_);
    for (Moment& room : rooms_)
        visitor.moment(room);
    visitor.size(words_);
    for (Word& word : words_)
        visitor.moment(word.since);
    visitor.value(putter_);
    visitor.value(getter_);
}

void Cascade::visit_totals(TotalsVisitor& visitor) {
    visitor.visit(put_);
    visitor.visit(got_);
}

}  // namespace xdnasim::sim
