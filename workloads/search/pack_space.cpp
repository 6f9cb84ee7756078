#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "workloads/gemm/packs/array_shape.hpp"
#include "workloads/gemm/packs/pack_workload.hpp"
#include "workloads/gemm/packs/tile_choice.hpp"
#include "workloads/kernels/kernel_program.hpp"
#include "workloads/kernels/vliw/call_schedule.hpp"
#include "workloads/search/spaces.hpp"

namespace xdnasim::search {
namespace {

using gemm::packs::PackDesign;

/// What is asked for alone, or else all of `choices`.
template <class T>
std::vector<T> values_of(const parameters::Open<T>& open, std::vector<T> choices) {
    if (open.asked()) return {*open};
    return choices;
}

std::vector<gemm::Extent> tiles_of(const PackDesign& chosen, const arch::Device& device) {
    std::vector<gemm::Extent> tiles = gemm::packs::best_tiles(chosen, chosen.mmul, device);
    if (std::ranges::find(tiles, *chosen.tile) == tiles.end()) tiles.push_back(chosen.tile);
    return tiles;
}

std::vector<int> sizes_of(const arch::Device& device) {
    std::vector<int> sizes{1};
    for (const gemm::packs::ArrayShape& shape :
         gemm::packs::pack_table(gemm::packs::array_limits(device)))
        sizes.push_back(shape.size);
    return sizes;
}

Design design_of(const PackDesign& packs, const arch::Device& device, vliw::CallTimes& times) {
    const auto workload = std::make_shared<gemm::packs::PackWorkload>(packs, device);
    const double operations = packs.operations() * static_cast<double>(packs.iterations);
    Design made;
    made.name = fmt::format("{}, {} x {} x {}, {}", gemm::packs::to_string(*packs.tile),
                            *packs.rows, *packs.size, *packs.packs, to_string(*packs.placement));
    made.choices = {{"tile.m", packs.tile->m},
                    {"tile.k", packs.tile->k},
                    {"tile.n", packs.tile->n},
                    {"array.rows", std::int64_t{*packs.rows}},
                    {"array.size", std::int64_t{*packs.size}},
                    {"array.packs", std::int64_t{*packs.packs}},
                    {"placement", to_string(*packs.placement)}};
    const auto calls = static_cast<std::int64_t>(std::ceil(kPackOperations / operations));
    made.runs = {{workload, calls}};
    made.estimate = workload->estimate({}, device, [&](const kernels::Kernel& kernel) {
        return times.of(kernels::program_of(kernel, device));
    });
    // The longest term alone: the rate of iterations without start and end.
    made.forecast = {.time = arch::Nanoseconds{made.estimate.binding().cycles *
                                               static_cast<double>(calls) / device.clock_ghz},
                     .cores = packs.cores()};
    return made;
}

}  // namespace

PackSpace::PackSpace(const PackDesign& open, const arch::Device& device) {
    const PackDesign chosen = gemm::packs::choose(open, device);
    vliw::CallTimes times{device.core.slots};
    for (const gemm::Extent& tile : values_of(open.tile, tiles_of(chosen, device)))
        for (const int size : values_of(open.size, sizes_of(device)))
            for (const gemm::packs::Strategy placement :
                 {gemm::packs::Strategy::Address, gemm::packs::Strategy::Location,
                  gemm::packs::Strategy::Unconstrained}) {
                if (open.placement.asked() && placement != *open.placement) continue;
                PackDesign packs = open;
                packs.tile = tile;
                packs.size = size;
                packs.placement = placement;
                try {
                    packs = gemm::packs::choose(packs, device);
                } catch (const schedule::MappingError&) {
                    continue;  // it has no room
                }
                if (gemm::packs::tightest_cut(packs, device).excess() > 0) continue;
                designs_.push_back(design_of(packs, device, times));
            }
    std::ranges::stable_sort(designs_, {},
                             [](const Design& design) { return design.forecast.time.count(); });
}

double operations_of(const Design& design) {
    double operations = 0;
    for (const Run& run : design.runs)
        operations += run.workload->work().operations * static_cast<double>(run.calls);
    return operations;
}

}  // namespace xdnasim::search
