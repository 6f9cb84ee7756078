#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/number_format.hpp"
#include "base/stop_request.hpp"
#include "workloads/search/gemm_designs.hpp"

namespace xdnasim::search {
namespace {

/// Factor by which the best design may look worse in the closed forms than it is, and be worse than
/// the best forecast because it must fit into the mem tiles.
constexpr double kMargin = 1.3;

using schedule::as_double;

bool is_near(Objective objective, const Cost& cost, const Cost& best) {
    switch (objective) {
        case Objective::Time:
            break;
        case Objective::Dram:
            return as_double(cost.dram) <= as_double(best.dram) * kMargin;
        case Objective::Cores:
            return cost.cores <= best.cores * kMargin;
    }
    return cost.time <= best.time * kMargin;
}

}  // namespace

GemmSpace::GemmSpace(GemmDesigns& designs, Objective objective, Limits limits)
    : designs_{designs},
      objective_{objective},
      constraints_{limits.constraints},
      beyond_{limits.beyond},
      may_go_on_{std::move(limits.may_go_on)} {
    auto arrays = designs_.arrays();
    // Finds the best early, since it rules out many arrays.
    if (objective_ == Objective::Cores) std::ranges::reverse(arrays);
    for (std::size_t i = 0; i < arrays.size() && complete_; ++i) {
        const auto [rows, columns] = arrays[i];
        if (may_compete(rows, columns)) add_array(rows, columns);
        if (complete_ && needs_refined_target()) settle();
        limits.on_array(i + 1, arrays.size());
    }
    sort(all_);
    keep_what_fits(limits.max_designs);
    if (kept_.empty() && !beyond_ && complete_) refuse();
    all_ = {};
}

void GemmSpace::sort(std::vector<Candidate>& candidates) const {
    std::ranges::stable_sort(candidates, [this](const Candidate& a, const Candidate& b) {
        return better(objective_, a.forecast, b.forecast);
    });
}

bool GemmSpace::may_compete(int rows, int columns) const {
    Cost least{.cores = rows * columns};
    if (max_rate_ > 0)
        least.time = designs_.device().time_of(designs_.macs() / (max_rate_ * least.cores));
    return constraints_.allow(least) && is_worth_it(least);
}

void GemmSpace::add_array(int rows, int columns) {
    GemmChoice choice{.rows = rows, .columns = columns};
    for (const kernels::Layout layout : designs_.b_layouts())
        for (const int c_buffers : designs_.c_buffers())
            for (const std::int64_t rho : designs_.rhos()) {
                choice.b_layout = layout;
                choice.c_buffers = c_buffers;
                choice.rho = rho;
                for (const gemm::Extent& tile : designs_.tiles(rho, c_buffers)) {
                    base::stop_if_called_off();
                    if (!goes_on()) return;
                    choice.tile = tile;
                    add_tile(choice);
                }
            }
}

bool GemmSpace::goes_on() {
    complete_ = complete_ && may_go_on_();
    return complete_;
}

bool GemmSpace::is_worth_it(const Cost& cost) const {
    if (beyond_ && is_near(objective_, cost, *beyond_)) return false;
    return !best_ || is_near(objective_, cost, *best_);
}

void GemmSpace::add_tile(const GemmChoice& of_tile) {
    GemmChoice choice = of_tile;
    for (const std::int64_t k_mt : designs_.k_mts(choice.tile)) {
        choice.k_mt = k_mt;
        const GemmForecast forecast = designs_.forecast(choice);
        add(choice, forecast.cost);
        if (k_mt > choice.tile.k) continue;
        max_rate_ = std::max(max_rate_, designs_.macs_per_cycle(choice));
        // A larger depth in the mem tiles does not reduce the time of the kernels.
        if (!is_worth_it(designs_.kernels_alone(choice))) return;
    }
}

void GemmSpace::add(const GemmChoice& choice, const Cost& forecast) {
    ++considered_;
    if (!constraints_.allow(forecast)) return;
    const bool may_be_best = !needs_refined_target() && is_worth_it(forecast) &&
                             (!best_ || better(objective_, forecast, *best_));
    if (may_be_best && designs_.fits(choice)) best_ = forecast;
    if (is_worth_it(forecast)) all_.push_back({choice, forecast});
    // Without a target, all designs of an array would be kept.
    constexpr std::size_t kMany = 100'000;
    if (needs_refined_target() && all_.size() - settled_ >= kMany) settle();
}

bool GemmSpace::needs_refined_target() const {
    return objective_ != Objective::Time && (constraints_.max_time || constraints_.min_tops);
}

bool GemmSpace::is_refined_allowed(const GemmChoice& choice) {
    base::stop_if_called_off();
    return designs_.fits(choice) && constraints_.allow(designs_.refined_forecast(choice).cost);
}

void GemmSpace::settle() {
    const auto first = all_.begin() + static_cast<std::ptrdiff_t>(settled_);
    std::ranges::stable_sort(first, all_.end(), [this](const Candidate& a, const Candidate& b) {
        return better(objective_, a.forecast, b.forecast);
    });
    const auto enough = std::find_if(first, all_.end(), [this](const Candidate& candidate) {
        return !goes_on() || is_refined_allowed(candidate.choice);
    });
    if (!complete_) return;
    if (enough != all_.end() && (!best_ || better(objective_, enough->forecast, *best_)))
        best_ = enough->forecast;
    all_.erase(first, enough);
    std::erase_if(all_, [this](const Candidate& each) { return !is_worth_it(each.forecast); });
    settled_ = all_.size();
}

void GemmSpace::keep_what_fits(std::size_t max) {
    for (const Candidate& candidate : all_) {
        if (kept_.size() == max || !goes_on()) break;
        if (!designs_.fits(candidate.choice)) continue;
        const Cost forecast = designs_.refined_forecast(candidate.choice).cost;
        if (constraints_.allow(forecast)) kept_.push_back({candidate.choice, forecast});
    }
    sort(kept_);
}

namespace {

/// The objective that the constraints ask for first.
Objective judged_by(const Constraints& constraints) {
    if (constraints.min_tops || constraints.max_time) return Objective::Time;
    return constraints.max_dram ? Objective::Dram : Objective::Cores;
}

/// "the fastest by the closed forms has 2.40 TOPS: 893.3 us, 12,800,000 bytes of DRAM, 16 cores"
std::string nearest_text(const Constraints& asked, const Cost& nearest) {
    const bool by_time = judged_by(asked) == Objective::Time;
    std::string text = fmt::format("the {} by the closed forms ",
                                   by_time ? "fastest" : "one with the least DRAM traffic");
    text += asked.min_tops ? fmt::format("has {}: ", asked.tops_text(nearest)) : "takes ";
    return text + fmt::format("{}, {} bytes of DRAM, {}", Constraints::time_text(nearest),
                              base::grouped(nearest.dram.count()),
                              base::counted(nearest.cores, "core"));
}

}  // namespace

void GemmSpace::refuse() {
    const auto [rows, columns] = designs_.arrays().back();
    if (constraints_.max_cores && rows * columns > *constraints_.max_cores)
        throw base::InputError{fmt::format("no design has {}: the smallest array asked for has {}",
                                           constraints_.text(),
                                           base::counted(rows * columns, "core"))};
    if (considered_ == 0)
        throw base::InputError{
            "no tile fits into a core with what the problem asks for; allowed: leave more of gemm "
            "open, such as rho, c_buffers or stack_bytes"};
    // The best design without the constraints, on the largest array that they allow.
    constexpr std::size_t kLookedAt = 50;
    const Constraints asked = std::exchange(constraints_, {});
    objective_ = judged_by(asked);
    best_.reset();
    all_.clear();
    const auto arrays = designs_.arrays();
    const auto largest = std::ranges::find_if(arrays, [&](const auto& array) {
        return !asked.max_cores || array.first * array.second <= *asked.max_cores;
    });
    const std::int64_t considered = considered_;
    add_array(largest->first, largest->second);
    sort(all_);
    keep_what_fits(kLookedAt);
    if (kept_.empty())
        throw base::InputError{
            fmt::format("no design fits into the mem tiles and their BDs; {} were tried{}",
                        considered, asked.text().empty() ? "" : " with " + asked.text())};
    throw base::InputError{fmt::format("no design has {}; {}", asked.text(),
                                       nearest_text(asked, kept_.front().forecast))};
}

}  // namespace xdnasim::search
