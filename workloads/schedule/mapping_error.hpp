#pragma once
// How a mapping refuses a problem.

#include <string>
#include <utility>

#include "base/error.hpp"

namespace xdnasim::schedule {

/// A problem that cannot be mapped. `key` is the path in the problem file of what is at fault,
/// so that whoever read the file can add the place. An item of a list is named by its number:
/// "transfer.streams.0.rows".
class MappingError : public base::InputError {
 public:
    MappingError(std::string key, const std::string& message)
        : InputError{message}, key_{std::move(key)} {}
    [[nodiscard]] const std::string& key() const noexcept { return key_; }

 private:
    std::string key_;
};

}  // namespace xdnasim::schedule
