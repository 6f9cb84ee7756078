#pragma once
// Why points of a study cannot run, each reason once.

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace xdnasim::cli {

/// Refusals that differ in places and numbers alone have one reason.
class Refusals {
 public:
    struct Reason {
        std::int64_t point = 0;  ///< the first with it
        std::string text{};      ///< what that one was refused for
        std::size_t points = 0;  ///< that have it
    };

    void add(std::int64_t point, const std::string& refusal);

    [[nodiscard]] std::size_t points() const { return points_; }
    /// In the order of their first points; of very many reasons, the later ones are counted as one.
    [[nodiscard]] const std::vector<Reason>& reasons() const { return reasons_; }
    /// "all for the same reason. Point 0: ...", for a message that nothing runs. Precondition:
    /// there are points.
    [[nodiscard]] std::string message() const;
    /// Lines of a report; empty when there are none.
    [[nodiscard]] std::string lines() const;

 private:
    std::vector<Reason> reasons_;
    std::map<std::string, std::size_t> numbers_;  ///< in reasons_, by what they have in common
    std::size_t points_ = 0;
};

}  // namespace xdnasim::cli
