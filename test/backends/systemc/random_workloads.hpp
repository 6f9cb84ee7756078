#pragma once
// Random problems of several workloads, with the bytes that each has to move.

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

/// `runs` multiplied by the environment variable XDNASIM_RANDOM_RUNS, if it is set, as by test/run
/// --full.
[[nodiscard]] int wanted(int runs);

using WorkloadPointer = std::shared_ptr<const schedule::Workload>;

/// A random problem that fits on its device.
struct DrawnProblem {
    std::string text;  ///< description, with which the problem can be reproduced
    arch::Device device;
    WorkloadPointer workload;
    arch::Bytes read{};     ///< bytes to read from host memory
    arch::Bytes written{};  ///< bytes to write to host memory
    /// Makes the same workload with a kernel of the given cycles per call; empty if it has no
    /// kernel.
    std::function<WorkloadPointer(arch::Cycles)> with_kernel_of{};
    /// The same workload with one more buffer of everything; nullptr if it does not fit.
    WorkloadPointer deeper{};
    /// A MemTile has only one buffer, which is written and read in turn.
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
