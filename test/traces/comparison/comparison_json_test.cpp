// Comparisons as JSON.

#include "traces/comparison/comparison_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "test/traces/comparison/example_recording.hpp"

namespace xdnasim::comparison {
namespace {

using nlohmann::json;

json json_of(const Example& measured, const Example& simulated,
             const std::vector<Window>& windows = {}) {
    const Recorded fixed = recorded(measured);
    Recorded moved = recorded(simulated);
    const Comparison found = compare(fixed, moved, {});
    return json::parse(comparison_json(found, fixed, moved, windows));
}

TEST(ComparisonJson, HoldsVerdictsWithTheirNumbers) {
    ExampleUnit slower = example_core();
    slower.assertions.back().end += 600;  // the last run of the port
    *slower.stop += 700;
    const json found = json_of({example_core()}, {slower});
    EXPECT_EQ(found["passed"], false);
    EXPECT_EQ(found["outside"], 1);
    EXPECT_EQ(found["tolerances"]["cycles"], 3);
    EXPECT_EQ(found["alignment"]["by"], "first-event");
    const json& unit = found["units"][0];
    EXPECT_EQ(unit["measured"], "core (1,2)");
    EXPECT_EQ(unit["kernels"][0]["name"], "length");
    EXPECT_EQ(unit["kernels"][0]["measured"]["mean"], 100);
    EXPECT_EQ(unit["first_divergence"]["event"], "PORT_RUNNING_0");
    EXPECT_EQ(unit["first_divergence"]["simulated"], json({2790, 3450}));
    const json& port = unit["events"][3];
    EXPECT_EQ(port["verdict"], "outside");
    EXPECT_EQ(port["largest"]["length"], 600);
    EXPECT_EQ(port["measured"]["most"], 60);
    EXPECT_EQ(port["simulated"]["most"], 660);
}

TEST(ComparisonJson, HasNoLengthsOfWhatDidNotHappen) {
    ExampleUnit idle = example_core();
    std::erase_if(idle.assertions, [](const Assertion& a) { return a.event == "PORT_RUNNING_0"; });
    const json port = json_of({example_core()}, {idle})["units"][0]["events"][3];
    EXPECT_EQ(port["simulated"]["count"], 0);
    EXPECT_TRUE(port["simulated"]["mean"].is_null());
}

TEST(ComparisonJson, HoldsWhatIsSeenInWindows) {
    const json window =
        json_of({example_core()}, {example_core()}, {{"A window", {595, 625}}})["windows"][0];
    EXPECT_EQ(window["title"], "A window");
    EXPECT_EQ(window["time"], json({595, 625}));
    const json& events = window["units"][0]["events"];
    EXPECT_EQ(events[0]["name"], "INSTR_EVENT_0");
    EXPECT_EQ(events[0]["measured"], json::parse("[[620, 621]]"));
    EXPECT_EQ(events[1]["simulated"], json::parse("[[600, 601]]"));
    EXPECT_EQ(events[2]["measured"], json::array());
}

}  // namespace
}  // namespace xdnasim::comparison
