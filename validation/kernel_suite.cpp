#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "arch/device.hpp"
#include "validation/csv_table.hpp"
#include "validation/data_files.hpp"
#include "validation/simulated_run.hpp"
#include "validation/suites.hpp"
#include "workloads/gemm/gemm_placement.hpp"
#include "workloads/kernels/kernel.hpp"
#include "workloads/kernels/kernel_program.hpp"
#include "workloads/kernels/vliw/bank_conflicts.hpp"
#include "workloads/kernels/vliw/call_schedule.hpp"

namespace xdnasim::validation {

namespace {

arch::Bytes tile_of_a(const kernels::Matmul& matmul) {
    return kernels::storage(matmul.a, std::int64_t{matmul.m} * matmul.k);
}

/// Returns the buffers of a core, placed as the GEMM mapping does it for this call: two of A, two
/// of B, one of C.
std::vector<schedule::Buffer> buffers_of(const kernels::Matmul& matmul,
                                         const arch::Device& device) {
    gemm::GemmDesign design;
    design.a_type = matmul.a;
    design.b_type = matmul.b;
    design.c_type = matmul.c;
    design.tile = {matmul.m, matmul.k, matmul.n};
    design.stack.choose(device.core_stack);
    design.core_memory.choose({gemm::open_order(design), {}});
    return gemm::core_buffers(design);
}

/// Returns the expected cycles of a call lost to bank conflicts, among the call's own accesses and
/// with the DMA that fills the other buffers of A and B. Averaged over which of the two buffers is
/// in use.
///
/// The placement of the measured kernels' buffers is not published. It is assumed that the DMA, as
/// far as possible, fills other banks than those that the kernel loads from: so its writes do not
/// hold up loads (dma_takes_bank is false), unless loads and stores collide on the device.
double bank_stalls(const vliw::CallSchedule& schedule, const kernels::Matmul& matmul,
                   const arch::Device& device) {
    using Index = gemm::CoreBuffers;
    const std::vector<schedule::Buffer> buffers = buffers_of(matmul, device);
    arch::MemoryBanks banks = device.core.banks;
    banks.dma_takes_bank = false;
    const auto cycles = static_cast<double>(schedule.kernel_cycles().count());
    const schedule::Buffer& c = buffers.at(Index::kC);
    double sum = 0;
    for (const std::size_t used : {0U, 1U}) {
        const std::size_t filled = 1 - used;
        std::vector<vliw::ArrayPlacement> arrays{{"C", c.address, c.size}};
        std::vector<vliw::DmaTraffic> traffic;
        for (const auto& [name, first] : {std::pair{"A", Index::kA}, std::pair{"B", Index::kB}}) {
            const auto index = static_cast<std::size_t>(first);
            const schedule::Buffer& read = buffers.at(index + used);
            const schedule::Buffer& written = buffers.at(index + filled);
            arrays.push_back({name, read.address, read.size});
            traffic.push_back({written.address, written.size, true,
                               static_cast<double>(written.size.count()) / cycles});
        }
        sum += vliw::expected_stalls(schedule, device.core.slots, banks, arrays, traffic);
    }
    return sum / 2;
}

/// Returns the cycles to stream in the next tile of A; a call cannot take less.
double stream_cycles(const kernels::Matmul& matmul, const arch::Device& device) {
    return static_cast<double>(tile_of_a(matmul).count()) /
           static_cast<double>(device.stream_width.count());
}

constexpr std::array<std::string_view, 13> kKernelColumns{
    "source", "device", "input",   "output", "m",   "k",    "n",
    "call",   "scope",  "b_tiles", "cycles", "how", "split"};
constexpr std::array<std::string_view, 1> kKernelMayHave{"group"};

constexpr double kMaxCycles = 1e9;

/// The part of a call that a measured figure covers.
enum class Scope : std::uint8_t {
    Trace,  ///< from event to event in the kernel, traced in a running array
    Call,   ///< the whole call with call and return, on a core on its own
};

struct MeasuredCall {
    std::string device;
    kernels::Matmul matmul{};
    kernels::CallKind kind{};
    Scope scope{};
};

MeasuredCall read_call(const CsvRow& row) {
    using kernels::CallKind;
    MeasuredCall call;
    call.device = row.text("device");
    call.matmul.a = call.matmul.b = data_type(row, "input");
    call.matmul.c = data_type(row, "output");
    call.matmul.m = static_cast<int>(extent(row, "m"));
    call.matmul.k = static_cast<int>(extent(row, "k"));
    call.matmul.n = static_cast<int>(extent(row, "n"));
    call.matmul.b_layout = layout(row, "b_tiles");
    call.kind = row["call"].as_choice<CallKind>({{"accumulate", CallKind::Accumulate},
                                                 {"first", CallKind::First},
                                                 {"bias_relu", CallKind::BiasRelu}});
    call.scope = row["scope"].as_choice<Scope>({{"trace", Scope::Trace}, {"call", Scope::Call}});
    return call;
}

Simulation simulate(const MeasuredCall& call, const Devices& devices) {
    const arch::Device device = devices.named(call.device);
    kernels::Matmul matmul = call.matmul;
    const arch::MatrixRate& rate = kernels::matrix_rate(matmul, device);
    matmul.r = rate.r;
    matmul.s = rate.s;
    matmul.t = rate.t;
    const kernels::Kernel kernel{"", matmul, std::nullopt};
    const auto schedule =
        vliw::schedule_call(kernels::program_of(kernel, device, call.kind), device.core.slots);

    const bool traced = call.scope == Scope::Trace;
    const auto cycles =
        static_cast<double>((traced ? schedule.kernel_cycles() : schedule.cycles()).count());
    const double stalls = traced ? bank_stalls(schedule, matmul, device) : 0;
    const double stream = traced ? stream_cycles(matmul, device) : 0;
    const double taken = std::max(cycles + stalls, stream);
    return {
        .value = taken,
        .bound = taken > cycles + stalls ? Bound::Stream : Bound::Compute,
        .details = {{"kernel_cycles", cycles},
                    {"bank_stalls", stalls},
                    {"stream_cycles", stream},
                    {"ii", static_cast<double>(schedule.ii)},
                    {"macs_per_cycle", static_cast<double>(kernels::macs_per_call(kernel)) / taken},
                    {"peak_macs_per_cycle", rate.peak_macs_per_cycle}}};
}

std::string_view call_text(kernels::CallKind kind) {
    using enum kernels::CallKind;
    switch (kind) {
        case Accumulate:
            return "adds to C";
        case First:
            return "first call";
        case BiasRelu:
            return "bias and ReLU";
    }
    return {};
}

Case kernel_case(const CsvRow& row) {
    const MeasuredCall call = read_call(row);
    const kernels::Matmul& matmul = call.matmul;
    const std::string types = types_text(matmul.a, matmul.c);
    const std::string what =
        fmt::format("{}, {}x{}x{}, {}", types, matmul.m, matmul.k, matmul.n, call_text(call.kind));
    const double cycles = row["cycles"].as_double(1, kMaxCycles);
    return {measurement_of(row, what, cycles, types),
            [call](const Devices& devices) { return simulate(call, devices); }};
}

}  // namespace

std::vector<CsvRow> kernel_rows(const std::string& file) {
    return load_csv(measured_file(file), kKernelColumns, kKernelMayHave);
}

std::vector<Case> kernel_cases(const std::vector<std::string>& files) {
    std::vector<Case> cases;
    for (const std::string& file : files)
        for (const CsvRow& row : kernel_rows(file))
            cases.push_back(kernel_case(row));
    return cases;
}

}  // namespace xdnasim::validation
