#include "xdnasim/backends/performance.hpp"

namespace xdnasim::backends {
namespace {

double operations(const schedule::GemmDescription& gemm) {
    return 2.0 * static_cast<double>(gemm.asked.m) * static_cast<double>(gemm.asked.k) *
           static_cast<double>(gemm.asked.n);
}

/// Multiply-accumulates per cycle that the matrix instruction could do on each core.
double peak_macs(const schedule::GemmDescription& gemm, const arch::Device& device) {
    for (const arch::MatrixRate& rate : device.core.matrix)
        if (rate.a_type == to_string(gemm.a_type) && rate.b_type == to_string(gemm.b_type) &&
            rate.c_type == to_string(gemm.c_type))
            return rate.peak_macs_per_cycle;
    return 0;
}

}  // namespace

void describe_run(RunResult& result, const schedule::Schedule& schedule,
                  const arch::Device& device) {
    result.device = device.name;
    result.gemm = schedule.gemm;
    result.transfer = schedule.transfer;
    result.elementwise = schedule.elementwise;
    if (!schedule.gemm || !result.timed()) return;
    const schedule::GemmDescription& gemm = *schedule.gemm;
    const double cores = gemm.rows * gemm.columns;
    result.tops = operations(gemm) / result.time().count() * 1e-3;
    if (const double peak = peak_macs(gemm, device); peak > 0)
        result.peak_fraction = result.tops / (2 * peak * cores * device.clock_ghz * 1e-3);
}

std::optional<arch::Bytes> transferred_bytes(const schedule::Schedule& schedule) {
    if (schedule.elementwise) return schedule.elementwise->size() * 2;
    if (!schedule.transfer) return std::nullopt;
    arch::Bytes bytes{};
    for (const schedule::Copy& copy : schedule.transfer->copies)
        bytes += copy.matrix.size() * 2;
    return bytes;
}

TransferRates transfer_rates(const RunResult& result, arch::Bytes bytes) {
    const auto count = static_cast<double>(bytes.count());
    TransferRates rates{.array_gbps = std::nullopt, .wall_gbps = count / result.time().count()};
    if (result.npu_time) rates.array_gbps = count / result.npu_time->count();
    return rates;
}

arch::Cycles time_in(events::CoreState state, const std::vector<CoreTimes>& cores) {
    arch::Cycles sum{};
    for (const CoreTimes& core : cores)
        sum += core[state];
    return sum;
}

}  // namespace xdnasim::backends
