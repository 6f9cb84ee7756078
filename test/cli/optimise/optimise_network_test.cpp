// `xdnasim optimise` of networks.

#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "test/cli/command_fixture.hpp"

namespace xdnasim::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class OptimiseNetwork : public Command {
 protected:
    [[nodiscard]] Outcome optimise(const std::string& options) {
        return run(
            fmt::format("optimise '{}/network_two_layers.yaml' {}", XDNASIM_EXAMPLES, options));
    }
    [[nodiscard]] json found(const std::string& options, int max_trials = 16) {
        const Outcome outcome =
            optimise(fmt::format("{} --max-trials {} --json -", options, max_trials));
        EXPECT_EQ(outcome.exit_code, 0) << outcome.messages;
        return json::parse(outcome.output);
    }
};

TEST_F(OptimiseNetwork, ForTheFewestCoresTakesNoMoreThanAnyThatIsKnownToBeAsFast) {
    const json by_time = found("");
    int compared = 0;
    for (const json& known : by_time["front"]) {
        constexpr double kSlackNs = 0.5;
        const double us = (known["simulated_ns"].get<double>() + kSlackNs) * 1e-3;
        const json fewest = found(fmt::format("--objective cores --max-time {}", us));
        EXPECT_LE(fewest["trials"][0]["cores"], known["cores"]) << us;
        EXPECT_LE(fewest["trials"][0]["simulated_ns"].get<double>(), us * 1e3);
        ++compared;
    }
    EXPECT_GE(compared, 3);
    EXPECT_EQ(found("--objective cores")["trials"][0]["cores"], 2) << "one for each layer";
}

TEST_F(OptimiseNetwork, ShowsNothingThatBreaksItsConstraints) {
    const json all = found("");
    const double fastest = all["front"].back()["simulated_ns"].get<double>();
    const json small = found("--max-cores 4");
    EXPECT_FALSE(small["front"].empty());
    for (const json& design : small["front"])
        EXPECT_LE(design["cores"], 4);
    constexpr double kLittleMore = 1.05;
    const double limit = fastest * kLittleMore;
    const json quick = found(fmt::format("--max-time {}", limit * 1e-3));
    for (const char* const list : {"trials", "front"}) {
        EXPECT_FALSE(quick[list].empty());
        for (const json& design : quick[list])
            EXPECT_LE(design["simulated_ns"].get<double>(), limit) << list;
    }
}

TEST_F(OptimiseNetwork, SaysWhenTrialsEndedTheSearch) {
    EXPECT_THAT(found("", 1)["decisions"].dump(),
                HasSubstr("1 design simulated; the search was stopped"));
}

TEST_F(OptimiseNetwork, RefusesWhatANetworkDoesNotHave) {
    expect_refused(optimise("--objective dram"),
                   "--objective dram: a network moves nothing in DRAM");
    expect_refused(optimise("--max-dram 5"), "--max-dram: a network moves nothing in DRAM");
    expect_refused(optimise("--min-tops 5"), "--min-tops is of a GEMM");
    expect_refused(optimise("--max-cores 1"),
                   "network.layers.1: this layer and those before it take 2 cores at least, and 1 "
                   "may be used");
}

}  // namespace
}  // namespace xdnasim::cli
