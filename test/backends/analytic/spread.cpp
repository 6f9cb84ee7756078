#include "test/backends/analytic/spread.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "backends/analytic/analytic_backend.hpp"
#include "backends/systemc/systemc_backend.hpp"

namespace xdnasim::backends::test {
namespace {

constexpr double kBoundless = 1e6;

struct Effect {
    const char* name;
    void (*take_from)(arch::Device& device);
};

/// Removes the time that DRAM loses between runs of bytes, by row changes and by page walks.
void take_access_pattern(arch::Device& device) {
    arch::DramModel& dram = device.dram;
    dram.channel_run = dram.write_run = dram.part_write = dram.merge = dram.run =
        arch::Nanoseconds{0};
    dram.translation.walk = dram.translation.write_walk = arch::Nanoseconds{0};
    device.dram.interleave_share = 1;
    device.dram.burst = arch::kWord;
}

/// Removes the limits of the DRAM and the fabric that channels share.
void take_shared_memory(arch::Device& device) {
    device.dram.read = device.dram.write = device.dram.total = arch::GigabytesPerSecond{kBoundless};
    device.fabric = {arch::BytesPerCycle{kBoundless}, arch::BytesPerCycle{kBoundless}};
}

/// Removes the time of the command processor, and with it the waits for it.
void take_commands(arch::Device& device) {
    device.command_processor = {};
}

void take_latencies(arch::Device& device) {
    device.dram.read_latency = device.dram.write_latency = arch::Nanoseconds{0};
}

/// Removes the transfer times of panels into the MemTiles, of tiles out of them, and of C.
void take_stream_times(arch::Device& device) {
    device.stream_width = device.stream_width * std::int64_t{64};
    device.dram.channel = arch::GigabytesPerSecond{kBoundless};
}

constexpr std::array kEffects{Effect{"DRAM access pattern", take_access_pattern},
                              Effect{"shared DRAM and fabric", take_shared_memory},
                              Effect{"command processor", take_commands},
                              Effect{"DRAM latency", take_latencies},
                              Effect{"streams, mem tiles and C drain", take_stream_times}};

double distance(double ratio) {
    return std::abs(std::log(ratio));
}

}  // namespace

Spread::Spread() : analytic_{make_analytic_backend()}, simulated_{make_systemc_backend()} {}

double Spread::ratio(const schedule::Schedule& schedule, const arch::Device& device) {
    const auto cycles = [&](Backend& backend) {
        return static_cast<double>(backend.run(schedule, device, {}).cycles->count());
    };
    return cycles(*analytic_) / cycles(*simulated_);
}

void Spread::add(std::string problem, const schedule::Schedule& schedule,
                 const arch::Device& device) {
    Difference difference{.problem = std::move(problem), .ratio = ratio(schedule, device)};
    difference.without = difference.ratio;
    if (std::abs(difference.ratio - 1) > kNear) {
        for (const Effect& effect : kEffects) {
            arch::Device without = device;
            effect.take_from(without);
            const double rest = ratio(schedule, without);
            if (distance(rest) >= distance(difference.without)) continue;
            difference.effect = effect.name;
            difference.without = rest;
        }
    }
    differences_.push_back(std::move(difference));
}

double Spread::quantile(double share) const {
    std::vector<double> ratios;
    for (const Difference& difference : differences_)
        ratios.push_back(difference.ratio);
    std::sort(ratios.begin(), ratios.end());
    return ratios[static_cast<std::size_t>(share * static_cast<double>(ratios.size() - 1))];
}

}  // namespace xdnasim::backends::test
