#pragma once
// Reasons why points of a study cannot run.

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace xdnasim::cli {

/// Collects refusals by their reason. Refusals that differ only in places and numbers have the same
/// reason.
class Refusals {
 public:
    struct Reason {
        std::int64_t point = 0;  ///< the first point with this reason
        std::string text{};      ///< message of the first point
        std::size_t points = 0;  ///< number of points with this reason
    };

    void add(std::int64_t point, const std::string& refusal);

    /// Number of refused points.
    [[nodiscard]] std::size_t points() const { return points_; }
    /// The reasons in the order of their first points. Beyond 1,000 reasons, all further ones are
    /// counted as one.
    [[nodiscard]] const std::vector<Reason>& reasons() const { return reasons_; }
    /// "all for the same reason. Point 0: ...", for the message that no point can run.
    /// Precondition: points() is above 0.
    [[nodiscard]] std::string message() const;
    /// Lines of a report; empty if no point was refused.
    [[nodiscard]] std::string lines() const;

 private:
    std::vector<Reason> reasons_;
    std::map<std::string, std::size_t> numbers_;  ///< index in reasons_, by common part of the text
    std::size_t points_ = 0;
};

}  // namespace xdnasim::cli
