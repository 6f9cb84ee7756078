#pragma once
// A run with its timeline: the simulator's events, and the timeline file that was made from them.

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

/// A bar of the timeline: process, name, first cycle, number of cycles.
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

/// Names of processes or threads in the timeline file, by their number.
[[nodiscard]] std::map<int, std::string> names(const nlohmann::json& trace, const char* what,
                                               const char* key);
[[nodiscard]] Bars bars_of(const nlohmann::json& trace);

}  // namespace xdnasim::timeline::test
