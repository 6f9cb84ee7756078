#pragma once
// What an imported design holds that the simulator does not: the operations that change nothing,
// those that are left out and change the result, those of which nothing is known, and those that
// stop the import, each with its place.

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
    Safe,         ///< nothing that is simulated depends on it
    Loss,         ///< simulated without it, and so less exactly
    Unknown,      ///< nobody here knows whether anything depends on it
    Unsupported,  ///< the design cannot be simulated with it, nor without
};

struct Finding {
    Weight weight{};
    std::string what;
    base::Position first;  ///< line 0: in no text
    std::int64_t count = 1;
    bool left_out = true;  ///< false: simulated, but not as it stands there
};

class Findings {
 public:
    /// `message` is counted where it occurs in more than one place; names in it are shown as they
    /// are written (ir/marks.hpp).
    void add(Weight weight, base::Position at, const std::string& message, bool left_out = true);

    [[nodiscard]] std::vector<Finding> of(Weight weight) const;

    /// Throws InputError that names all findings of each kind when one is Unsupported.
    void require_supported(const ir::Text& text) const;

 private:
    std::map<std::string, std::size_t, std::less<>> by_text_;
    std::set<std::pair<std::size_t, base::Position>> counted_;  ///< by number
    std::vector<Finding> all_;
};

/// "aie.wire (12 times, first at 30:5)"; places are line and column, or "word 12 of the
/// instructions".
[[nodiscard]] std::string to_string(const Finding& finding);

}  // namespace xdnasim::design
