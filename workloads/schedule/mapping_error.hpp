#pragma once
// The error by which a mapping refuses a problem.

#include <string>
#include <utility>

#include "base/error.hpp"

namespace xdnasim::schedule {

/// A problem that cannot be mapped. `key` is the path of the offending value in the problem file,
/// so that the reader of the file can add the position. Items of a list are named by their index:
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
