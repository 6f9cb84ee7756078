#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "workloads/gemm/packs/core_places.hpp"
#include "workloads/gemm/packs/pack_parts.hpp"
#include "workloads/gemm/packs/pack_workload.hpp"
#include "workloads/gemm/packs/tile_choice.hpp"
#include "workloads/kernels/kernel_program.hpp"
#include "workloads/search/spaces.hpp"

namespace xdnasim::search {
namespace {

using gemm::packs::ArrayChoice;
using gemm::packs::PackDesign;
using Placement = gemm::packs::Strategy;

/// The cores of a longer pack take as long as those of a pack of four (gemm::packs::PackStalls).
constexpr int kUnlikeCores = 4;

std::vector<Placement> placements_of(const PackDesign& open) {
    if (open.placement.asked()) return {*open.placement};
    return {Placement::Address, Placement::Location, Placement::Unconstrained};
}

/// Tiles for `mmul`; the rule's tile comes first if it is one of them.
std::vector<gemm::Extent> tiles_of(const PackDesign& open, const gemm::Extent& mmul,
                                   const PackDesign& by_rule, const arch::Device& device) {
    if (open.tile.asked()) return {*open.tile};
    std::vector<gemm::Extent> tiles = gemm::packs::best_tiles(open, mmul, device);
    const auto rule = std::ranges::find(tiles, *by_rule.tile);
    if (rule != tiles.end()) std::rotate(tiles.begin(), rule, rule + 1);
    if (rule == tiles.end() && mmul == *by_rule.mmul) tiles.insert(tiles.begin(), *by_rule.tile);
    return tiles;
}

/// Arrays with the most cores first, and among these those with the smallest packs.
std::vector<ArrayChoice> arrays_by_rule(const PackDesign& open, const arch::Device& device) {
    std::vector<ArrayChoice> arrays = gemm::packs::array_choices(open, device);
    std::ranges::stable_sort(arrays, {}, [](const ArrayChoice& array) {
        return std::pair{-array.cores(), array.size};
    });
    return arrays;
}

}  // namespace

PackSpace::PackSpace(const PackDesign& open, const arch::Device& device, Objective objective,
                     std::optional<int> max_cores)
    : open_{open},
      device_{device},
      objective_{objective},
      times_{device.core.slots},
      arrays_{arrays_by_rule(open, device)} {
    // Refuses impossible designs, with the reason.
    const PackDesign by_rule = gemm::packs::choose(open, device);
    std::set<int> sizes;
    for (const ArrayChoice& array : arrays_)
        sizes.insert(std::min(array.size, kUnlikeCores));
    for (const int size : sizes)
        add_cores(by_rule, size);
    add_candidates(max_cores);
    keep_the_best();
    if (kept_.empty())
        throw schedule::MappingError{
            "gemm.array", max_cores
                              ? fmt::format("gemm.array: no design has up to {} cores", *max_cores)
                              : std::string{"gemm.array: no design fits"}};
}

void PackSpace::add_cores(const PackDesign& by_rule, int size) {
    PackDesign pack = open_;
    pack.size = size;
    for (const gemm::Extent& mmul : gemm::packs::mmul_choices(open_, device_))
        for (const Placement placement : placements_of(open_)) {
            pack.placement = placement;
            for (const gemm::Extent& tile : tiles_of(pack, mmul, by_rule, device_)) {
                PackDesign core = pack;
                core.mmul = mmul;
                core.tile = tile;
                core.rows = core.packs = 1;
                core.stagger = 0;
                try {
                    core = gemm::packs::choose(core, device_);
                } catch (const schedule::MappingError&) {
                    continue;  // the tile does not suit the shape, or there is no room
                }
                const double cycles =
                    gemm::packs::estimate(core, device_, kernel_cycles()).binding().cycles;
                cores_.push_back({core, cycles / static_cast<double>(core.iterations)});
            }
        }
}

void PackSpace::add_candidates(std::optional<int> max_cores) {
    const gemm::packs::ArrayLimits limits = gemm::packs::array_limits(device_);
    for (std::size_t core = 0; core < cores_.size(); ++core)
        for (std::size_t array = 0; array < arrays_.size(); ++array) {
            const PackDesign& design = cores_[core].design;
            const ArrayChoice& choice = arrays_[array];
            if (std::min(choice.size, kUnlikeCores) != design.size) continue;
            if (choice.rows * gemm::packs::rows_of_a_pack(*design.placement) > limits.rows)
                continue;
            if (max_cores && choice.cores() > *max_cores) continue;
            all_.push_back({core, array, forecast(cores_[core], choice)});
        }
    considered_ = static_cast<std::int64_t>(all_.size());
    sort(all_);
}

void PackSpace::sort(std::vector<Candidate>& candidates) const {
    std::ranges::stable_sort(candidates, [&](const Candidate& a, const Candidate& b) {
        return better(objective_, a.forecast, b.forecast);
    });
}

void PackSpace::keep_the_best() {
    constexpr std::size_t kMostKept = 500;
    for (Candidate candidate : all_) {
        if (kept_.size() == kMostKept) break;
        Core& core = cores_[candidate.core];
        if (!make_exact(core)) continue;
        candidate.forecast = forecast(core, arrays_[candidate.array]);
        kept_.push_back(candidate);
    }
    sort(kept_);
}

bool PackSpace::make_exact(Core& core) {
    if (core.is_exact) return std::isfinite(core.cycles);
    core.is_exact = true;
    try {
        const auto stalls = gemm::packs::pack_stalls(core.design, device_, kernel_cycles());
        core.cycles =
            gemm::packs::estimate(core.design, device_, kernel_cycles(), stalls).binding().cycles /
            static_cast<double>(core.design.iterations);
    } catch (const schedule::MappingError&) {
        core.cycles = std::numeric_limits<double>::infinity();
    }
    return std::isfinite(core.cycles);
}

schedule::KernelCycles PackSpace::kernel_cycles() {
    return [this](const kernels::Kernel& kernel) {
        return times_.of(kernels::program_of(kernel, device_));
    };
}

Cost PackSpace::forecast(const Core& core, const ArrayChoice& array) const {
    const gemm::Extent& tile = *core.design.tile;
    const double operations = arch::kOperationsPerMac *
                              static_cast<double>(tile.m * tile.k * tile.n) *
                              static_cast<double>(array.cores());
    return {.time = device_.time_of(kPackOperations / operations * core.cycles),
            .cores = array.cores()};
}

PackDesign PackSpace::complete(const Core& core, const ArrayChoice& array, int stagger) const {
    PackDesign design = open_;
    design.tile = core.design.tile;
    design.mmul = core.design.mmul;
    design.placement = core.design.placement;
    design.rows = array.rows;
    design.size = array.size;
    design.packs = array.packs;
    design.stagger = stagger;
    return gemm::packs::choose(design, device_);
}

int PackSpace::routed_stagger(const Core& core, std::size_t array) {
    const std::vector<int>& staggers = arrays_[array].staggers;
    if (staggers.size() == 1) return staggers.front();
    const int apart = gemm::packs::rows_of_a_pack(*core.design.placement);
    const auto [known, is_new] = staggers_.try_emplace({array, apart}, staggers.front());
    if (!is_new) return known->second;
    for (const int stagger : staggers) {
        const PackDesign design = complete(core, arrays_[array], stagger);
        if (!gemm::packs::stagger_figures(design, device_, stagger).routed()) continue;
        known->second = stagger;
        break;
    }
    return known->second;
}

Design PackSpace::design(std::size_t index) {
    const Candidate& candidate = kept_.at(index);
    const Core& core = cores_[candidate.core];
    return made(complete(core, arrays_[candidate.array], routed_stagger(core, candidate.array)));
}

Design PackSpace::made(const PackDesign& packs) {
    const auto workload = std::make_shared<gemm::packs::PackWorkload>(packs, device_);
    const double operations = packs.operations() * static_cast<double>(packs.iterations);
    Design made;
    made.name = fmt::format("{} in {}, {} x {} x {} by {}, {}", to_string(*packs.tile),
                            to_string(*packs.mmul), *packs.rows, *packs.size, *packs.packs,
                            *packs.stagger, to_string(*packs.placement));
    made.choices = {{"tile.m", packs.tile->m},
                    {"tile.k", packs.tile->k},
                    {"tile.n", packs.tile->n},
                    {"mmul", to_string(*packs.mmul)},
                    {"array.rows", std::int64_t{*packs.rows}},
                    {"array.size", std::int64_t{*packs.size}},
                    {"array.packs", std::int64_t{*packs.packs}},
                    {"array.stagger", std::int64_t{*packs.stagger}},
                    {"placement", to_string(*packs.placement)}};
    made.runs = {{workload}};
    made.weight = kPackOperations / operations;
    made.estimate = gemm::packs::estimate(
        packs, device_, kernel_cycles(), gemm::packs::pack_stalls(packs, device_, kernel_cycles()));
    // The longest term alone: the rate of iterations, without the start and the end of the run.
    made.forecast = {.time = device_.time_of(made.estimate.binding().cycles * made.weight),
                     .cores = packs.cores()};
    return made;
}

}  // namespace xdnasim::search
