#include "cli/simulate/run_parts.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "backends/performance.hpp"

namespace xdnasim::cli {
namespace {

using backends::CoreTimes;
using backends::RunResult;

/// Adds a part's core times to `all`. A core is idle in parts that do not use it. `before`: cycles
/// of all earlier parts. `part`: cycles of this part.
void add_cores(std::vector<CoreTimes>& all, const std::vector<CoreTimes>& cores,
               arch::Cycles before, arch::Cycles part) {
    const auto known = all.size();
    for (const CoreTimes& core : cores)
        if (std::ranges::find(all, core.tile, &CoreTimes::tile) == all.end()) {
            all.push_back({.tile = core.tile});
            all.back()[events::CoreState::Idle] = before;
        }
    for (CoreTimes& core : all) {
        const auto now = std::ranges::find(cores, core.tile, &CoreTimes::tile);
        if (now == cores.end()) {
            core[events::CoreState::Idle] += part;
            continue;
        }
        for (std::size_t i = 0; i < core.cycles.size(); ++i)
            core.cycles[i] += now->cycles[i];
    }
    if (all.size() > known) std::ranges::sort(all, {}, &CoreTimes::tile);
}

void add_traffic(RunResult& all, const RunResult& part) {
    if (!all.dram || !part.dram) return;
    all.dram = backends::DramTraffic::over(all.dram->read + part.dram->read,
                                           all.dram->written + part.dram->written, *all.npu_time);
}

/// Updates the transfer rates with the bytes that the parts have moved: those of ports to the
/// programmable logic count, those of traces do not.
void add_rates(RunResult& all, const RunResult& part) {
    if (!all.rates || !part.rates) return;
    all.rates = backends::transfer_rates(all, all.rates->moved + part.rates->moved);
}

void append(RunResult& all, const RunResult& part, const arch::Device& device) {
    add_cores(all.cores, part.cores, *all.cycles, *part.cycles);
    if (all.off_by && part.off_by)
        all.off_by = (*all.off_by * static_cast<double>(all.cycles->count()) +
                      *part.off_by * static_cast<double>(part.cycles->count())) /
                     static_cast<double>((*all.cycles + *part.cycles).count());
    *all.cycles += *part.cycles;
    all.skipped += part.skipped;
    *all.npu_time += *part.npu_time;
    all.reconfiguration += device.reconfiguration;
    add_traffic(all, part);
    add_rates(all, part);
    all.cascades.insert(all.cascades.end(), part.cascades.begin(), part.cascades.end());
    if (!all.note.empty() && !part.note.empty()) all.note += "; ";
    all.note += part.note;
    all.verification = part.verification;
    all.output_hash = part.output_hash;
    all.wall_seconds += part.wall_seconds;
    all.equal_figures += part.equal_figures;
}

/// Figures that the common result takes from the longest part: its bottleneck and its kernel.
class Longest {
 public:
    void look_at(const RunResult& part) {
        if (part.kernel) calls_[part.kernel->name] += part.kernel->calls;
        if (cycles_ && *part.cycles <= *cycles_) return;
        cycles_ = part.cycles;
        bottleneck_ = part.bottleneck;
        kernel_ = part.kernel;
    }
    /// Sets the bottleneck and the kernel of `all`. The kernel's calls are summed over all parts
    /// that name the same kernel.
    void put_into(RunResult& all) const {
        all.bottleneck = bottleneck_;
        all.kernel = kernel_;
        if (all.kernel) all.kernel->calls = calls_.at(all.kernel->name);
    }

 private:
    std::optional<arch::Cycles> cycles_;
    std::optional<backends::Bottleneck> bottleneck_;
    std::optional<backends::KernelFigures> kernel_;
    std::map<std::string, std::int64_t> calls_;
};

}  // namespace

std::vector<problem::Problem> parts_of(const problem::Problem& problem) {
    std::vector<problem::Problem> parts;
    for (const auto& workload : problem.workload->parts()) {
        parts.push_back(problem);
        parts.back().workload = workload;
    }
    if (parts.empty()) parts.push_back(problem);
    return parts;
}

RunResult run_parts(const problem::Problem& whole, const std::vector<problem::Problem>& parts,
                    const std::function<RunResult(const problem::Problem&)>& run) {
    RunResult result = run(parts.front());
    Longest longest;
    longest.look_at(result);
    for (std::size_t i = 1; i < parts.size(); ++i) {
        const RunResult part = run(parts[i]);
        longest.look_at(part);
        append(result, part, whole.device);
    }
    longest.put_into(result);
    result.workload = whole.workload;
    return result;
}

}  // namespace xdnasim::cli
