#pragma once
// The designs of a GEMM in the order of the closed forms, and Taka's procedure among them.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "workloads/search/gemm_designs.hpp"
#include "workloads/search/strategy.hpp"

namespace xdnasim::search {

/// All choices, by their forecasts. The best are looked at again: whether the memories hold them,
/// and what their access patterns cost.
class GemmSpace final : public Space {
 public:
    struct Limits {
        Constraints constraints{};
        std::size_t max_designs = 2000;  ///< kept of those that fit, the best
        /// Told how many arrays of how many have been gone through. Returns whether to go on.
        std::function<bool(std::size_t, std::size_t)> on_array = [](std::size_t, std::size_t) {
            return true;
        };
    };

    /// `designs` outlives this. Throws InputError when nothing fits, or the constraints leave
    /// nothing: with the best that there is.
    GemmSpace(GemmDesigns& designs, Objective objective, Limits limits);

    [[nodiscard]] std::size_t size() const override { return kept_.size(); }
    [[nodiscard]] Design design(std::size_t index) override {
        return designs_.design(kept_.at(index).choice);
    }
    /// For which the closed forms were calculated.
    [[nodiscard]] std::int64_t considered() const { return considered_; }

 private:
    struct Candidate {
        GemmChoice choice;
        Cost forecast;
    };

    void add_array(int rows, int columns);
    void add_tile(const GemmChoice& of_tile);
    void add(const GemmChoice& choice, const Cost& forecast);
    [[nodiscard]] bool is_worth_it(const Cost& cost) const;
    /// Whether an array so small can hold a design that is worth a look.
    [[nodiscard]] bool may_compete(int rows, int columns) const;
    void sort(std::vector<Candidate>& candidates) const;
    void keep_what_fits(std::size_t max);
    [[noreturn]] void refuse() const;

    GemmDesigns& designs_;
    Objective objective_;
    Constraints constraints_;
    std::vector<Candidate> all_;
    std::vector<Candidate> kept_;
    std::int64_t considered_ = 0;
    double max_rate_ = 0;              ///< MACs per cycle of the fastest kernel so far
    std::optional<Cost> best_;         ///< forecast, constraints met
    std::optional<Cost> best_of_all_;  ///< whatever the constraints say
};

/// The procedure of Taka et al. ("Striking the Balance", 2025, section 4.5). It starts from the
/// tile that is best for a single core: of those whose A and B do not hold its compute back, the
/// one whose kernel does most multiply-accumulates a cycle, and of these the one with the least C.
/// Such a tile is deep and narrow, and its array is bound by the memory. Step by step the tile
/// becomes shallower by one s, and as wide as the core's memory then allows, as long as the
/// simulated throughput grows: at the first fall at which compute binds, the tile before it is the
/// balanced one. Then k_mt becomes the smallest at which throughput does not grow any more.
///
/// Each tile is simulated at the multiples of its native size that are nearest to the size asked
/// for, so that padding does not decide. For one size; array, rho, C buffers and layout stay as
/// they are given. `designs` outlives the strategy.
[[nodiscard]] std::unique_ptr<Strategy> make_taka(GemmDesigns& designs);

}  // namespace xdnasim::search
