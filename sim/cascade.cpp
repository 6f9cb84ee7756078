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

}  // namespace xdnasim::sim
