#pragma once
// The faults of a recording: all counted, the first of them kept.

#include <cstdint>
#include <vector>

#include "traces/words/fault.hpp"

namespace xdnasim::recording {

class FaultLog {
 public:
    void add(const words::Fault& fault) {
        ++count_;
        if (first_.size() < kKept) first_.push_back(fault);
    }
    [[nodiscard]] std::uint64_t count() const { return count_; }
    [[nodiscard]] const std::vector<words::Fault>& first() const { return first_; }

 private:
    static constexpr std::size_t kKept = 1000;
    std::uint64_t count_ = 0;
    std::vector<words::Fault> first_;
};

}  // namespace xdnasim::recording
