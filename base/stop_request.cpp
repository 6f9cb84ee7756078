#include "base/stop_request.hpp"

#include <utility>

namespace xdnasim::base {
namespace {

thread_local const MayGoOn* asked = nullptr;

}  // namespace

MayGoOn::MayGoOn(std::function<bool()> ask) : ask_{std::move(ask)}, outer_{asked} {
    asked = this;
}

MayGoOn::~MayGoOn() {
    asked = outer_;
}

void stop_if_called_off() {
    if (asked != nullptr && !asked->ask()) throw CalledOff{};
}

void forget_calling_off() {
    asked = nullptr;
}

}  // namespace xdnasim::base
