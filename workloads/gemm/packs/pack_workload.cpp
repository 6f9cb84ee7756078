#include "workloads/gemm/packs/pack_workload.hpp"

#include <array>

#include <fmt/format.h>

#include "arch/routing_graph.hpp"
#include "base/error.hpp"
#include "base/number_format.hpp"
#include "workloads/gemm/gemm_parameters.hpp"
#include "workloads/gemm/packs/array_shape.hpp"
#include "workloads/gemm/packs/pack_parts.hpp"
#include "workloads/gemm/packs/tile_choice.hpp"
#include "workloads/mapping/mapping.hpp"
#include "workloads/routing/router.hpp"

namespace xdnasim::gemm::packs {

using schedule::HostMemory;
using schedule::Line;

PackWorkload::PackWorkload(const PackDesign& chosen, const arch::Device& device)
    : design_{chosen},
      gamma_{tile_figures(chosen.types, chosen.tile, device, chosen.pl_clock_ghz).gamma()},
      array_peak_{arch::kOperationsPerMac * chosen.peak_macs_per_cycle * device.core_rows() *
                  device.columns} {}

namespace {

/// Returns whether the best stagger is another one, and there is room for it.
bool is_better_staggered(const PackDesign& design, const arch::Device& device) {
    return design.rows > 1 && design.stagger != kBestStagger &&
           design.size * design.packs + kBestStagger <= device.columns;
}

}  // namespace

/// The streams take most links of the array. If links are missing, the message says what to change;
/// if counting shows this already, the router does not run.
schedule::Schedule PackWorkload::map(const arch::Device& device) const {
    const Cut cut = tightest_cut(design_, device);
    if (cut.excess() > 0)
        throw schedule::MappingError{
            "gemm.array",
            fmt::format("gemm.array: {} streams have to pass from column {} to column {}, {} more "
                        "than the {} links there; the nearest that fits: {}",
                        cut.streams, cut.from, cut.to, cut.excess(), cut.links,
                        nearest_array(design_, device))};
    schedule::Schedule schedule = program_of(design_, device);
    const arch::RoutingGraph graph{device};
    try {
        schedule.routes = routing::route(schedule.flows, graph);
    } catch (const base::InputError& error) {
        throw schedule::MappingError{
            "gemm.array",
            fmt::format("gemm.array: with a stagger of {}, {}\nUse {}fewer packs, or fewer rows",
                        *design_.stagger, error.what(),
                        is_better_staggered(design_, device)
                            ? fmt::format("a stagger of {}, ", kBestStagger)
                            : "")};
    }
    return schedule;
}

parameters::Values PackWorkload::parameters() const {
    return parameter_table().values(design_);
}

parameters::Values PackWorkload::derived() const {
    const auto [m, k, n] = design_.matrices();
    const PortNumbers ports{design_};
    return {{"size.m", m},
            {"size.k", k},
            {"size.n", n},
            {"gamma", gamma_},
            {"cores", std::int64_t{design_.cores()}},
            {"ports_in", std::int64_t{ports.of_a + ports.of_b}},
            {"ports_out", std::int64_t{ports.of_c}},
            {"array_peak_operations_per_cycle", array_peak_}};
}

std::vector<Line> PackWorkload::summary() const {
    const PortNumbers ports{design_};
    std::vector<Line> lines{
        {"gemm", fmt::format("{} of {}, {}", base::counted(design_.iterations, "iteration"),
                             to_string(design_.matrices()), to_string(design_.types))},
        {"tile", fmt::format("{} per core in {}, gamma {:.2f}, shift {}, placement {}",
                             to_string(design_.tile), to_string(design_.mmul), gamma_,
                             *design_.shift, to_string(*design_.placement))},
        {"packs",
         fmt::format("{} of {} in each of {}, staggered by {}; {} from the PL, {} to it",
                     base::counted(*design_.packs, "pack"), base::counted(*design_.size, "core"),
                     base::counted(*design_.rows, "row"), *design_.stagger,
                     base::counted(ports.of_a + ports.of_b, "port"), ports.of_c)}};
    if (!design_.why_fewer_rows.empty())
        lines.push_back(
            {"rows", fmt::format("{}, no more: {}", *design_.rows, design_.why_fewer_rows)});
    return lines;
}

std::string PackWorkload::array_text() const {
    return fmt::format("{} cores", design_.cores());
}

schedule::Work PackWorkload::work() const {
    const PortNumbers ports{design_};
    const arch::Bytes c = design_.c_tile() * ports.of_c * design_.iterations;
    return {.operations = design_.operations() * static_cast<double>(design_.iterations),
            .peak_operations_per_cycle =
                arch::kOperationsPerMac * design_.peak_macs_per_cycle * design_.cores(),
            .moved = (design_.a_tile() * ports.of_a + design_.b_tile() * ports.of_b) *
                         design_.iterations +
                     c,
            .results = c,
            .kernel = kernel_number(kernels::part_of(design_.size - 1, design_.size)),
            .iterations = design_.iterations};
}

std::vector<schedule::BufferContent> PackWorkload::buffers() const {
    using enum schedule::BufferRole;
    const PortNumbers ports{design_};
    const auto& [m, k, n] = *design_.tile;
    std::vector<schedule::BufferContent> all;
    for (int number = 0; number < ports.all(); ++number) {
        schedule::BufferContent content{{number}, Input, {}, {}, "tiled"};
        if (number < ports.of_a) {
            content.type = to_string(design_.types.a);
            content.shape = {design_.iterations * m, k};
        } else if (number < ports.of_a + ports.of_b) {
            content.type = to_string(design_.types.b);
            content.shape = {design_.iterations * k, n};
        } else {
            content.role = Output;
            content.type = to_string(design_.types.c);
            content.shape = {design_.iterations * m, n};
        }
        all.push_back(std::move(content));
    }
    return all;
}

void PackWorkload::fill(HostMemory& host, std::uint64_t seed) const {
    packs::fill(design_, host, seed);
}

schedule::Verification PackWorkload::check(HostMemory& host, const schedule::DataRun& run) const {
    run(host, nullptr);
    return packs::check(design_, host);
}

arch::Bytes PackWorkload::memory_to_check() const {
    return packs::memory_to_check(design_);
}

schedule::Estimate PackWorkload::estimate(const schedule::Schedule& /*schedule*/,
                                          const arch::Device& device,
                                          const schedule::KernelCycles& cycles) const {
    return packs::estimate(design_, device, cycles, pack_stalls(design_, device, cycles));
}

bool is_asked_for(const base::Node& section) {
    const base::Node* const mapping = section.find("mapping");
    return mapping != nullptr && mapping->as_one_of(kMappings) == GemmMapping::Packs;
}

PackDesign read_open(const base::Node& section) {
    PackDesign design;
    parameter_table().read(section, "gemm", design);
    return design;
}

std::shared_ptr<const schedule::Workload> read_packs(const base::Node& section,
                                                     const arch::Device& device) {
    return std::make_shared<PackWorkload>(choose(read_open(section), device), device);
}

std::vector<parameters::Description> describe_packs() {
    return parameter_table().descriptions();
}

schedule::Schedule map_packs(const PackDesign& design, const arch::Device& device) {
    return mapping::map_workload(std::make_shared<PackWorkload>(choose(design, device), device),
                                 device);
}

const PackDesign* design_of(const schedule::Workload* workload) {
    const auto* const packs = dynamic_cast<const PackWorkload*>(workload);
    return packs == nullptr ? nullptr : &packs->design();
}

}  // namespace xdnasim::gemm::packs
