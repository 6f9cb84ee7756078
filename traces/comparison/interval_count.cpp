#include "traces/comparison/interval_count.hpp"

#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"

namespace xdnasim::comparison {

IntervalCount::IntervalCount(std::string name, std::size_t limit)
    : name_{std::move(name)}, limit_{limit} {}

void IntervalCount::refuse() const {
    throw base::InputError{
        fmt::format("'{}' has more than {} intervals in which an event is asserted, too many to "
                    "compare. Trace fewer units or a shorter time",
                    name_, limit_)};
}

}  // namespace xdnasim::comparison
