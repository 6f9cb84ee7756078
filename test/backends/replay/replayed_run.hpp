#pragma once
// Runs that are recorded to a folder and replayed from there.

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "backends/replay/replay_backend.hpp"
#include "test/support/input_error.hpp"
#include "test/support/temporary_folder.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::backends::test {

struct Mapped {
    problem::Problem problem;
    schedule::Schedule schedule;
};

[[nodiscard]] inline Mapped mapped_file(const std::filesystem::path& file,
                                        const std::vector<problem::Setting>& settings = {}) {
    problem::Problem problem = problem::load_problem(file, settings);
    schedule::Schedule schedule = problem::map_problem(problem);
    return {std::move(problem), std::move(schedule)};
}

[[nodiscard]] inline Mapped mapped(const char* example,
                                   const std::vector<problem::Setting>& settings = {}) {
    return mapped_file(std::string{XDNASIM_EXAMPLES "/"} + example, settings);
}

/// A result with what a run on an NPU measures: times of repeated runs, but no cycles.
[[nodiscard]] inline RunResult measured() {
    RunResult result;
    result.backend = "xrt";
    result.repeated = {.runs = 20,
                       .mean = arch::Nanoseconds{150'250},
                       .min = arch::Nanoseconds{140'000},
                       .max = arch::Nanoseconds{190'000}};
    result.verification = {.passed = true, .message = "all equal", .saturated_share = {}};
    result.output_hash = 0x0123456789abcdef;
    return result;
}

class Replay : public testing::Test {
 protected:
    void record(const Mapped& ran, const RunResult& result, std::uint64_t seed = 7) const {
        for (const auto& [name, content] :
             recording_files(ran.schedule, ran.problem.device, result, seed))
            folder_.write(name, content);
    }
    [[nodiscard]] RunResult replay(const Mapped& asked, const RunOptions& options = {}) const {
        return make_replay_backend(folder_.path())
            ->run(asked.schedule, asked.problem.device, options);
    }
    [[nodiscard]] std::string refusal(const Mapped& asked, const RunOptions& options = {}) const {
        return input_error([&] { return replay(asked, options); });
    }
    TemporaryFolder folder_;
};

}  // namespace xdnasim::backends::test
