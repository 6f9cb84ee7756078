#pragma once
// An error of an input whose place is known, for those who want it as numbers and not as text.

#include <string>
#include <utility>

#include "base/error.hpp"
#include "base/place.hpp"

namespace xdnasim::base {

/// What fail_at() throws. The message begins with the place.
class PlacedError : public InputError {
 public:
    PlacedError(Place place, const std::string& message)
        : InputError{to_string(place) + ": " + message}, place_{std::move(place)} {}

    [[nodiscard]] const Place& place() const noexcept { return place_; }

 private:
    Place place_;
};

}  // namespace xdnasim::base
