#pragma once
// A buffer in host memory that trace words are written to.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

#include "arch/units.hpp"

namespace xdnasim::sim {

class TraceBuffer {
 public:
    explicit TraceBuffer(arch::Bytes size)
        : most_{static_cast<std::size_t>(size.count()) / sizeof(std::uint32_t)} {}

    /// Words for which there is no room are lost.
    void append(std::span<const std::uint32_t> words) {
        overflowed_ |= words.size() > most_ - words_.size();
        words = words.first(std::min(words.size(), most_ - words_.size()));
        std::ranges::copy(words, std::back_inserter(words_));
    }
    [[nodiscard]] bool full() const { return words_.size() == most_; }
    /// Whether words were lost.
    [[nodiscard]] bool overflowed() const { return overflowed_; }
    [[nodiscard]] const std::vector<std::uint32_t>& words() const { return words_; }

 private:
    std::size_t most_;
    std::vector<std::uint32_t> words_;
    bool overflowed_ = false;
};

}  // namespace xdnasim::sim
