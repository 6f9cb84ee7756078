#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "backends/systemc/systemc_backend.hpp"
#include "base/error.hpp"
#include "traces/events/events.hpp"
#include "validation/csv_table.hpp"
#include "validation/data_files.hpp"
#include "validation/simulated_run.hpp"
#include "validation/suites.hpp"
#include "workloads/kernels/dense_program.hpp"
#include "workloads/kernels/kernel_program.hpp"
#include "workloads/kernels/vliw/call_schedule.hpp"
#include "workloads/mapping/mapping.hpp"
#include "workloads/network/network_workload.hpp"

namespace xdnasim::validation {
namespace {

using arch::Cycles;
using arch::TileId;
using network::NetworkDesign;

constexpr double kMaxRowCycles = 1e6;

/// Clock of the programmable logic (Ji et al. 2026, section 6.1: 330 MHz).
constexpr double kPlClockGhz = 0.33;

// Cycles of single kernels, call and return included.

Simulation simulate_single(const kernels::Dense& work, const arch::Device& device) {
    const auto call =
        vliw::schedule_call(kernels::program_of({"", work, {}, false}, device), device.core.slots);
    return {.value = static_cast<double>(call.cycles().count()),
            .bound = Bound::Compute,
            .details = {{"ii", static_cast<double>(call.ii)}}};
}

Case single_case(const CsvRow& row) {
    kernels::Dense work;
    work.m = static_cast<int>(extent(row, "m"));
    work.k = static_cast<int>(extent(row, "k"));
    work.n = static_cast<int>(extent(row, "n"));
    work.a = {work.m, work.k, 0, 0};
    work.bias = work.relu = row["call"].as_choice<bool>({{"first", false}, {"bias_relu", true}});
    return {measurement_of(row, fmt::format("{}x{}x{}", work.m, work.k, work.n),
                           row["cycles"].as_double(1, kMaxRowCycles),
                           types_text(kernels::DataType::Int8, kernels::DataType::Int8)),
            [work, device = row.text("device")](const Devices& devices) {
                return simulate_single(work, devices.named(device));
            }};
}

// Cycles of networks, from events of their cores.

/// Times of a core's first kernel call.
struct FirstCall {
    Cycles input{};  ///< end of the last lock stall before the call
    Cycles begin{};
    Cycles got{};  ///< end of the last cascade stall before the end of the call
    Cycles end{};
    bool ended = false;
};

class FirstCalls final : public events::Listener {
 public:
    void on(const events::CoreInterval& event) override {
        FirstCall& call = calls_[event.tile];
        if (call.ended) return;
        const bool in_kernel = event.action == events::CoreAction::Kernel;
        if (event.state == events::CoreState::LockStall) call.input = event.end;
        if (event.state == events::CoreState::CascadeStall) call.got = event.end;
        if (event.state != events::CoreState::Busy || !in_kernel) return;
        if (call.end == Cycles{}) call.begin = event.begin;
        call.end = event.end;
        call.ended = !event.pauses;
    }

    [[nodiscard]] const FirstCall& of(TileId tile) const { return calls_.at(tile); }

