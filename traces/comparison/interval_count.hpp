#pragma once
// How many intervals of a recording are kept to be compared.

#include <cstddef>
#include <string>

namespace xdnasim::comparison {

class IntervalCount {
 public:
    /// `name`: of the recording, for the message.
    IntervalCount(std::string name, std::size_t limit);

    /// Throws InputError when they become more than the limit.
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
