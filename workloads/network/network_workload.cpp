#include "workloads/network/network_workload.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "workloads/kernels/kernel_program.hpp"
#include "workloads/network/links/transfers.hpp"
#include "workloads/network/network_model.hpp"
#include "workloads/network/network_parts.hpp"
#include "workloads/schedule/patterns.hpp"

namespace xdnasim::network {

namespace {

constexpr schedule::KernelRef kReportedKernel{0};  // kernel of the first layer

/// Number of cores that call the kernel; each calls it once for each sample.
std::int64_t cores_with(const schedule::Schedule& schedule, schedule::KernelRef kernel) {
    return std::ranges::count_if(schedule.tiles, [&](const schedule::TileProgram& program) {
        const auto round = schedule::core_round(program);
        return round && round->calls.contains(kernel);
    });
}

/// Precondition: there is a core of the network on the tile.
schedule::KernelRef kernel_at(const schedule::Schedule& schedule, arch::TileId tile) {
    const auto program = std::ranges::find(schedule.tiles, tile, &schedule::TileProgram::tile);
    return schedule::core_round(*program)->calls.begin()->first;
}

/// Share of each stage, for the core that ends last.
KernelShares kernel_shares(const std::vector<Stage>& stages, const schedule::Schedule& schedule,
                           const arch::Device& device, const schedule::KernelCycles& cycles) {
    std::map<schedule::KernelRef, double> known;
    KernelShares shares;
    for (const Stage& stage : stages) {
        const schedule::KernelRef ref = kernel_at(schedule, holders_of(stage).front().tile);
        const auto [share, is_new] = known.try_emplace(ref);
        if (is_new) {
            const kernels::Kernel& kernel = *schedule.kernel(ref);
            kernels::Kernel by_slots = kernel;
            by_slots.cycles.reset();
            share->second = schedule::as_double(cycles(kernel)) /
                            schedule::as_double(cycles_per_call(by_slots, device));
        }
        shares.push_back(share->second);
    }
    return shares;
}

/// MACs of all layers for one sample, without padding.
double macs_of(const NetworkDesign& design) {
    double macs = 0;
    int rows = design.rows;
    int inputs = design.columns;
    for (const LayerDesign& layer : design.layers) {
        macs += static_cast<double>(rows) * inputs * layer.width;
        if (layer.aggregate) rows = 1;
        inputs = layer.width;
    }
    return macs;
}

std::string name_of(const Stage& stage) {
    return stage.aggregates ? "aggregation" : fmt::format("layer {}", stage.layer);
}

std::string described(const Stage& stage, const NetworkDesign& design, bool is_first,
                      bool in_packets) {
    const LayerDesign& layer = design.layers[stage.layer];
    if (stage.aggregates)
        return fmt::format("{} over {} rows on {} at {}", to_string(*layer.aggregate), stage.rows,
                           base::counted(stage.split.a, "core"), to_string(stage.at));
    std::string text =
        fmt::format("{}x{}x{} on {}x{}x{} cores at {}", stage.m, stage.k, stage.n, stage.split.a,
                    stage.split.b, stage.split.c, to_string(stage.at));
    if (layer.bias) text += ", bias";
    if (layer.relu) text += ", ReLU";
    text += is_first ? ", from the PL" : ", by " + to_string(stage.link);
    if (in_packets) text += " in packets";
    return text;
}

}  // namespace

NetworkWorkload::NetworkWorkload(NetworkDesign design, std::vector<Stage> stages,
                                 const arch::Device& device)
    : design_{std::move(design)},
      stages_{std::move(stages)},
      packet_links_{packet_links_of(stages_, device)},
      peak_macs_per_cycle_{kernels::dense_rate(device).peak_macs_per_cycle} {}

schedule::Schedule NetworkWorkload::map(const arch::Device& device) const {
    return program_of(design_, stages_, device);
}

parameters::Values NetworkWorkload::parameters() const {
    // The ranges in the table do not affect the values.
    return parameter_table(arch::Device{}).values(design_);
}

parameters::Values NetworkWorkload::derived() const {
    parameters::Values values{{"cores", std::int64_t{cores_of(stages_)}},
                              {"search_complete", !design_.search_was_cut_off}};
    for (std::size_t i = 0; i < stages_.size(); ++i) {
        const Stage& stage = stages_[i];
        const auto add = [&](const char* key, parameters::Value value) {
            values.push_back({fmt::format("stages.{}.{}", i, key), std::move(value)});
        };
        add("layer", static_cast<std::int64_t>(stage.layer));
        add("aggregates", stage.aggregates);
        add("m", std::int64_t{stage.m});
        add("k", std::int64_t{stage.k});
        add("n", std::int64_t{stage.n});
        add("columns", std::int64_t{stage.width()});
        add("rows", std::int64_t{stage.height()});
    }
    return values;
}

std::vector<schedule::NamedTile> NetworkWorkload::tiles() const {
    std::vector<schedule::NamedTile> tiles;
    for (std::size_t i = 0; i < stages_.size(); ++i)
        tiles.push_back(
            {fmt::format("stages.{}.column", i), fmt::format("stages.{}.row", i), stages_[i].at});
    return tiles;
}

std::vector<schedule::Line> NetworkWorkload::summary() const {
    std::vector<schedule::Line> lines{
        {"network",
         fmt::format("{} of {} x {}, {}", base::counted(design_.samples, "sample"), design_.rows,
                     design_.columns,
                     base::counted(static_cast<std::int64_t>(design_.layers.size()), "layer"))}};
    for (std::size_t i = 0; i < stages_.size(); ++i) {
        const Stage& stage = stages_[i];
        lines.push_back(
            {name_of(stage), described(stage, design_, i == 0, packet_links_[i].has_value())});
    }
    if (design_.search_was_cut_off)
        lines.push_back({"search",
                         "reached its limit before all splits, places and links were tried: others "
                         "may be faster (choose them with the keys of a layer)"});
    return lines;
}

std::string NetworkWorkload::array_text() const {
    return base::counted(cores_of(stages_), "core");
}

schedule::Work NetworkWorkload::work() const {
    const std::int64_t in = std::int64_t{design_.rows} * design_.columns;
    const std::int64_t out = std::int64_t{design_.output_rows()} * design_.layers.back().width;
    return {.operations = arch::kOperationsPerMac * macs_of(design_) * design_.samples,
            .peak_operations_per_cycle =
                arch::kOperationsPerMac * peak_macs_per_cycle_ * cores_of(stages_),
            .moved = arch::Bytes{(in + out) * design_.samples},
            .results = arch::Bytes{out * design_.samples},
            .kernel = kReportedKernel,
            .iterations = design_.samples};
}

std::vector<schedule::CoreGroup> NetworkWorkload::core_groups() const {
    std::vector<schedule::CoreGroup> groups;
    for (const Stage& stage : stages_) {
        schedule::CoreGroup group{name_of(stage), {}};
        for (int row = 0; row < stage.height(); ++row)
            for (int column = 0; column < stage.width(); ++column)
                group.tiles.push_back({stage.at.column + column, stage.at.row + row});
        groups.push_back(std::move(group));
    }
    return groups;
}

std::vector<schedule::BufferContent> NetworkWorkload::buffers() const {
    std::vector<schedule::BufferContent> contents;
    for (const NetworkPort& port : ports_of(stages_)) {
        const auto role =
            port.is_input ? schedule::BufferRole::Input : schedule::BufferRole::Output;
        contents.push_back({{static_cast<int>(contents.size())},
                            role,
                            "int8",
                            {design_.samples, port.part.elements()}});
    }
    // Data that passes through the PL between two layers is written and read.
    for (std::size_t i = 1; i < stages_.size(); ++i) {
        if (stages_[i].link != Link::Pl || stages_[i].aggregates) continue;
        for (const Piece& piece : pieces_between(stages_[i - 1], stages_[i]))
            contents.push_back({{static_cast<int>(contents.size())},
                                schedule::BufferRole::Output,
                                "int8",
                                {design_.samples, piece.part.elements()}});
    }
    return contents;
}

schedule::Estimate NetworkWorkload::estimate(const schedule::Schedule& schedule,
                                             const arch::Device& device,
                                             const schedule::KernelCycles& cycles) const {
    const LatencyModel model{design_, device};
    const KernelShares shares = kernel_shares(stages_, schedule, device, cycles);
    const Forecast forecast = model.forecast(stages_, shares);
    schedule::Estimate estimate;
    estimate.calls = cores_with(schedule, kReportedKernel) * design_.samples;
    estimate.epilogue = forecast.out;
    if (design_.samples == 1) {
        double compute = 0;
        for (const StageForecast& stage : forecast.stages)
            compute += stage.compute;
        estimate.terms.push_back({schedule::Limit::Compute, compute});
        estimate.prologue = forecast.cycles() - forecast.out - compute;
        return estimate;
    }
    const Pace pace = model.pace(stages_, shares);
    estimate.terms.push_back({schedule::Limit::Compute, pace.cores * design_.samples});
    estimate.terms.push_back({schedule::Limit::Stream, pace.streams * design_.samples});
    estimate.prologue = cycles_before_pace(forecast.cycles(), forecast.out, pace);
    return estimate;
}

std::shared_ptr<const schedule::Workload> read_network(const base::Node& section,
                                                       const arch::Device& device) {
    NetworkDesign design;
    parameter_table(device).read(section, "network", design);
    std::vector<Stage> stages = choose(design, device);
    return std::make_shared<NetworkWorkload>(std::move(design), std::move(stages), device);
}

std::vector<parameters::Description> describe_network(const arch::Device& device) {
    return parameter_table(device).descriptions();
}

}  // namespace xdnasim::network
