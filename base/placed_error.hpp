#pragma once
// An input error that carries its place as data, for callers that need more than the message.

#include <string>
#include <utility>

#include "base/error.hpp"
#include "base/place.hpp"

namespace xdnasim::base {

/// The error that fail_at() throws. The message begins with the place.
class PlacedError : public InputError {
 public:
    PlacedError(Place place, const std::string& message)
        : InputError{to_string(place) + ": " + message}, place_{std::move(place)} {}

    [[nodiscard]] const Place& place() const noexcept { return place_; }

 private:
    Place place_;
};

}  // namespace xdnasim::base
