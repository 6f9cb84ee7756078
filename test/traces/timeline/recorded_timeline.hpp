#pragma once
// A run with its timeline: what the simulator emitted, and the file that was made of it.

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <nlohmann/json.hpp>

#include "arch/device.hpp"
#include "test/sim/example_run.hpp"
#include "traces/events/events.hpp"
#include "traces/timeline/timeline.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::timeline::test {

/// Process, name, first cycle, cycles.
using Bar = std::tuple<std::string, std::string, std::int64_t, std::int64_t>;
using Bars = std::multiset<Bar>;

struct Recorded {
    arch::Device device;
    events::Legend legend;
    sim::test::Recorder recorder;
    nlohmann::json trace;
};

[[nodiscard]] Recorded record(const char* example, const std::vector<problem::Setting>& settings,
                              Window window = {});
[[nodiscard]] Recorded small_gemm();

/// Names of processes by number, or of threads.
[[nodiscard]] std::map<int, std::string> names(const nlohmann::json& trace, const char* what,
                                               const char* key);
[[nodiscard]] Bars bars_of(const nlohmann::json& trace);

}  // namespace xdnasim::timeline::test