 private:
    std::map<TileId, FirstCall> calls_;
};

struct NetworkRun {
    std::vector<network::Stage> stages;
    FirstCalls calls;
    backends::RunResult result;
};

struct MeasuredNetwork {
    int m = 0, k = 0, n = 0;
    int layers = 0;
    int cores = 0;
};

NetworkRun run_network(NetworkDesign design, const arch::Device& device) {
    design.pl_clock_ghz = kPlClockGhz;
    NetworkRun run;
    run.stages = network::choose(design, device);
    const auto workload =
        std::make_shared<network::NetworkWorkload>(std::move(design), run.stages, device);
    run.result = backends::make_systemc_backend()->run(mapping::map_workload(workload, device),
                                                       device, {.listeners = {&run.calls}});
    return run;
}

NetworkDesign design_of(const MeasuredNetwork& measured, int layers) {
    NetworkDesign design;
    design.rows = measured.m;
    design.columns = measured.k;
    design.layers.resize(static_cast<std::size_t>(layers));
    for (network::LayerDesign& layer : design.layers)
        layer.width = measured.n;
    return design;
}

/// Calls f(tile) for each core of a stage.
template <class F>
void for_each_core(const network::Stage& stage, F f) {
    for (int row = 0; row < stage.height(); ++row)
        for (int column = 0; column < stage.width(); ++column)
            f(TileId{stage.at.column + column, stage.at.row + row});
}

Simulation cycles_of(Cycles cycles, Bound bound) {
    return {.value = static_cast<double>(cycles.count()), .bound = bound, .details = {}};
}

/// Returns the cycles of the transfers into the first layer (from the first word at an input port
/// to the begin of the last core's first call) and out of the last layer (from the end of the last
/// core's first call to the end of the run).
Simulation simulate_dma(const MeasuredNetwork& measured, const arch::Device& device) {
    const NetworkRun run = run_network(design_of(measured, measured.layers), device);
    Cycles begin{};
    for_each_core(run.stages.front(),
                  [&](TileId tile) { begin = std::max(begin, run.calls.of(tile).begin); });
    Cycles end{};
    for_each_core(run.stages.back(),
                  [&](TileId tile) { end = std::max(end, run.calls.of(tile).end); });
    arch::Nanoseconds first = run.result.ports.front().first;
    for (const backends::PortFigures& port : run.result.ports)
        if (port.is_input) first = std::min(first, port.first);
    const Cycles first_word{std::llround(device.exact_cycles(first))};
    return cycles_of(begin - first_word + *run.result.cycles - end, Bound::Stream);
}

/// Returns the cycles from reading a word of the cascade until it is in a register.
Cycles latency_of_get(const arch::Device& device) {
    const arch::Operation* const get = device.core.slots.find("vmov.get");
    if (get == nullptr)
        throw base::InputError{
            fmt::format("{}: core.slots has no operation 'vmov.get'", device.name)};
    return Cycles{get->result};
}

/// Returns the cycles from the end of a kernel, whose last operation puts its last word to the
/// cascade, until this word is in a register of the next layer's core.
Simulation simulate_hand_over(const MeasuredNetwork& measured, const arch::Device& device) {
    NetworkDesign design = design_of(measured, measured.layers);
    for (network::LayerDesign& layer : design.layers)
        layer.split.a = layer.split.b = layer.split.c = 1;
    const NetworkRun run = run_network(std::move(design), device);
    const Cycles put = run.calls.of(run.stages[0].at).end;
    const Cycles got = run.calls.of(run.stages[1].at).got;
    return cycles_of(got + latency_of_get(device) - put, Bound::Latency);
}

/// Returns the cycles of an aggregation, from the time when the last of its cores has its inputs to
/// the end of its call.
Simulation simulate_aggregation(const MeasuredNetwork& measured, const arch::Device& device) {
    NetworkDesign design = design_of(measured, 2);
    design.layers[0].split.a = measured.cores;
    design.layers[0].split.b = 1;
    design.layers[0].aggregate = network::Aggregation::Sum;
    const NetworkRun run = run_network(std::move(design), device);
    Cycles begin{};
    for_each_core(run.stages[1],
                  [&](TileId tile) { begin = std::max(begin, run.calls.of(tile).input); });
    return cycles_of(run.calls.of(run.stages[1].at).end - begin, Bound::Latency);
}

constexpr std::array<std::string_view, 11> kNetworkColumns{
    "source", "device", "metric", "m", "k", "n", "layers", "cores", "cycles", "how", "split"};

Case network_case(const CsvRow& row) {
    using Simulate = Simulation (*)(const MeasuredNetwork&, const arch::Device&);
    const auto simulate =
        row["metric"].as_choice<Simulate>({{"dma", simulate_dma},
                                           {"hand_over", simulate_hand_over},
                                           {"aggregation", simulate_aggregation}});
    const MeasuredNetwork measured{
        .m = static_cast<int>(extent(row, "m")),
        .k = static_cast<int>(extent(row, "k")),
        .n = static_cast<int>(extent(row, "n")),
        .layers = static_cast<int>(row["layers"].as_int(1, network::kMaxLayers)),
        .cores = static_cast<int>(row["cores"].as_int(1, network::kMaxSplit))};
    const std::string what =
        fmt::format("{} of {}x{}x{}", row.text("metric"), measured.m, measured.k, measured.n);
    return {measurement_of(row, what, row["cycles"].as_double(1, kMaxRowCycles)),
            [simulate, measured, device = row.text("device")](const Devices& devices) {
                return simulate(measured, devices.named(device));
            }};
}

}  // namespace

std::vector<Case> uorca_cases() {
    std::vector<Case> cases;
    for (const char* const file : {"u_orca_2026_kernels.csv", "u_orca_2026_bias_relu.csv"})
        for (const CsvRow& row : kernel_rows(file))
            cases.push_back(single_case(row));
    for (const CsvRow& row : load_csv(measured_file("u_orca_2026_networks.csv"), kNetworkColumns))
        cases.push_back(network_case(row));
    return cases;
}

}  // namespace xdnasim::validation
