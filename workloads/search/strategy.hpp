#pragma once
// How the best of many designs is found: closed forms say which are worth a simulation, and
// simulations say which is best. A strategy decides what is simulated, and when that is enough.

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

/// Simulates designs, each once, and remembers what came out.
class Bench {
 public:
    using Workloads = std::span<const std::shared_ptr<const schedule::Workload>>;
    /// What one call of a workload costs, simulated; or why it cannot be mapped.
    using Outcome = std::variant<Cost, std::string>;
    /// Of each workload.
    using Simulate = std::function<std::vector<Outcome>(Workloads)>;

    struct Budget {
        std::size_t max_trials = 200;
        Constraints constraints{};  ///< that the best has to meet
        /// Asked before each trial: whether to go on.
        std::function<bool()> may_go_on = [] { return true; };
        /// Told after each: how many are done.
        std::function<void(std::size_t)> on_trial = [](std::size_t) {};
    };

    Bench(Objective objective, Simulate simulate, Budget budget);

    [[nodiscard]] Objective objective() const { return objective_; }
    /// Whether a trial of this cost can be the best.
    [[nodiscard]] bool allows(const Cost& cost) const { return budget_.constraints.allow(cost); }
    /// For so many more trials.
    void make_room(std::size_t trials) { budget_.max_trials += trials; }
    /// Whether there is room for another trial.
    [[nodiscard]] bool may_go_on();
    /// Whether what stopped it was not the strategy.
    [[nodiscard]] bool was_cut_short() const { return cut_short_; }

    /// In the order of `designs`; nullptr: the design cannot be mapped. Fewer when there is no room
    /// for more trials.
    std::vector<const Trial*> measure(std::span<const Design> designs);
    /// nullptr, too, when there is no room for another trial.
    const Trial* measure(const Design& design);

    /// Designs that were tried and cannot be mapped.
    [[nodiscard]] std::size_t unmapped() const;
    /// Why the first of them cannot; empty: all can.
    [[nodiscard]] const std::string& first_refusal() const { return first_refusal_; }

    /// Of designs that answer what was asked, whether or not they meet the constraints.
    [[nodiscard]] std::optional<Trial> fastest() const;

    /// Of designs that answer what was asked and meet the constraints, the best first.
    [[nodiscard]] std::vector<Trial> trials() const;

 private:
    void simulate(std::span<const Design* const> designs);

    Objective objective_;
    Simulate simulate_;
    Budget budget_;
    std::map<std::string, std::optional<Trial>> tried_;  ///< by name; nullopt: cannot be mapped
    std::string first_refusal_;
    bool cut_short_ = false;
};

class Strategy {
 public:
    virtual ~Strategy() = default;
    [[nodiscard]] virtual std::string name() const = 0;  // "exhaustive"
    /// Returns what it decided, step by step, for people.
    virtual std::vector<std::string> search(Bench& bench) = 0;
};

/// Designs in the order of the closed forms.
class Space {
 public:
    virtual ~Space() = default;
    [[nodiscard]] virtual std::size_t size() const = 0;
    /// Of the `index`-th best.
    [[nodiscard]] virtual Design design(std::size_t index) = 0;
};

/// Designs that somebody has put in that order.
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
/// the best. How far the closed forms are off is seen on the way: the time of a design in the array
/// is taken to be no less than its forecast times the least ratio of simulated time to forecast of
/// all that were simulated, less `kCaution`; up to `kEnough` of them, a ratio above 1 is taken for
/// 1. When the next forecast times that is longer than the best simulated time, the search ends.
/// Designs that by the same measure cannot meet the constraints are passed over.
///
/// Example: simulated 100 us for a forecast of 98, 97 for 99, 103 for 101: the least ratio is 0.98,
/// less 3 % 0.95. The search goes on up to forecasts of 97 / 0.95 = 102 us.
///
/// `space` outlives the strategy.
[[nodiscard]] std::unique_ptr<Strategy> make_exhaustive(Space& space);
inline constexpr double kCaution = 0.03;
/// To tell how much too short the closed forms are at least.
inline constexpr std::size_t kEnough = 40;
/// Enough for the cores of a small machine; the result does not depend on how many there are.
inline constexpr std::size_t kBatch = 8;

}  // namespace xdnasim::search
