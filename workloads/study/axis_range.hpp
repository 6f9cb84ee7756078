#pragma once
// Values of an axis that a study gives by a range.

#include <cstdint>
#include <string>
#include <vector>

#include "base/node.hpp"

namespace xdnasim::study {

/// A range such as {from: 64, to: 512, step: 64} or {from: 64, to: 4096, factor: 2}, with both
/// ends.
class AxisRange {
 public:
    /// Throws InputError if `node` is not a range, or has more than kMaxPoints values.
    AxisRange(const base::Node& node, const std::string& path);

    [[nodiscard]] std::int64_t count() const { return count_; }
    [[nodiscard]] std::vector<base::Node> values() const;

 private:
    [[nodiscard]] double value(std::int64_t index) const;

    base::Place place_;
    double from_ = 0;
    bool adds_ = false;  ///< true: steps are added; false: values are multiplied by a factor
    double change_ = 0;
    double nothing_ = 0;  ///< smaller differences are due to rounding
    std::int64_t count_ = 0;
};

}  // namespace xdnasim::study
