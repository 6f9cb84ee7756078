#pragma once
// The problem file: which device, what to run on it.

#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "xdnasim/arch/device.hpp"
#include "xdnasim/workloads/elementwise/elementwise_problem.hpp"
#include "xdnasim/workloads/gemm/gemm_problem.hpp"
#include "xdnasim/workloads/schedule/schedule.hpp"
#include "xdnasim/workloads/tracing/trace_request.hpp"
#include "xdnasim/workloads/transfer/transfer_problem.hpp"

namespace xdnasim::problem {

/// One workload is set.
struct Problem {
    arch::Device device;
    std::optional<gemm::GemmProblem> gemm{};
    std::optional<transfer::TransferProblem> transfer{};
    std::optional<elementwise::ElementwiseProblem> elementwise{};
    std::optional<tracing::TraceRequest> trace{};
    bool reconfigure = false;  ///< the array holds another design before the run
};

/// A `--set key=value` of the command line; `key` is a dotted path of the problem file.
struct Setting {
    std::string key;
    std::string value;
};

/// Throws InputError with file:line:column for everything that is wrong with the file,
/// its device or the settings.
[[nodiscard]] Problem load_problem(const std::filesystem::path& file,
                                   std::span<const Setting> settings = {});

/// The program of the array for the problem's workload, routed and validated.
[[nodiscard]] schedule::Schedule map_problem(const Problem& problem);

}  // namespace xdnasim::problem
