#pragma once
// Texts of designs, with replacements, and what is read from them.

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "backends/systemc/systemc_backend.hpp"
#include "test/support/input_error.hpp"
#include "test/support/replaced_text.hpp"
#include "test/support/stock_device.hpp"
#include "test/support/temporary_folder.hpp"
#include "workloads/design/design_workload.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::design {

using xdnasim::test::phoenix;

/// The content of a file in test/workloads/design/designs.
inline std::string text_of(const std::string& name) {
    std::ifstream stream{std::string{XDNASIM_TESTS "/workloads/design/designs/"} + name};
    EXPECT_TRUE(stream) << name;
    return {std::istreambuf_iterator<char>{stream}, {}};
}

/// `text` with the first occurrence of `from` replaced.
inline std::string with(const std::string& text, const std::string& from, const std::string& to) {
    return replaced(text, from, to);
}

inline Request hundred_cycles() {
    Request request;
    request.kernels.default_cycles = arch::Cycles{100};
    return request;
}

inline Design read(const std::string& text, const Request& request = hundred_cycles()) {
    return read_design(text, "design.mlir", phoenix(), request);
}

inline std::string refusal(const std::string& text) {
    return input_error([&] { return read(text); });
}

/// The findings as text, such as "'frobnicate' of aie.tile (8:5)".
inline std::vector<std::string> with_places(const std::vector<Finding>& findings) {
    std::vector<std::string> texts;
    for (const Finding& finding : findings)
        texts.push_back(to_string(finding));
    return texts;
}

/// The parts of the design that a run leaves out.
inline std::vector<std::string> losses_of(const std::string& text) {
    return with_places(read(text).losses);
}

/// Cycles of a run with kernels of 100 cycles.
inline std::int64_t cycles_of(const std::string& text) {
    const TemporaryFolder folder;
    const std::vector<problem::Setting> settings{{"design.default_cycles", "100"}};
    const problem::Problem problem =
        problem::load_problem(folder.write("design.mlir", text), settings);
    const auto result =
        backends::make_systemc_backend()->run(map_problem(problem), problem.device, {});
    return result.cycles->count();
}

}  // namespace xdnasim::design
