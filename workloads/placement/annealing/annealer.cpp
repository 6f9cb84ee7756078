#include "workloads/placement/annealing/annealer.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "workloads/placement/annealing/estimate.hpp"
#include "workloads/placement/annealing/moves.hpp"
#include "workloads/placement/annealing/random.hpp"
#include "workloads/placement/annealing/routed_estimate.hpp"

// Written by hand: Boost.Graph has no placement, and its force-directed layouts know no slots.

namespace xdnasim::placement {
namespace {

/// How many moves annealing makes at a temperature, and after how many it asks whether to go on.
struct Pace {
    int moves_per_temperature = 0;
    int moves_at_once = 0;
};
constexpr Pace kFast{10'000, 500};
/// Pace for moves that take milliseconds.
Pace slow(const Netlist& netlist) {
    constexpr int kMovesPerCore = 20;
    return {kMovesPerCore * netlist.core_count(), 1};
}

/// The cheapest placement of a kind so far, to be routed once.
class Candidate {
 public:
    [[nodiscard]] bool is_beaten_by(double cost) const {
        constexpr double kSame = 1e-9;
        return cost < cost_ - kSame;
    }
    void note(const Placement& placement, double cost) {
        placement_ = placement;
        cost_ = cost;
    }
    /// Routes the placement if it has not been routed before, and returns whether this was the
    /// case. If routing fails, its cost is forgotten, so that the next placement is tried.
    bool go_to(Search& search) {
        if (!placement_) return false;
        if (!search.consider(*placement_)) cost_ = std::numeric_limits<double>::infinity();
        placement_.reset();
        return true;
    }

 private:
    std::optional<Placement> placement_;
    double cost_ = std::numeric_limits<double>::infinity();
};

/// One annealing, from a start until hardly any move is accepted. `Model` gives the cost of
/// placements.
template <class Model>
class Annealing {
 public:
    Annealing(Search& search, Random& random, Model model, const Pace& pace)
        : search_{search},
          random_{random},
          pace_{pace},
          estimate_{std::move(model)},
          moves_{search.netlist(), search.array(), random},
          reach_{static_cast<double>(search.array().columns() + search.array().rows())} {}

    void run(const Placement& start) {
        constexpr double kColdest = 0.1;
        constexpr double kLeastAccepted = 0.001;
        estimate_.reset(start);
        double temperature = first_temperature();
        const double widest = reach_;
        while (search_.may_go_on()) {
            const double accepted = anneal(temperature, pace_.moves_per_temperature);
            close_temperature(temperature);
            if (accepted < kLeastAccepted || temperature < kColdest) break;
            temperature = cooled(temperature, accepted);
            // Keeps the acceptance rate near 44 %, where annealing is most efficient (Lam and
            // Delosme, 1988).
            constexpr double kBestAccepted = 0.44;
            reach_ = std::clamp(std::round(reach_ * (1 - kBestAccepted + accepted)), 1.0, widest);
        }
        constexpr int kGreedyPerCore = 2;
        anneal(0, std::min(pace_.moves_per_temperature,
                           kGreedyPerCore * search_.netlist().core_count()));
        close_temperature(0);
        if (!search_.best()) search_.consider(estimate_.placement());
    }

 private:
    /// `moves`, or the number of moves left if that is smaller.
    [[nodiscard]] int up_to_the_last(int moves) const {
        return static_cast<int>(std::min<std::int64_t>(moves, search_.moves_left()));
    }

    /// Makes a random move. Returns the change of the estimate; nullopt: the move has no steps.
    std::optional<double> make_move() {
        const double before = estimate_.cost();
        const std::span<const Step> steps = moves_.draw(estimate_.placement(), reach_);
        if (steps.empty()) return std::nullopt;
        made_.clear();
        for (const auto& [core, tile] : steps) {
            made_.push_back({core, estimate_.placement().of(core)});
            estimate_.move(core, tile);
        }
        return estimate_.cost() - before;
    }

    void take_back() {
        for (; !made_.empty(); made_.pop_back())
            estimate_.move(made_.back().core, made_.back().tile);
    }

    double first_temperature() {
        constexpr int kSamplesPerCore = 10;
        const int samples = up_to_the_last(kSamplesPerCore * search_.netlist().core_count());
        std::vector<double> deltas;
        for (int i = 0; i < samples; ++i) {
            if (i > 0 && i % pace_.moves_at_once == 0 && !search_.may_go_on()) break;
            deltas.push_back(make_move().value_or(0));
            take_back();
            search_.count_moves(1);
        }
        return balanced_temperature(deltas);
    }

    /// Returns the share of accepted moves. At temperature 0, only moves that do not raise the cost
    /// are accepted.
    double anneal(double temperature, int moves) {
        Equilibrium equilibrium;
        int made = 0;
        int accepted = 0;
        while (made < moves && !equilibrium.is_reached() && search_.may_go_on()) {
            const int chunk = up_to_the_last(std::min(pace_.moves_at_once, moves - made));
            for (int i = 0; i < chunk; ++i)
                accepted += try_move(temperature, equilibrium) ? 1 : 0;
            made += chunk;
            search_.count_moves(chunk);
        }
        return made == 0 ? 0 : static_cast<double>(accepted) / made;
    }

    bool try_move(double temperature, Equilibrium& equilibrium) {
        const std::optional<double> delta = make_move();
        if (!delta) return false;
        const double probability = *delta <= 0       ? 1
                                   : temperature > 0 ? std::exp(-*delta / temperature)
                                                     : 0;
        if (probability < 1 && random_.share() >= probability) {
            take_back();
            return false;
        }
        equilibrium.accept(*delta, probability);
        const double cost = estimate_.cost();
        if (estimate_.fits()) {
            if (fitting_.is_beaten_by(cost)) fitting_.note(estimate_.placement(), cost);
        } else if (!search_.best() && evened_out_.is_beaten_by(cost) && estimate_.may_fit()) {
            evened_out_.note(estimate_.placement(), cost);
        }
        return true;
    }

    /// Routes the best placement that was found at this temperature: one that fits, or, while there
    /// is no legal solution, one that may fit once its buffers are evened out.
    void close_temperature(double temperature) {
        if (!fitting_.go_to(search_) && !search_.best()) evened_out_.go_to(search_);
        evened_out_ = {};
        search_.report(temperature, estimate_.cost());
        const Placement present = estimate_.placement();
        estimate_.reset(present);
    }

    Search& search_;
    Random& random_;
    Pace pace_;
    Model estimate_;
    Moves moves_;
    /// Steps of the last move in order, each with the tile that the core came from.
    std::vector<Step> made_;
    double reach_;
    Candidate fitting_;
    Candidate evened_out_;  ///< the best of this temperature that may fit
};

/// Start of an annealing.
Placement start_of(Search& search, Random& random) {
    if (search.present()) return *search.present();
    return connected_start(search.netlist(), search.array(), random);
}

/// Is there a core that may move?
bool moves(const Search& search) {
    return std::ranges::any_of(search.netlist().cores,
                               [](const netlist::Core& core) { return !core.kept_tile; });
}

class Annealer final : public Placer {
 public:
    explicit Annealer(CongestionModel model) : model_{model} {}

    void place(Search& search) override {
        Random random{search.seed()};
        while (moves(search) && search.may_go_on())
            Annealing{search, random, Estimate{search.netlist(), search.array(), model_}, kFast}
                .run(start_of(search, random));
    }

 private:
    CongestionModel model_;
};

class RoutedAnnealer final : public Placer {
 public:
    void place(Search& search) override {
        Random random{search.seed()};
        while (moves(search) && search.may_go_on())
            Annealing{search, random, RoutedEstimate{search}, slow(search.netlist())}.run(
                start_of(search, random));
    }
};

}  // namespace

std::unique_ptr<Placer> make_annealer(CongestionModel model) {
    return std::make_unique<Annealer>(model);
}

std::unique_ptr<Placer> make_routed_annealer() {
    return std::make_unique<RoutedAnnealer>();
}

}  // namespace xdnasim::placement
