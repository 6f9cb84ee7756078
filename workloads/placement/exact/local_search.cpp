#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

#include "workloads/placement/annealing/annealer.hpp"
#include "workloads/placement/exact/exact_placers.hpp"
#include "workloads/placement/exact/joint_program.hpp"

namespace xdnasim::placement {
namespace {

using arch::TileId;

constexpr std::chrono::seconds kUsualTime{10};
/// Number of tiles by which routes may leave the box of the tiles that their cores may take: a
/// program over the whole array is several times as large, and its solutions are hardly ever
/// better.
constexpr int kMargin = 1;

/// `tile` and the tiles of its kind in its neighbourhood.
std::vector<TileId> near(const Array& array, TileId tile) {
    const Neighbourhood shape = array.choices().lsmo.neighbourhood;
    const auto is_near = [&](TileId other) {
        const int columns = std::abs(other.column - tile.column);
        const int rows = std::abs(other.row - tile.row);
        switch (shape) {
            case Neighbourhood::Cross:
                return columns + rows <= 1;
            case Neighbourhood::Square:
                return std::max(columns, rows) <= 1;
            case Neighbourhood::Diagonal:
                break;
        }
        return columns == rows && columns <= 1;
    };
    std::vector<TileId> region;
    std::ranges::copy_if(array.tiles(array.kind(tile)), std::back_inserter(region), is_near);
    return region;
}

class LocalSearch {
 public:
    explicit LocalSearch(Search& search)
        : search_{search},
          random_{search.seed()},
          moving_{search.netlist().core_count()},
          patience_{
              std::max(1, static_cast<int>(std::lround(search.array().choices().lsmo.patience *
                                                       search.netlist().core_count())))} {}

    void run() {
        present_ = best_or_random();
        double best = search_.best_cost();
        for (int without_gain = 0; without_gain < patience_ && !search_.is_stopped();) {
            step();
            const bool has_gained = search_.best_cost() < best;
            best = search_.best_cost();
            without_gain = has_gained ? 0 : without_gain + 1;
            search_.report(0, present_cost_);
        }
    }

 private:
    /// Moves to the best placement in reach that has not occurred before.
    void step() {
        seen_.push_back(present_);
        std::optional<Answer> best;
        integer::Ending ending{};
        for (const std::set<CoreId>& cores : cores_to_move()) {
            Answer answer = moved(cores);
            // An infeasible program for one core says nothing about the others.
            if (!best || ending == integer::Ending::Infeasible) ending = answer.ending;
            if (answer.ending == integer::Ending::Stopped) search_.end(answer.ending);
            if (answer.solution && (!best || answer.cost < best->cost)) best = std::move(answer);
            if (search_.is_stopped()) break;
        }
        if (best) {
            present_ = best->solution->placement;
            present_cost_ = best->cost;
            search_.consider(std::move(*best->solution));
        } else if (ending == integer::Ending::Infeasible) {
            restart();
        } else {
            // The program is too large for the time of a call, or for memory: fewer cores move at
            // once.
            if (moving_ == 1) search_.end(ending);
            moving_ = std::max(1, moving_ / 2);
            seen_.pop_back();
        }
    }

    struct Answer {
        integer::Ending ending{};
        std::optional<Solution> solution{};
        double cost = 0;
    };

    /// The best solution with these cores near their tiles and all others fixed.
    [[nodiscard]] Answer moved(const std::set<CoreId>& cores) {
        Regions regions = only_at(present_);
        for (const CoreId core : cores) {
            auto& region = regions[static_cast<std::size_t>(core)];
            region = near(search_.array(), region.front());
        }
        JointProgram joint{search_.netlist(), search_.array(), search_.streams(),
                           std::move(regions), kMargin};
        for (const Placement& placement : seen_)
            joint.forbid(placement);
        const integer::Answer found = search_.oracle().solve(joint.program(), {}, kUsualTime);
        Answer answer{.ending = found.ending};
        if (found.values) {
            answer.solution = joint.solution_of(*found.values);
            answer.cost = joint.program().cost_of(*found.values);
        }
        return answer;
    }

    /// The sets of moving cores; a step solves one program for each.
    [[nodiscard]] std::vector<std::set<CoreId>> cores_to_move() {
        if (search_.array().choices().lsmo.cores == StepSize::All) return {moving_cores()};
        std::vector<std::set<CoreId>> each;
        for (CoreId core = 0; core < search_.netlist().core_count(); ++core)
            each.push_back({core});
        return each;
    }

    /// All cores, or `moving_` cores that are connected by nets, grown from a random one.
    [[nodiscard]] std::set<CoreId> moving_cores() {
        const Netlist& netlist = search_.netlist();
        std::set<CoreId> cores;
        std::vector<CoreId> rim;
        while (static_cast<int>(cores.size()) < moving_) {
            if (rim.empty())
                rim.push_back(static_cast<CoreId>(random_.below(netlist.cores.size())));
            const std::size_t next = random_.below(rim.size());
            const CoreId core = rim[next];
            rim.erase(rim.begin() + static_cast<std::ptrdiff_t>(next));
            if (!cores.insert(core).second) continue;
            for (const Net& net : netlist.nets) {
                const bool is_at_end =
                    net.source == core || std::ranges::count(net.sinks, core) > 0;
                if (!is_at_end) continue;
                rim.push_back(net.source);
                rim.insert(rim.end(), net.sinks.begin(), net.sinks.end());
            }
        }
        return cores;
    }

    /// The best placement, or a random one if annealing has found nothing legal.
    [[nodiscard]] Placement best_or_random() {
        return search_.best() ? search_.best()->placement
                              : connected_start(search_.netlist(), search_.array(), random_);
    }

    /// Restarts from the first legal one of some random placements; if none of them is legal, from
    /// the best so far.
    void restart() {
        constexpr int kTries = 50;
        present_ = best_or_random();
        for (int i = 0; i < kTries && !search_.is_stopped(); ++i) {
            Placement placement = connected_start(search_.netlist(), search_.array(), random_);
            if (!search_.consider(placement)) continue;
            present_ = std::move(placement);
            return;
        }
    }

    Search& search_;
    Random random_;
    int moving_;  ///< number of cores that move in a step
    int patience_;
    Placement present_;
    double present_cost_ = 0;
    std::vector<Placement> seen_;
};

class LocalSearchPlacer final : public Placer {
 public:
    void place(Search& search) override {
        integer::require_solver("the method 'lsmo'");
        make_annealer(CongestionModel::PathUniform)->place(search);
        LocalSearch{search}.run();
    }
};

}  // namespace

std::unique_ptr<Placer> make_local_search() {
    return std::make_unique<LocalSearchPlacer>();
}

}  // namespace xdnasim::placement
