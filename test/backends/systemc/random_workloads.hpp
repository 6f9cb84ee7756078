#pragma once
// Problems of every workload, drawn at random, with the bytes that each has to move.

#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "workloads/elementwise/elementwise_workload.hpp"
#include "workloads/gemm/gemm_design.hpp"
#include "workloads/schedule/workload.hpp"
#include "workloads/transfer/transfer_design.hpp"

namespace xdnasim::backends::properties {

/// So many times as many where XDNASIM_RANDOM_RUNS says so, as test/run --full does.
[[nodiscard]] int wanted(int runs);

using WorkloadPointer = std::shared_ptr<const schedule::Workload>;

/// One that its device has room for.
struct DrawnProblem {
    std::string text;  ///< to find it again
    arch::Device device;
    WorkloadPointer workload;
    // From and to host memory.
    arch::Bytes read{};
    arch::Bytes written{};
    /// The same with a kernel of so many cycles a call; empty: no kernel runs.
    std::function<WorkloadPointer(arch::Cycles)> with_kernel_of{};
    /// The same with one buffer more of everything; nullptr: there is no room for it.
    WorkloadPointer deeper{};
    /// The one object in a mem tile is written and read in turn.
    bool in_turns = false;
};

class RandomWorkloads {
 public:
    explicit RandomWorkloads(unsigned seed);

    [[nodiscard]] DrawnProblem gemm();
    [[nodiscard]] DrawnProblem transfer();
    [[nodiscard]] DrawnProblem elementwise();

 private:
    std::int64_t pick(std::int64_t from, std::int64_t to);
    const arch::Device& any_device();
    gemm::GemmDesign draw_gemm(const arch::Device& device);
    transfer::TransferDesign draw_transfer(const arch::Device& device);
    elementwise::ElementwiseDesign draw_elementwise(const arch::Device& device);

    std::mt19937 random_;
    std::vector<arch::Device> devices_;
};

}  // namespace xdnasim::backends::properties
