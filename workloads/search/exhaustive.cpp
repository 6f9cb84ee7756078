#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "workloads/search/strategy.hpp"

namespace xdnasim::search {
namespace {

class Exhaustive final : public Strategy {
 public:
    explicit Exhaustive(Space& space) : space_{space} {}

    std::vector<std::string> search(Bench& bench) override {
        std::optional<Cost> best;
        double least_ratio = std::numeric_limits<double>::infinity();
        std::size_t next = 0;
        std::size_t tried = 0;
        std::size_t unmapped = 0;
        for (bool room = true; room && next < space_.size();) {
            std::vector<Design> batch;
            for (; batch.size() < kBatch && next < space_.size(); ++next) {
                Design design = space_.design(next);
                const bool tells = tried >= kEnough && std::isfinite(least_ratio);
                const Cost least =
                    least_cost(design.forecast, tells ? least_ratio : std::min(least_ratio, 1.0));
                if (best && !better(bench.objective(), least, *best)) break;
                if (tried > 0 && !bench.allows(least)) continue;
                batch.push_back(std::move(design));
            }
            if (batch.empty()) break;
            const std::vector<const Trial*> trials = bench.measure(batch);
            room = trials.size() == batch.size();
            tried += trials.size();
            for (const Trial* const trial : trials) {
                if (trial == nullptr) {
                    ++unmapped;
                    continue;
                }
                const double ratio = in_array(trial->cost) / in_array(trial->design.forecast);
                least_ratio = std::min(least_ratio, ratio);
                if (bench.allows(trial->cost) &&
                    (!best || better(bench.objective(), trial->cost, *best)))
                    best = trial->cost;
            }
        }
        return {summary(tried - unmapped, unmapped, next == space_.size(), least_ratio, bench)};
    }

 private:
    [[nodiscard]] static arch::Nanoseconds in_array(const Cost& cost) {
        return cost.time - cost.dispatch;
    }
    [[nodiscard]] static Cost least_cost(Cost forecast, double least_ratio) {
        forecast.time = forecast.dispatch + in_array(forecast) * (least_ratio - kCaution);
        return forecast;
    }

    [[nodiscard]] static std::string summary(std::size_t mapped, std::size_t unmapped, bool are_all,
                                             double least_ratio, const Bench& bench) {
        std::string simulated =
            base::counted(static_cast<std::int64_t>(mapped), "design") + " simulated";
        if (unmapped > 0)
            simulated += fmt::format(", {} could not run: no routes or no room", unmapped);
        if (bench.was_cut_short())
            return simulated +
                   "; the search was stopped before it was certain that no other design is better";
        if (are_all) return simulated + ": all that are worth it";
        return fmt::format(
            "{}, until no other design could be better: the shortest simulated time is {} of its "
            "forecast",
            simulated, base::percent(least_ratio));
    }

    Space& space_;
};

}  // namespace

std::unique_ptr<Strategy> make_exhaustive(Space& space) {
    return std::make_unique<Exhaustive>(space);
}

}  // namespace xdnasim::search
