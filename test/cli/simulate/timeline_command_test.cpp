// `xdnasim simulate --timeline`: the file, the text, and what is refused.

#include <algorithm>
#include <sstream>

#include <nlohmann/json.hpp>

#include "test/cli/command_fixture.hpp"

namespace xdnasim::cli {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class TimelineCommand : public Command {
 protected:
    [[nodiscard]] fs::path file() const { return folder_.path() / "timeline.json"; }
    [[nodiscard]] Outcome write_timeline(const std::string& arguments = "") const {
        return simulate(fmt::format("--timeline '{}' {}", file().string(), arguments));
    }
    [[nodiscard]] bool left_nothing() const { return fs::is_empty(folder_.path()); }
};

TEST_F(TimelineCommand, WritesAFileAndSaysHowMuch) {
    const Outcome outcome = write_timeline();
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.output,
                AllOf(HasSubstr("bottleneck"), HasSubstr("timeline      844 spans")));
    const auto trace = nlohmann::json::parse(content_of(file()));
    EXPECT_EQ(trace["otherData"]["device"], "teaching-2x1");
    EXPECT_GT(trace["traceEvents"].size(), 854U);
}

TEST_F(TimelineCommand, ShowsTextOnTheTerminal) {
    const Outcome outcome = simulate("--timeline -");
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.output, AllOf(HasSubstr("bottleneck"), HasSubstr("core (0,2) "),
                                      HasSubstr("LOCK_STALL"), Not(HasSubstr("left out"))));
    EXPECT_THAT(simulate("--timeline - --timeline-lines 10").output,
                HasSubstr("left out: 39 of 44 tracks\n"));
}

TEST_F(TimelineCommand, IsAsWideAsTheTerminal) {
    const auto widest = [&](const std::string& setting) {
        const std::string arguments = fmt::format("simulate '{}' --timeline -", kTeaching);
        std::istringstream lines{run_after(setting, arguments).output};
        std::size_t longest = 0;
        bool in_timeline = false;
        for (std::string line; std::getline(lines, line);) {
            in_timeline = in_timeline || line.starts_with("cycles 0 to");
            if (in_timeline) longest = std::max(longest, line.size());
        }
        return longest;
    };
    using testing::AllOf;
    EXPECT_THAT(widest("unset COLUMNS;"), AllOf(testing::Gt(90U), testing::Le(100U)));
    EXPECT_THAT(widest("COLUMNS=160"), AllOf(testing::Gt(140U), testing::Le(160U)));
    EXPECT_THAT(widest("COLUMNS=many"), AllOf(testing::Gt(90U), testing::Le(100U)));
    EXPECT_THAT(widest("COLUMNS=1"), testing::Le(60U));
}

TEST_F(TimelineCommand, KeepsStandardOutputForTheJson) {
    const Outcome outcome = simulate("--timeline - --json -");
    EXPECT_TRUE(nlohmann::json::accept(outcome.output));
    EXPECT_THAT(outcome.messages, HasSubstr("core (0,2) "));
}

TEST_F(TimelineCommand, TakesTheSameCyclesAsWithout) {
    const auto cycles = [&](const std::string& arguments) {
        return nlohmann::json::parse(simulate("--json - " + arguments).output)["cycles"];
    };
    EXPECT_EQ(cycles("--timeline /dev/null"), cycles(""));
}

TEST_F(TimelineCommand, CutsAWindow) {
    EXPECT_EQ(write_timeline("--timeline-from 10000 --timeline-to 11000").exit_code, 0);
    const auto trace = nlohmann::json::parse(content_of(file()));
    int spans = 0;
    for (const auto& entry : trace["traceEvents"]) {
        if (entry["ph"] != "X") continue;
        ++spans;
        const std::int64_t begin = entry["args"]["cycle"];
        EXPECT_LT(begin, 11000);
        EXPECT_GT(begin + entry["args"]["cycles"].get<std::int64_t>(), 10000);
    }
    EXPECT_GT(spans, 10);
}

TEST_F(TimelineCommand, RefusesAWindowThatHoldsNothing) {
    expect_refused(write_timeline("--timeline-from 20 --timeline-to 20"),
                   "--timeline-to: 20 is not after --timeline-from, 20");
    expect_refused(write_timeline("--timeline-from 1000000"), "allowed: 0 to 42727");
    expect_refused(write_timeline("--timeline-from -1"),
                   "--timeline-from: '-1' is out of range; allowed: whole numbers from 0 to");
    expect_refused(write_timeline("--timeline-to soon"),
                   "--timeline-to: 'soon' is not a whole number; allowed: whole numbers from 1");
    expect_refused(simulate("--timeline - --timeline-lines 9"),
                   "--timeline-lines: '9' is out of range");
    expect_refused(write_timeline("--timeline-lines 50"),
                   "--timeline-lines applies only to text, which --timeline - shows");
    expect_refused(simulate("--timeline-to 20"), "--timeline");
    EXPECT_TRUE(left_nothing());
}

TEST_F(TimelineCommand, IsRefusedWhereItCannotBeWritten) {
    const auto write_to = [&](const fs::path& target) {
        return simulate(fmt::format("--timeline '{}'", target.string()));
    };
    expect_refused(write_to(folder_.path() / "missing" / "x"), "missing/x");
    expect_refused(write_to(folder_.path()), "Is a directory");
    expect_refused(write_to(""), "--timeline: the name of the file is empty; allowed: a path");
    expect_refused(write_to("/dev/full"), "'/dev/full': No space left on device");
    EXPECT_TRUE(left_nothing());
}

TEST_F(TimelineCommand, LeavesNothingOnAFullDisk) {
    expect_refused(run_after("ulimit -f 1; ", fmt::format("simulate '{}' --timeline '{}'",
                                                          kTeaching, file().string())),
                   "File too large");
    EXPECT_TRUE(left_nothing());
}

TEST_F(TimelineCommand, LeavesNothingWhenTheProblemIsBad) {
    expect_refused(write_timeline("--set gemm.k_mt=1"), "k_mt");
    EXPECT_TRUE(left_nothing());
}

TEST_F(TimelineCommand, TakesThePlaceOfNoOtherFileOfTheRun) {
    const fs::path problem = folder_.write("p.yaml", content_of(kTeaching));
    expect_refused(run(fmt::format("simulate {0} --timeline {0}", problem.string())),
                   "--timeline: ");
    expect_refused(write_timeline(fmt::format("--json '{}'", file().string())),
                   "is also the file of --json");
    EXPECT_EQ(content_of(problem), content_of(kTeaching));
    EXPECT_FALSE(fs::exists(file()));
}

}  // namespace
}  // namespace xdnasim::cli
