#pragma once
// Values of an axis that a study gives by their ends.

#include <cstdint>
#include <string>
#include <vector>

#include "base/node.hpp"

namespace xdnasim::study {

/// {from: 64, to: 512, step: 64} or {from: 64, to: 4096, factor: 2}, both ends included.
class AxisRange {
 public:
    /// Throws InputError where `node` is none, or has more than kMaxPoints values.
    AxisRange(const base::Node& node, const std::string& path);

    [[nodiscard]] std::int64_t count() const { return count_; }
    [[nodiscard]] std::vector<base::Node> values() const;

 private:
    [[nodiscard]] double value(std::int64_t index) const;

    base::Place place_;
    double from_ = 0;
    bool adds_ = false;  ///< or multiplies
    double change_ = 0;
    double nothing_ = 0;  ///< a smaller difference comes from rounding
    std::int64_t count_ = 0;
};

}  // namespace xdnasim::study
