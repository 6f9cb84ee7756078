#pragma once
// The search for the best of many designs: closed forms show which designs are worth a simulation,
// and simulations show which is best. A strategy decides what is simulated, and when to stop.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "workloads/search/design.hpp"

namespace xdnasim::search {

/// Simulates designs, each once, and keeps the results.
class Bench {
 public:
    using Workloads = std::span<const std::shared_ptr<const schedule::Workload>>;
    /// Simulated cost of one call of a workload, or the reason why it cannot be mapped.
    using Outcome = std::variant<Cost, std::string>;
    /// Returns the outcome of each workload.
    using Simulate = std::function<std::vector<Outcome>(Workloads)>;

    struct Budget {
        std::size_t max_trials = 200;
        Constraints constraints{};  ///< constraints that the best design must meet
        /// Called before each trial: whether to go on.
        std::function<bool()> may_go_on = [] { return true; };
        /// Called after each trial with the number of trials so far.
        std::function<void(std::size_t)> on_trial = [](std::size_t) {};
    };

    Bench(Objective objective, Simulate simulate, Budget budget);

    [[nodiscard]] Objective objective() const { return objective_; }
    /// May a design with this cost be the best, by the constraints?
    [[nodiscard]] bool allows(const Cost& cost) const { return budget_.constraints.allow(cost); }
    /// Allows `trials` further trials.
    void make_room(std::size_t trials) { budget_.max_trials += trials; }
    /// Is there room for another trial?
    [[nodiscard]] bool may_go_on();
    /// Was the search stopped by something other than its strategy?
    [[nodiscard]] bool was_cut_short() const { return cut_short_; }

    /// Trials in the order of `designs`; nullptr: the design cannot be mapped. The result is
    /// shorter if there is no room for further trials.
    std::vector<const Trial*> measure(std::span<const Design> designs);
    /// The trial; nullptr if the design cannot be mapped, or if there is no room for another trial.
    const Trial* measure(const Design& design);

    /// Number of designs that were tried and cannot be mapped.
    [[nodiscard]] std::size_t unmapped() const;
    /// Reason why the first of them cannot be mapped; empty if there is none.
    [[nodiscard]] const std::string& first_refusal() const { return first_refusal_; }

    /// The fastest design that answers the question, whether or not it meets the constraints.
    [[nodiscard]] std::optional<Trial> fastest() const;

    /// The designs that answer the question and meet the constraints, the best first.
    [[nodiscard]] std::vector<Trial> trials() const;

 private:
    void simulate(std::span<const Design* const> designs);

    Objective objective_;
    Simulate simulate_;
    Budget budget_;
    std::map<std::string, std::optional<Trial>>
        tried_;  ///< trials by name of the design; nullopt: cannot be mapped
    std::string first_refusal_;
    bool cut_short_ = false;
};

class Strategy {
 public:
    virtual ~Strategy() = default;
    /// Searches, and returns its decisions, step by step, for people to read.
    virtual std::vector<std::string> search(Bench& bench) = 0;
};

/// A list of designs in the order of the closed forms.
class Space {
 public:
    virtual ~Space() = default;
    [[nodiscard]] virtual std::size_t size() const = 0;
    /// The design at position `index`; 0 is the best.
    [[nodiscard]] virtual Design design(std::size_t index) = 0;
};

/// Designs that are given in that order.
class ListedSpace final : public Space {
 public:
    explicit ListedSpace(std::vector<Design> designs) : designs_{std::move(designs)} {}

    [[nodiscard]] std::size_t size() const override { return designs_.size(); }
    [[nodiscard]] Design design(std::size_t index) override { return designs_.at(index); }
    [[nodiscard]] const std::vector<Design>& designs() const { return designs_; }

 private:
    std::vector<Design> designs_;
};

/// Simulates the designs of a space in their order, `kBatch` at a time, until no later one can be
/// the best. The error of the closed forms is learnt on the way: the time of a design in the array
/// is assumed to be at least its forecast times (r - `kCaution`), where r is the least ratio of
/// simulated time to forecast so far, limited to 1 until `kEnough` designs are simulated. The
/// search ends when this lower bound of the next design exceeds the best simulated time. Designs
/// that cannot meet the constraints by the same bound are skipped.
///
/// Example: simulated 100 us for a forecast of 98, 97 for 99, 103 for 101. The least ratio is 0.98,
/// and 0.95 after subtracting 0.03. The search continues up to forecasts of 97 / 0.95 = 102 us.
///
/// Precondition: `space` outlives the strategy.
[[nodiscard]] std::unique_ptr<Strategy> make_exhaustive(Space& space);
inline constexpr double kCaution = 0.03;
/// Number of simulations after which the least ratio of time to forecast may exceed 1.
inline constexpr std::size_t kEnough = 40;
/// Enough for the cores of a small machine; the result does not depend on their number.
inline constexpr std::size_t kBatch = 8;

}  // namespace xdnasim::search
