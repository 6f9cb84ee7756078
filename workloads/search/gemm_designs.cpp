#include "workloads/search/gemm_designs.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "workloads/gemm/gemm_choice.hpp"
#include "workloads/gemm/gemm_placement.hpp"
#include "workloads/gemm/gemm_workload.hpp"
#include "workloads/kernels/kernel_program.hpp"

namespace xdnasim::search {

using gemm::Extent;
using gemm::GemmDesign;

namespace {

/// Beyond it, slices are so thin that the kernel consists of its prologue.
constexpr std::int64_t kMaxRho = 8;
constexpr int kMaxCBuffers = 2;

/// Rows and columns of all arrays that the device has, or of the requested one.
std::vector<std::pair<int, int>> arrays_of(const GemmDesign& largest, bool open) {
    if (!open) return {{*largest.rows, *largest.columns}};
    std::vector<std::pair<int, int>> arrays;
    for (int rows = 1; rows <= largest.rows; ++rows)
        for (int columns = 1; columns <= largest.columns; ++columns)
            arrays.emplace_back(rows, columns);
    const auto cores = [](const auto& array) { return array.first * array.second; };
    std::ranges::stable_sort(arrays, std::ranges::greater{}, cores);
    return arrays;
}

}  // namespace

std::string to_string(GemmKey key) {
    switch (key) {
        case GemmKey::Tile:
            return "tile";
        case GemmKey::KMt:
            return "k_mt";
        case GemmKey::Rho:
            return "rho";
        case GemmKey::CBuffers:
            return "c_buffers";
        case GemmKey::BLayout:
            return "b_layout";
        case GemmKey::Array:
            break;
    }
    return "array";
}

GemmChoice choice_of(const Design& design) {
    const GemmDesign& chosen = *gemm::design_of(design.runs.front().workload.get());
    return {*chosen.tile,    *chosen.k_mt, chosen.rho,     chosen.c_buffers,
            chosen.b_layout, *chosen.rows, *chosen.columns};
}

GemmDesigns::GemmDesigns(GemmQuestion question, const arch::Device& device)
    : question_{std::move(question)}, device_{device}, calls_{device.core.slots} {
    const GemmDesign largest = gemm::choose_array(question_.given, device);
    for (const auto& [rows, columns] : arrays_of(largest, is_open(GemmKey::Array))) {
        GemmDesign base = question_.given;
        base.rows = rows;
        base.columns = columns;
        try {
            bases_.emplace(std::pair{rows, columns}, gemm::choose_array(base, device));
            arrays_.emplace_back(rows, columns);
        } catch (const schedule::MappingError&) {
            // This number of rows needs more channels of a mem tile than this number of columns
            // has.
        }
    }
}

std::vector<std::int64_t> GemmDesigns::rhos() const {
    const GemmDesign& given = question_.given;
    const bool follows_tile = given.t_ma.has_value();
    if (follows_tile && !is_open(GemmKey::Tile)) return {given.tile->m / *given.t_ma};
    if (!follows_tile && !is_open(GemmKey::Rho)) return {given.rho};
    const std::int64_t most = follows_tile ? gemm::kMaxSlices : kMaxRho;
    std::vector<std::int64_t> all;
    for (std::int64_t rho = 1; rho <= most; ++rho)
        all.push_back(rho);
    return all;
}

std::vector<int> GemmDesigns::c_buffers() const {
    if (!is_open(GemmKey::CBuffers)) return {question_.given.c_buffers};
    std::vector<int> all;
    for (int buffers = 1; buffers <= kMaxCBuffers; ++buffers)
        all.push_back(buffers);
    return all;
}

std::vector<kernels::Layout> GemmDesigns::b_layouts() const {
    if (!is_open(GemmKey::BLayout)) return {question_.given.b_layout};
    std::vector<kernels::Layout> all{kernels::kLayouts.begin(), kernels::kLayouts.end()};
    std::erase_if(all, [this](const kernels::Layout layout) {
        return !kernels::b_may_lie(question_.given.b_type, layout);
    });
    return all;
}

std::vector<Extent> GemmDesigns::tiles(std::int64_t rho, int c_buffers) const {
    GemmDesign design = bases_.begin()->second;
    design.rho = rho;
    design.c_buffers = c_buffers;
    const auto [r, s, t] = design.unit();
    const bool has_slice = design.t_ma.has_value();
    // The closed forms have no kernel for other tiles.
    const auto has_kernel = [&](const Extent& tile) {
        design.tile = tile;
        return !gemm::find_unfit_kernel(design, device_);
    };
    if (!is_open(GemmKey::Tile)) {
        const Extent& given = *question_.given.tile;
        const bool has_slices =
            has_slice || !is_open(GemmKey::Rho) || rho == 1 || given.m % (r * rho) == 0;
        return has_slices && has_kernel(given) ? std::vector{given} : std::vector<Extent>{};
    }
    const std::int64_t rows = design.t_ma.value_or(r) * rho;
    if (rows % (r * rho) != 0) return {};
    const arch::Bytes room = device_.comp_tile.memory - *design.stack;
    const auto fits = [&](const Extent& tile) {
        design.tile = tile;
        return gemm::core_buffer_bytes(design) <= room;
    };
    std::vector<Extent> all;
    for (std::int64_t m = rows; fits({m, s, t}) && (m == rows || !has_slice); m += rows)
        for (std::int64_t n = t; fits({m, s, n}); n += t)
            for (std::int64_t k = s; fits({m, k, n}); k += s)
                if (const Extent tile{m, k, n}; has_kernel(tile)) all.push_back(tile);
    return all;
}

std::vector<std::int64_t> GemmDesigns::k_mts(const Extent& tile) const {
    if (!is_open(GemmKey::KMt)) return {*question_.given.k_mt};
    std::int64_t longest = 0;
    for (const SizedCalls& sized : question_.sizes)
        longest = std::max(longest, sized.size.k);
    // A mem tile holds at least two panels of A.
    std::vector<std::int64_t> all;
    for (std::int64_t k_mt = tile.k; k_mt < longest + tile.k; k_mt += tile.k) {
        const arch::Bytes panels = gemm::kInputBuffers * question_.given.a_size(tile.m * k_mt);
        if (k_mt > tile.k && panels > 2 * device_.mem_tile.memory) break;
        all.push_back(k_mt);
    }
    return all;
}

GemmDesign GemmDesigns::made(const GemmChoice& choice) const {
    GemmDesign design = bases_.at({choice.rows, choice.columns});
    design.tile = choice.tile;
    design.k_mt = choice.k_mt;
    design.rho = choice.rho;
    design.c_buffers = choice.c_buffers;
    design.b_layout = choice.b_layout;
    return design;
}

bool GemmDesigns::fits(const GemmChoice& choice) const {
    return !complete(choice, question_.sizes).empty();
}

Design GemmDesigns::design(const GemmChoice& choice) {
    return design(choice, question_.sizes);
}

Design GemmDesigns::at_native_size(const GemmChoice& choice) {
    const auto nearest = [](std::int64_t size, std::int64_t unit) {
        return std::max<std::int64_t>(1, (2 * size + unit) / (2 * unit)) * unit;
    };
    const Extent& asked = question_.sizes.front().size;
    const Extent size{nearest(asked.m, choice.tile.m * choice.rows), nearest(asked.k, choice.k_mt),
                      nearest(asked.n, choice.tile.n * choice.columns)};
    Design design = this->design(choice, {{size, 1}});
    design.name += " at " + to_string(size);
    design.is_answer = false;
    return design;
}

std::vector<GemmDesign> GemmDesigns::complete(const GemmChoice& choice, const Sizes& sizes) const {
    GemmDesign design = made(choice);
    std::vector<GemmDesign> all;
    for (const SizedCalls& sized : sizes) {
        design.size = sized.size;
        const auto complete = gemm::complete_if_it_fits(design, device_);
        if (!complete) return {};
        all.push_back(*complete);
    }
    return all;
}

Design GemmDesigns::design(const GemmChoice& choice, const Sizes& sizes) {
    const GemmForecast forecast = refined_forecast(choice, sizes);
    Design design{.name = fmt::format("{}, k_mt {}", to_string(choice.tile), choice.k_mt),
                  .choices = {},
                  .runs = {},
                  .forecast = forecast.cost,
                  .estimate = forecast.longest};
    if (choice.rho != 1) design.name += fmt::format(", rho {}", choice.rho);
    if (choice.c_buffers != 1) design.name += fmt::format(", {} C buffers", choice.c_buffers);
    if (is_open(GemmKey::BLayout)) design.name += fmt::format(", B {}", to_string(choice.b_layout));
    if (is_open(GemmKey::Array))
        design.name += fmt::format(", {} x {} cores", choice.columns, choice.rows);
    design.choices = {{"tile.m", choice.tile.m},
                      {"tile.k", choice.tile.k},
                      {"tile.n", choice.tile.n},
                      {"k_mt", choice.k_mt},
                      question_.given.t_ma ? parameters::NamedValue{"t_ma", *question_.given.t_ma}
                                           : parameters::NamedValue{"rho", choice.rho},
                      {"c_buffers", std::int64_t{choice.c_buffers}},
                      {"b_layout", to_string(choice.b_layout)},
                      {"array.rows", std::int64_t{choice.rows}},
                      {"array.columns", std::int64_t{choice.columns}}};
    const std::vector<GemmDesign> designs = complete(choice, sizes);
    for (std::size_t i = 0; i < designs.size(); ++i)
        design.runs.push_back({std::make_shared<gemm::GemmWorkload>(designs[i]), sizes[i].calls});
    return design;
}

}  // namespace xdnasim::search
