#include <utility>

#include "workloads/gemm/gemm_choice.hpp"
#include "workloads/gemm/gemm_program.hpp"
#include "workloads/kernels/kernel_program.hpp"
#include "workloads/memory/pattern_factors.hpp"
#include "workloads/search/gemm_designs.hpp"

namespace xdnasim::search {

using gemm::Extent;
using gemm::GemmDesign;
using schedule::as_double;

namespace {

double macs_of(const Extent& size) {
    return as_double(size.m) * as_double(size.k) * as_double(size.n);
}

}  // namespace

double GemmDesigns::macs() const {
    double sum = 0;
    for (const SizedCalls& sized : question_.sizes)
        sum += macs_of(sized.size) * as_double(sized.calls);
    return sum;
}

gemm::GemmCosts GemmDesigns::costs(const GemmDesign& design) {
    const TileOfCosts tile{*design.tile, design.b_layout, design.rho, design.c_buffers};
    if (!last_costs_ || last_costs_->first != tile) last_costs_ = {tile, costs_of_tile(design)};
    return last_costs_->second;
}

gemm::GemmCosts GemmDesigns::costs_of_tile(const GemmDesign& design) {
    const auto slots = [&](const kernels::Kernel& kernel) {
        return kernel.cycles ? *kernel.cycles : calls_.of(program_of(kernel, device_));
    };
    const auto multiply = multiply_.try_emplace(
        {design.slice_rows(), design.tile->k, design.tile->n, design.b_layout});
    const auto zero = zero_.try_emplace({design.tile->m, design.tile->n});
    if (multiply.second || zero.second) {
        const std::vector<kernels::Kernel> kernels = gemm::kernels_of(design, device_);
        if (multiply.second) multiply.first->second = slots(kernels[gemm::kMatmulKernel.index]);
        // The kernels of an output tile besides its products: zeros, and its encoding.
        if (zero.second)
            for (std::size_t i = 0; i < kernels.size(); ++i)
                if (std::cmp_not_equal(i, gemm::kMatmulKernel.index))
                    zero.first->second += slots(kernels[i]);
    }
    const auto locks = locks_.try_emplace({design.rho, design.c_buffers});
    if (locks.second) {
        // The number of lock operations in a core's program does not depend on the size of its
        // tiles.
        const gemm::GemmCosts counted = gemm::costs_of(gemm::core_program(design, device_, 0, 0),
                                                       gemm::kernels_of(design, device_), slots);
        locks.first->second = {counted.locks_of_a_call, counted.locks_of_an_output};
    }
    return {.multiply = as_double(multiply.first->second),
            .zero = as_double(zero.first->second),
            .locks_of_a_call = locks.first->second.of_call,
            .locks_of_an_output = locks.first->second.of_output};
}

arch::Cycles GemmDesigns::call_cycles(const GemmChoice& choice) {
    GemmDesign design = made(choice);
    design.size = question_.sizes.front().size;
    design.pad();
    return arch::Cycles{static_cast<std::int64_t>(costs(design).multiply)};
}

double GemmDesigns::macs_per_cycle(const GemmChoice& choice) {
    return macs_of(choice.tile) / as_double(choice.rho) / as_double(call_cycles(choice));
}

Cost GemmDesigns::kernels_alone(const GemmChoice& choice) {
    Cost cost{.cores = choice.rows * choice.columns};
    GemmDesign design = made(choice);
    for (const SizedCalls& sized : question_.sizes) {
        design.size = sized.size;
        design.pad();
        const double calls = as_double(design.m_blocks() * design.n_blocks()) *
                             as_double(design.calls_per_output() * sized.calls);
        cost.time += device_.time_of(calls * costs(design).multiply);
    }
    return cost;
}

template <class Factors>
GemmForecast GemmDesigns::forecast(const GemmChoice& choice, const Sizes& sizes, Factors factors) {
    GemmDesign design = made(choice);
    GemmForecast forecast;
    forecast.cost.cores = choice.rows * choice.columns;
    double longest = 0;
    for (const SizedCalls& sized : sizes) {
        design.size = sized.size;
        design.pad();
        const schedule::Estimate estimate = gemm::estimate(
            design, device_, gemm::gemm_terms(design, device_, costs(design)), factors(design));
        const double cycles = estimate.cycles();
        const double calls = as_double(sized.calls);
        forecast.cost.time += (device_.time_of(cycles) + device_.dispatch) * calls;
        forecast.cost.dispatch += device_.dispatch * calls;
        forecast.cost.add_dram(estimate.read + estimate.written, sized.calls);
        if (cycles * calls <= longest) continue;
        longest = cycles * calls;
        forecast.longest = estimate;
    }
    return forecast;
}

GemmForecast GemmDesigns::refined_forecast(const GemmChoice& choice, const Sizes& sizes) {
    return forecast(choice, sizes, [this](const GemmDesign& padded) {
        const GemmDesign design = gemm::complete_if_it_fits(padded, device_).value();
        return memory::pattern_factors(gemm::program_of(design, device_), device_);
    });
}

GemmForecast GemmDesigns::forecast(const GemmChoice& choice) {
    return forecast(choice, question_.sizes,
                    [](const GemmDesign&) { return schedule::PatternFactors{}; });
}

GemmForecast GemmDesigns::refined_forecast(const GemmChoice& choice) {
    return refined_forecast(choice, question_.sizes);
}

}  // namespace xdnasim::search
