#pragma once
// One unit in two recordings.

#include "traces/comparison/comparison.hpp"

namespace xdnasim::comparison {

/// `simulated` has been moved to the time of `measured`.
class UnitComparer {
 public:
    UnitComparer(const RecordedUnit& measured, const RecordedUnit& simulated, const UnitPair& pair,
                 const Options& options, AlignBy aligned_by, const UnitAlignment& aligned);

    [[nodiscard]] UnitComparison compare() const;

 private:
    struct Part {
        std::int64_t from = 0;
        std::int64_t to = 0;
    };

    [[nodiscard]] Part part_of(const RecordedUnit& unit) const;
    [[nodiscard]] Selection select(const RecordedUnit& unit, std::optional<std::size_t> slot,
                                   const std::string& event) const;
    [[nodiscard]] Setting setting() const;
    [[nodiscard]] Interval time_of(const RecordedUnit& unit) const;
    [[nodiscard]] Waits waits_of(const RecordedUnit& unit,
                                 std::optional<std::size_t> EventPair::*slot) const;
    [[nodiscard]] Result compare_pair(const EventPair& event, const Setting& setting) const;
    [[nodiscard]] std::vector<Result> kernels(const Setting& setting) const;
    [[nodiscard]] std::vector<std::string> notes() const;

    const RecordedUnit& measured_;
    const RecordedUnit& simulated_;
    const UnitPair& pair_;
    const Options& options_;
    AlignBy aligned_by_;
    UnitAlignment aligned_;
};

}  // namespace xdnasim::comparison
