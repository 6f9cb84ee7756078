#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "traces/timeline/timeline.hpp"

namespace xdnasim::timeline {
namespace {

using arch::Bytes;
using arch::Cycles;
using nlohmann::json;

class ChromeTraceTest : public testing::Test {
 protected:
    ChromeTraceTest() {
        device_.name = "a device";
        device_.clock_ghz = 1.8;
    }
    /// The trace, of at most `limit`, after `spans` spans of a cycle each, one after the other.
    json trace_of(int spans, Bytes limit) {
        std::string text;
        ChromeTrace trace{device_, limit, [&](std::string_view piece) {
                              text += piece;
                              ++pieces_;
                          }};
        for (int i = 0; i < spans; ++i)
            trace.paint({.name = "LOCK_STALL", .begin = Cycles{i}, .end = Cycles{i + 1}}, track_);
        trace.finish(Cycles{spans});
        cut_ = trace.cut();
        size_ = text.size();
        return json::parse(text);
    }

    arch::Device device_;
    Track track_{1, Lane::Core, arch::TileId{0, 2}, 1, "core (0,2)", "core"};
    std::optional<Cut> cut_;
    std::size_t size_ = 0;
    int pieces_ = 0;
};

TEST_F(ChromeTraceTest, IsWholeWithoutAnySpan) {
    const json trace = trace_of(0, Bytes{1000});
    EXPECT_TRUE(trace["traceEvents"].empty());
    EXPECT_EQ(trace["otherData"]["device"], "a device");
    EXPECT_EQ(trace["otherData"]["cycles"], 0);
}

TEST_F(ChromeTraceTest, IsHandedOnInPieces) {
    trace_of(10'000, Bytes{1 << 30});
    EXPECT_GT(pieces_, 10);
}

TEST_F(ChromeTraceTest, StopsAtItsLimitAndSaysWhatItLeftOut) {
    const json trace = trace_of(10'000, Bytes{100'000});
    ASSERT_TRUE(cut_.has_value());
    const auto painted = static_cast<std::int64_t>(trace["traceEvents"].size()) - 2;  // 2 are names
    EXPECT_EQ(cut_->spans, 10'000 - painted);
    EXPECT_EQ(cut_->complete_to, Cycles{painted});
    EXPECT_LT(size_, 101'000U);
    EXPECT_EQ(trace["otherData"]["complete_to_cycle"], painted);
    EXPECT_EQ(trace["otherData"]["left_out"], cut_->spans);
}

TEST_F(ChromeTraceTest, LeavesNoGapsBetweenSpansThatFollowEachOther) {
    const json trace = trace_of(1000, Bytes{1 << 30});
    std::int64_t end = 0;
    for (const json& entry : trace["traceEvents"]) {
        if (entry["ph"] != "X") continue;
        const auto nanoseconds = [&](const char* key) {
            return std::llround(entry[key].get<double>() * 1000);
        };
        EXPECT_EQ(nanoseconds("ts"), end);
        end = nanoseconds("ts") + nanoseconds("dur");
    }
    EXPECT_EQ(end, 556);  // nanoseconds: 1,000 cycles at 1.8 GHz
}

TEST_F(ChromeTraceTest, QuotesAnyName) {
    track_.process_name = "a \"tile\" \\ \n";
    const json trace = trace_of(1, Bytes{1000});
    EXPECT_EQ(trace["traceEvents"][0]["args"]["name"], track_.process_name);
}

}  // namespace
}  // namespace xdnasim::timeline
