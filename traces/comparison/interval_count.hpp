#pragma once
// Limit on the number of intervals of a recording that are kept for comparison.

#include <cstddef>
#include <string>

namespace xdnasim::comparison {

class IntervalCount {
 public:
    /// `name`: name of the recording, for the message.
    IntervalCount(std::string name, std::size_t limit);

    /// Counts an interval. Throws InputError if there are more than the limit.
    void add_one() {
        if (++count_ > limit_) refuse();
    }

 private:
    [[noreturn]] void refuse() const;

    std::string name_;
    std::size_t limit_;
    std::size_t count_ = 0;
};

}  // namespace xdnasim::comparison
