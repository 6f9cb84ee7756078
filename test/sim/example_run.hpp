#pragma once
// Helpers for tests of the simulator: small devices, small GEMMs, and a listener that records all
// events.

#include <vector>

#include "arch/device.hpp"
#include "sim/npu_array.hpp"
#include "test/support/stock_device.hpp"
#include "traces/events/events.hpp"
#include "workloads/gemm/gemm_design.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::sim::test {

[[nodiscard]] arch::Device teaching_device();
/// A device in which a stream takes one cycle per switch hop.
[[nodiscard]] arch::Device device_with_hops_of_a_cycle();
using xdnasim::test::device_named;

/// A GEMM with int8 A and B. Each output tile takes `panels` x `calls_per_panel` kernel calls.
struct SmallGemm {
    int rows = 1;
    int columns = 1;
    gemm::Extent tile{16, 16, 16};
    std::int64_t calls_per_panel = 2;  ///< k_mt / k_ct
    std::int64_t panels = 2;           ///< K / k_mt
    std::int64_t m_blocks = 2;
    std::int64_t n_blocks = 2;
    kernels::DataType c_type = kernels::DataType::Int8;
    std::optional<std::int64_t> cycles_per_call;  ///< nullopt for the cycles of the slot model

    [[nodiscard]] gemm::GemmDesign problem() const;
    [[nodiscard]] schedule::Schedule schedule(const arch::Device& device) const;
};

class Recorder final : public events::Listener {
 public:
    void on(const events::CoreInterval& event) override { core.push_back(event); }
    void on(const events::StreamSegment& event) override { segments.push_back(event); }
    void on(const events::StreamStall& event) override { stalls.push_back(event); }
    void on(const events::BdInterval& event) override { bds.push_back(event); }
    void on(const events::DmaLockStall& event) override { lock_stalls.push_back(event); }
    void on(const events::DramInterval& event) override { dram.push_back(event); }
    void on(const events::TraceStretch& event) override { stretches.push_back(event); }

    [[nodiscard]] std::vector<events::CoreInterval> calls(arch::TileId tile,
                                                          schedule::KernelRef kernel) const;
    [[nodiscard]] std::vector<events::BdInterval> of_channel(arch::TileId tile,
                                                             arch::Direction direction,
                                                             int channel) const;

    std::vector<events::CoreInterval> core;
    std::vector<events::StreamSegment> segments;
    std::vector<events::StreamStall> stalls;
    std::vector<events::BdInterval> bds;
    std::vector<events::DmaLockStall> lock_stalls;
    std::vector<events::DramInterval> dram;
    std::vector<events::TraceStretch> stretches;
};

struct Timed {
    arch::Cycles cycles;
    Recorder recorder;
    std::optional<events::TraceWords> trace{};
};

/// Runs the schedule without data.
[[nodiscard]] Timed run(const schedule::Schedule& schedule, const arch::Device& device);

}  // namespace xdnasim::sim::test
