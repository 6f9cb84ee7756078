#pragma once
// Findings of the import of a design: operations without effect on the simulation, operations left
// out that change its result, unknown operations, and those that stop the import, each with its
// place.

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/place.hpp"
#include "workloads/design/ir/tokens.hpp"

namespace xdnasim::design {

enum class Weight : std::uint8_t {
    Safe,         ///< nothing in the simulation depends on it
    Loss,         ///< left out of the simulation, which is therefore less exact
    Unknown,      ///< not known whether anything depends on it
    Unsupported,  ///< the design cannot be simulated
};

struct Finding {
    Weight weight{};
    std::string what;
    base::Position first;  ///< where it occurs first; line 0: nowhere in a text
    std::int64_t count = 1;
    bool left_out = true;  ///< false: simulated, but less exactly than the design has it
};

class Findings {
 public:
    /// Adds a finding, or counts an equal one at another place. Names in `message` are shown as
    /// they are written in the text (ir/marks.hpp).
    void add(Weight weight, base::Position at, const std::string& message, bool left_out = true);

    [[nodiscard]] std::vector<Finding> of(Weight weight) const;

    /// Throws InputError that lists all findings, by kind, if one of them is Unsupported.
    void require_supported(const ir::Text& text) const;

 private:
    std::map<std::string, std::size_t, std::less<>> by_text_;
    /// Index in `all_` and place of each one counted.
    std::set<std::pair<std::size_t, base::Position>> counted_;
    std::vector<Finding> all_;
};

/// The finding with its places: "aie.wire (12 times, first at 30:5)". Places are line:column, or
/// "word 12 of the instructions".
[[nodiscard]] std::string to_string(const Finding& finding);

}  // namespace xdnasim::design
