#pragma once
// The problem file: which device, what to run on it.

#include <filesystem>
#include <span>
#include <string>

#include "xdnasim/arch/device.hpp"
#include "xdnasim/workloads/gemm/gemm_problem.hpp"

namespace xdnasim::problem {

struct Problem {
    arch::Device device;
    gemm::GemmProblem gemm;
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

}  // namespace xdnasim::problem
