#include "xdnasim/cli/summary.hpp"

#include <string_view>

#include <fmt/format.h>

#include "xdnasim/backends/performance.hpp"
#include "xdnasim/cli/number_format.hpp"
#include "xdnasim/cli/text_layout.hpp"

namespace xdnasim::cli {
namespace {

using backends::RunResult;

std::string size_text(const schedule::Extent& extent) {
    return fmt::format("{} x {} x {}", extent.m, extent.k, extent.n);
}

bool same(const schedule::Extent& a, const schedule::Extent& b) {
    return a.m == b.m && a.k == b.k && a.n == b.n;
}

std::string_view protocol_text(schedule::BdReconfiguration protocol) {
    using enum schedule::BdReconfiguration;
    switch (protocol) {
        case Overlapped:
            break;
        case Sequential:
            return ", one block at a time";
        case PingPong:
            return ", block rows in ping-pong";
    }
    return {};
}

/// Choices of the mapping that are not the usual ones.
std::string mapping_text(const schedule::GemmDescription& gemm) {
    std::string text;
    if (gemm.b_layout == schedule::Layout::RowMajor) text += ", B row-major";
    if (gemm.c_buffers != 1) text += fmt::format(", {} C buffers", gemm.c_buffers);
    if (gemm.c_buffers_l2 != 1) text += fmt::format(", {} in the mem tile", gemm.c_buffers_l2);
    text += protocol_text(gemm.bd_reconfiguration);
    return text;
}

std::string gemm_lines(const schedule::GemmDescription& gemm) {
    const std::string asked =
        fmt::format("{}, {} x {} -> {}", size_text(gemm.asked), kernels::to_string(gemm.a_type),
                    kernels::to_string(gemm.b_type), kernels::to_string(gemm.c_type));
    std::string text = labelled("gemm", asked);
    if (!same(gemm.asked, gemm.padded))
        text +=
            labelled("padded to", fmt::format("{}, {} of its work useful", size_text(gemm.padded),
                                              percent(gemm.useful_share())));
    return text +
           labelled("tile", fmt::format("{} per core, k_mt {}, shift {}{}", size_text(gemm.tile),
                                        gemm.k_mt, gemm.shift, mapping_text(gemm)));
}

std::string_view walk_text(schedule::Walk walk) {
    return walk == schedule::Walk::Along ? "along the rows" : "down the columns";
}

std::string transfer_lines(const schedule::TransferDescription& transfer) {
    std::string text = labelled(
        "transfer", fmt::format("host memory to mem tile and back, {} tile{} of each stream there",
                                transfer.depth, transfer.depth == 1 ? "" : "s"));
    for (const schedule::Copy& copy : transfer.copies) {
        const schedule::MatrixStream& matrix = copy.matrix;
        text += labelled(
            "stream",
            fmt::format("{}: {} rows of {} bytes, in tiles of {} runs of {} bytes, {}", matrix.name,
                        grouped(matrix.rows), grouped(matrix.row_bytes), grouped(matrix.runs),
                        grouped(matrix.run_bytes), walk_text(matrix.walk)));
    }
    return text;
}

std::string elementwise_lines(const schedule::ElementwiseDescription& run) {
    std::string way;
    if (run.mem_tile_object)
        way = fmt::format(" through the mem tile, in objects of {} bytes there",
                          grouped(run.mem_tile_object->count()));
    return labelled(
        "elementwise",
        fmt::format("{} objects of {} bytes through core {}{}, FIFOs {} deep", grouped(run.objects),
                    grouped(run.object.count()), to_string(run.core), way, run.depth));
}

std::string array_text(const schedule::Schedule& schedule) {
    if (schedule.gemm)
        return fmt::format("{} x {} cores", schedule.gemm->columns, schedule.gemm->rows);
    if (schedule.elementwise) return "1 core";
    if (!schedule.transfer) return "array";
    const int columns = schedule.transfer->columns;
    return fmt::format("{} column{}", columns, columns == 1 ? "" : "s");
}

std::string device_line(const schedule::Schedule& schedule, const arch::Device& device,
                        const RunResult& result) {
    return labelled("device", fmt::format("{}, {} at {} GHz, backend {}", device.name,
                                          array_text(schedule), device.clock_ghz, result.backend));
}

std::string rates_text(const backends::TransferRates& rates) {
    if (!rates.array_gbps) return fmt::format("{:.2f} GB/s with dispatch", rates.wall_gbps);
    return fmt::format("{:.2f} GB/s read and written, {:.2f} GB/s with dispatch", *rates.array_gbps,
                       rates.wall_gbps);
}

std::string performance_text(const RunResult& result) {
    if (result.rates) return rates_text(*result.rates);
    std::string tops = fmt::format("{:.2f} TOPS", result.tops);
    if (result.peak_fraction)
        tops += fmt::format(", {} of the cores' peak", percent(*result.peak_fraction));
    return tops;
}

std::string microseconds(arch::Nanoseconds time) {
    return grouped(arch::in_microseconds(time), 1) + " us";
}

std::string time_text(const RunResult& result) {
    std::string time = microseconds(result.time());
    if (const auto& repeated = result.repeated)
        return time + fmt::format(", the mean of {} runs of {} to {}, with dispatch",
                                  grouped(repeated->runs), microseconds(repeated->least),
                                  microseconds(repeated->most));
    if (result.dispatch)
        time +=
            fmt::format(", of it {} dispatch by host and driver", microseconds(*result.dispatch));
    if (result.reconfiguration > arch::Nanoseconds{0})
        time +=
            fmt::format(", {} reconfiguration of the array", microseconds(result.reconfiguration));
    return time;
}

std::string time_lines(const RunResult& result) {
    if (!result.timed()) return labelled("time", "not known");
    std::string text = labelled("time", time_text(result));
    if (result.cycles)
        text += labelled("cycles", grouped(result.cycles->count()) + " of the array");
    return text + labelled("performance", performance_text(result));
}

std::string dram_line(std::string_view label, arch::Bytes bytes,
                      const std::optional<double>& rate) {
    const std::string amount = fmt::format("{} bytes", grouped(bytes.count()));
    return labelled(label, rate ? fmt::format("{:.2f} GB/s, {}", *rate, amount) : amount);
}

std::string dram_lines(const RunResult& result) {
    if (!result.dram) return {};
    return dram_line("DRAM read", result.dram->read, result.dram->read_gbps) +
           dram_line("DRAM write", result.dram->written, result.dram->write_gbps);
}

std::string kernel_line(const RunResult& result) {
    if (!result.kernel) return {};
    const backends::KernelFigures& kernel = *result.kernel;
    const std::string macs = kernel.macs_per_cycle > 0
                                 ? fmt::format("{:.1f} MACs a cycle, ", kernel.macs_per_cycle)
                                 : std::string{};
    return labelled("kernel", fmt::format("{}: {} cycles a call, {}{} calls", kernel.name,
                                          grouped(kernel.cycles_per_call.count()), macs,
                                          grouped(kernel.calls)));
}

/// Average of all cores; what did not happen is left out.
std::string cores_line(const RunResult& result) {
    const arch::Cycles cycles = result.cycles.value_or(arch::Cycles{});
    if (result.cores.empty() || cycles <= arch::Cycles{}) return {};
    const double total =
        static_cast<double>(cycles.count()) * static_cast<double>(result.cores.size());
    std::string text;
    bool after_stall = false;
    for (const events::CoreStateEntry& state : events::kCoreStates) {
        const arch::Cycles sum = backends::time_in(state.state, result.cores);
        if (sum == arch::Cycles{} && state.state != events::CoreState::Busy) continue;
        // "waiting for locks 5 %, memory 1 %"
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ",
                            after_stall ? std::string{state.name} : label(state),
                            percent(static_cast<double>(sum.count()) / total));
        after_stall = state.stall.has_value();
    }
    return labelled("cores", text);
}

std::string verified_line(const RunResult& result) {
    if (!result.verification) return labelled("verified", "not asked for (--verify)");
    const backends::Verification& check = *result.verification;
    const std::string saturated =
        check.saturated_share
            ? fmt::format("; {} of them saturated", percent(*check.saturated_share))
            : std::string{};
    return labelled("verified",
                    fmt::format("{}: {}{}", check.passed ? "yes" : "NO", check.message, saturated));
}

std::string cost_line(const RunResult& result, const HostCost& cost) {
    constexpr double kMega = 1e6;
    std::string speed;
    if (result.cycles && result.wall_seconds > 0)
        speed =
            fmt::format(", {:.1f} million cycles a second",
                        static_cast<double>(result.cycles->count()) / kMega / result.wall_seconds);
    return labelled(result.repeated ? "host" : "simulation",
                    fmt::format("{:.3f} s, of it {:.3f} s in the backend{}, peak memory {:.0f} MB",
                                cost.wall_seconds, result.wall_seconds, speed,
                                static_cast<double>(cost.peak_memory.count()) / kMega));
}

}  // namespace

std::string summary(const schedule::Schedule& schedule, const arch::Device& device,
                    const RunResult& result, const HostCost& cost) {
    std::string text = device_line(schedule, device, result);
    if (schedule.gemm) text += gemm_lines(*schedule.gemm);
    if (schedule.transfer) text += transfer_lines(*schedule.transfer);
    if (schedule.elementwise) text += elementwise_lines(*schedule.elementwise);
    text += time_lines(result) + dram_lines(result) + kernel_line(result) + cores_line(result);
    if (result.bottleneck)
        text += labelled("bottleneck", result.bottleneck->name + ": " + result.bottleneck->why);
    return text + verified_line(result) + cost_line(result, cost);
}

}  // namespace xdnasim::cli
