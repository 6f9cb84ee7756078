#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/number_format.hpp"
#include "base/stop_request.hpp"
#include "workloads/search/gemm_designs.hpp"

namespace xdnasim::search {
namespace {

/// How far the closed forms may take a design for worse than it is, and how much worse than the
/// best forecast the best design may be that fits the mem tiles, too.
constexpr double kMargin = 1.3;

using schedule::as_double;

}  // namespace

GemmSpace::GemmSpace(GemmDesigns& designs, Objective objective, Limits limits)
    : designs_{designs}, objective_{objective}, constraints_{limits.constraints} {
    auto arrays = designs_.arrays();
    // The best is to be found soon, since many arrays are no match for it.
    if (objective_ == Objective::Cores) std::ranges::reverse(arrays);
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        const auto [rows, columns] = arrays[i];
        if (may_compete(rows, columns)) add_array(rows, columns);
        if (!limits.on_array(i + 1, arrays.size())) break;
    }
    sort(all_);
    keep_what_fits(limits.max_designs);
    if (kept_.empty()) refuse();
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
                    choice.tile = tile;
                    add_tile(choice);
                }
            }
}

bool GemmSpace::is_worth_it(const Cost& cost) const {
    if (!best_) return true;
    switch (objective_) {
        case Objective::Time:
            break;
        case Objective::Dram:
            return as_double(cost.dram) <= as_double(best_->dram) * kMargin;
        case Objective::Cores:
            return cost.cores <= best_->cores * kMargin;
    }
    return cost.time <= best_->time * kMargin;
}

void GemmSpace::add_tile(const GemmChoice& of_tile) {
    GemmChoice choice = of_tile;
    for (const std::int64_t k_mt : designs_.k_mts(choice.tile)) {
        choice.k_mt = k_mt;
        const GemmForecast forecast = designs_.forecast(choice);
        add(choice, forecast.cost);
        if (k_mt > choice.tile.k) continue;
        max_rate_ = std::max(max_rate_, designs_.macs_per_cycle(choice));
        // Depth in the mem tiles takes nothing off the kernels' time.
        if (!is_worth_it(designs_.kernels_alone(choice))) return;
    }
}

void GemmSpace::add(const GemmChoice& choice, const Cost& forecast) {
    ++considered_;
    if (!best_of_all_ || better(objective_, forecast, *best_of_all_)) best_of_all_ = forecast;
    if (!constraints_.allow(forecast)) return;
    if ((!best_ || better(objective_, forecast, *best_)) && designs_.fits(choice)) best_ = forecast;
    if (is_worth_it(forecast)) all_.push_back({choice, forecast});
}

void GemmSpace::keep_what_fits(std::size_t max) {
    for (const Candidate& candidate : all_) {
        if (kept_.size() == max) break;
        if (!designs_.fits(candidate.choice)) continue;
        const Cost forecast = designs_.refined_forecast(candidate.choice).cost;
        if (constraints_.allow(forecast)) kept_.push_back({candidate.choice, forecast});
    }
    sort(kept_);
}

void GemmSpace::refuse() const {
    const auto [rows, columns] = designs_.arrays().back();
    if (constraints_.max_cores && rows * columns > *constraints_.max_cores)
        throw base::InputError{fmt::format("no design has {}: the smallest array asked for has {}",
                                           constraints_.text(),
                                           base::counted(rows * columns, "core"))};
    if (!best_of_all_)
        throw base::InputError{
            "no tile fits into a core with what the problem asks for; allowed: leave more of gemm "
            "open, such as rho, c_buffers or stack_bytes"};
    if (all_.empty())
        throw base::InputError{fmt::format(
            "no design has {}; the best by the closed forms takes {} us, {} bytes of DRAM and {}",
            constraints_.text(), base::grouped(arch::in_microseconds(best_of_all_->time), 1),
            base::grouped(best_of_all_->dram.count()), base::counted(best_of_all_->cores, "core"))};
    throw base::InputError{
        fmt::format("no design fits into the mem tiles and their BDs; {} were tried{}", all_.size(),
                    constraints_.text().empty() ? "" : " with " + constraints_.text())};
}

}  // namespace xdnasim::search
