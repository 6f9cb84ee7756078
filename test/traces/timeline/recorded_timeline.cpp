#include "test/traces/timeline/recorded_timeline.hpp"

#include <string_view>

#include <gtest/gtest.h>

#include "backends/systemc/systemc_backend.hpp"

namespace xdnasim::timeline::test {

using nlohmann::json;

namespace {

class LegendKeeper final : public events::Listener {
 public:
    void on(const events::Legend& legend) override { kept = legend; }
    events::Legend kept;
};

}  // namespace

Recorded record(const char* example, const std::vector<problem::Setting>& settings, Window window) {
    const problem::Problem problem =
        problem::load_problem(std::string{XDNASIM_EXAMPLES "/"} + example, settings);
    Recorded run{problem.device, {}, {}, {}};
    std::string text;
    ChromeTrace trace{problem.device, arch::Bytes{1 << 30},
                      [&](std::string_view piece) { text += piece; }};
    SpanReader reader{problem.device, window, trace};
    LegendKeeper legend;
    const auto result =
        backends::make_systemc_backend()->run(problem::map_problem(problem), problem.device,
                                              {.listeners = {&legend, &run.recorder, &reader}});
    trace.finish(result.cycles.value());
    run.legend = legend.kept;
    run.trace = json::parse(text);
    return run;
}

Recorded small_gemm() {
    return record("gemm_teaching.yaml", {});
}

std::map<int, std::string> names(const json& trace, const char* what, const char* key) {
    std::map<int, std::string> found;
    for (const json& entry : trace["traceEvents"]) {
        if (entry["ph"] != "M" || entry["name"] != what) continue;
        const bool is_new = found.emplace(entry[key], entry["args"]["name"]).second;
        EXPECT_TRUE(is_new) << entry;
    }
    return found;
}

Bars bars_of(const json& trace) {
    const auto processes = names(trace, "process_name", "pid");
    Bars bars;
    for (const json& entry : trace["traceEvents"])
        if (entry["ph"] == "X")
            bars.emplace(processes.at(entry["pid"]), entry["name"], entry["args"]["cycle"],
                         entry["args"]["cycles"]);
    return bars;
}

}  // namespace xdnasim::timeline::test
