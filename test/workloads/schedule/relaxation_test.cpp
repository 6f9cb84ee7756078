#include "workloads/schedule/relaxation.hpp"

#include <map>

#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"

namespace xdnasim::schedule {
namespace {

/// The numbers of a device on which the time of a run depends, each under the one limit that
/// relaxes it.
std::map<Limit, std::map<std::string, double>> figures_of(const arch::Device& device) {
    const auto count = [](auto value) { return static_cast<double>(value.count()); };
    const arch::Timing& timing = device.timing;
    const arch::DramModel& dram = device.dram;
    const arch::CommandProcessorModel& commands = device.command_processor;
    return {{Limit::Compute,
             {{"core_call", count(timing.core_call)},
              {"core_return", count(timing.core_return)},
              {"core_restore", count(timing.core_restore)},
              {"core_lock_op", count(timing.core_lock_op)}}},
            {Limit::Stream, {{"stream_width", 1 / count(device.stream_width)}}},
            {Limit::Dram,
             {{"channel", 1 / count(dram.channel)},
              {"read", 1 / count(dram.read)},
              {"write", 1 / count(dram.write)},
              {"total", 1 / count(dram.total)},
              {"channel_run", count(dram.channel_run)},
              {"write_run", count(dram.write_run)},
              {"part_write", count(dram.part_write)},
              {"merge", count(dram.merge)},
              {"write_walk", count(dram.translation.write_walk)},
              {"run", count(dram.run)},
              {"walk", count(dram.translation.walk)},
              {"fabric.read", 1 / count(device.fabric.read)},
              {"fabric.write", 1 / count(device.fabric.write)}}},
            {Limit::Commands,
             {{"bd_write", count(commands.bd_write)},
              {"push", count(commands.push)},
              {"token", count(commands.token)}}},
            {Limit::Latency,
             {{"read_latency", count(dram.read_latency)},
              {"write_latency", count(dram.write_latency)},
              {"mm2s_start", count(timing.mm2s_start)},
              {"dma_release", count(timing.dma_release)},
              {"core_release", count(timing.core_release)},
              {"core_acquire", count(timing.core_acquire)}}},
            {Limit::Buffers, {}}};
}

TEST(Relaxation, OfLatenciesRoundsTheCrossingToTheNearestCycleOfThePl) {
    arch::Device device = arch::load_device(arch::find_device("versal-ve2802"));
    device.pl->crossing_pl = arch::PlCycles{3};
    EXPECT_EQ(relaxed(device, Limit::Latency).pl->crossing_pl, arch::PlCycles{2})
        << "of 1.5, halves up";
    EXPECT_EQ(relaxed(device, Limit::Latency, 1.1).pl->crossing_pl, arch::PlCycles{3});
}

TEST(Relaxation, OfStreamsTakesTheShimChannelsThatAreAsWideAlong) {
    const arch::Device as_wide = arch::load_device(arch::find_device("xdna2-krackan"));
    arch::Device narrower = as_wide;
    narrower.dram.channel = arch::GigabytesPerSecond{as_wide.dram.channel.count() / 2};
    EXPECT_DOUBLE_EQ(relaxed(as_wide, Limit::Stream).dram.channel.count(),
                     2 * as_wide.dram.channel.count());
    EXPECT_EQ(relaxed(narrower, Limit::Stream).dram.channel, narrower.dram.channel);
}

TEST(Relaxation, OfStreamsTakesTheShimChannelsAlongThatAreATenthNarrowerAtMost) {
    // At 1.8 GHz, a stream of XDNA moves 7.2 GB/s and a shim channel 6.899, which is less than a
    // tenth narrower; at 2 GHz, a stream moves 8 GB/s.
    arch::Device device = arch::load_device(arch::find_device("xdna-phoenix"));
    device.clock_ghz = 1.8;
    EXPECT_DOUBLE_EQ(relaxed(device, Limit::Stream).dram.channel.count(), 2 * 6.899);
    device.clock_ghz = 2;
    EXPECT_DOUBLE_EQ(relaxed(device, Limit::Stream).dram.channel.count(), 6.899);
}

TEST(Relaxation, HalvesEveryTimeOfItsLimitAndNoOther) {
    arch::Device device = arch::load_device(arch::find_device("xdna-phoenix"));
    device.dram.channel = arch::GigabytesPerSecond{2};  // narrower than a stream
    const auto before = figures_of(device);
    int checked = 0;
    for (const Limit limit : kLimits) {
        const auto after = figures_of(relaxed(device, limit));
        for (const auto& [of, figures] : before) {
            for (const auto& [name, figure] : figures) {
                EXPECT_DOUBLE_EQ(after.at(of).at(name), of == limit ? figure / 2 : figure)
                    << name << " with " << name_of(limit) << " relaxed";
                ++checked;
            }
        }
    }
    EXPECT_EQ(checked, 6 * 27);
}

TEST(Relaxation, IsByAnotherFactorWhereOneIsGiven) {
    const arch::Device device = arch::load_device(arch::find_device("xdna-phoenix"));
    const arch::Device faster = relaxed(device, Limit::Dram, 1.1);
    EXPECT_DOUBLE_EQ(faster.dram.total.count(), 1.1 * device.dram.total.count());
    EXPECT_DOUBLE_EQ(faster.dram.run.count(), device.dram.run.count() / 1.1);
    EXPECT_EQ(relaxed(device, Limit::Stream, 1.25).stream_width, arch::Bytes{5});
    EXPECT_EQ(relaxed_call(arch::Cycles{1000}, Limit::Compute, 1.1), arch::Cycles{909});
    EXPECT_EQ(relaxed_call(arch::Cycles{17}, Limit::Compute, 1.1), arch::Cycles{15})
        << "15.45, to the nearest";
}

TEST(Relaxation, RoundsCyclesUp) {
    EXPECT_EQ(relaxed_call(arch::Cycles{5}, Limit::Compute), arch::Cycles{3});
    EXPECT_EQ(relaxed_call(arch::Cycles{1}, Limit::Compute), arch::Cycles{1});
    EXPECT_EQ(relaxed_call(arch::Cycles{5}, Limit::Dram), arch::Cycles{5});
}

TEST(Relaxation, DoublesThePlacesThatAreFreeAtTheStart) {
    EXPECT_EQ(relaxed_initial({0, "lock", 2, LockRole::Free}, Limit::Buffers), 4);
    EXPECT_EQ(relaxed_initial({0, "lock", 2, LockRole::Free}, Limit::Stream), 2);
    EXPECT_EQ(relaxed_initial({0, "lock", 2, LockRole::Filled}, Limit::Buffers), 2);
    EXPECT_EQ(relaxed_initial({0, "lock", 2, LockRole::Other}, Limit::Buffers), 2);
}

}  // namespace
}  // namespace xdnasim::schedule
