// The hint of `xdnasim simulate` that a GEMM whose rows of cores share a shim channel would be
// faster on an array of another shape.

#include <nlohmann/json.hpp>

#include "test/cli/command_fixture.hpp"
#include "test/support/matches.hpp"

namespace xdnasim::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

class ArrayHint : public Command {
 protected:
    [[nodiscard]] Outcome gemm(const std::string& device, const std::string& size,
                               const std::string& array) const {
        return run(
            fmt::format("simulate '{}/gemm_any.yaml' --set device={} --set 'gemm.size={}' "
                        "--set 'gemm.array={}' --json -",
                        XDNASIM_EXAMPLES, device, size, array));
    }
    [[nodiscard]] static std::int64_t cycles(const Outcome& outcome) {
        return nlohmann::json::parse(outcome.output)["cycles"];
    }
};

TEST_F(ArrayHint, NamesAnArrayOfNoMoreCoresThatTheSimulationFindsFaster) {
    struct Case {
        std::string device;
        std::string size;
    };
    int hints = 0;
    for (const Case& each : {Case{"xdna2-krackan", "{m: 6144, k: 512, n: 128}"},
                             Case{"xdna2-krackan", "{m: 512, k: 2048, n: 512}"},
                             Case{"xdna-phoenix", "{m: 1024, k: 1024, n: 1024}"}}) {
        const Outcome asked = gemm(each.device, each.size, "{rows: 4, columns: 1}");
        ASSERT_EQ(asked.exit_code, 0) << asked.messages;
        const auto shapes =
            matches_of(asked.messages, R"(\{rows: ([0-9]),[[:space:]]+columns: ([0-9])\})");
        ASSERT_FALSE(shapes.empty()) << asked.messages;
        const RegexMatch& found = shapes.front();
        EXPECT_THAT(asked.messages, HasSubstr("A of 4 rows of cores"));
        EXPECT_LE(std::stoi(found[1]) * std::stoi(found[2]), 4);
        const Outcome hinted = gemm(each.device, each.size, found[0]);
        EXPECT_LT(cycles(hinted), cycles(asked));
        ++hints;
    }
    EXPECT_EQ(hints, 3);
}

TEST_F(ArrayHint, IsNotGivenWhereEachRowHasAChannelOrAnotherLimitBinds) {
    EXPECT_THAT(
        gemm("xdna2-krackan", "{m: 6144, k: 512, n: 128}", "{rows: 2, columns: 2}").messages,
        Not(HasSubstr("hint")));
    EXPECT_THAT(
        gemm("xdna-phoenix", "{m: 1024, k: 1024, n: 1024}", "{rows: 2, columns: 1}").messages,
        Not(HasSubstr("hint")));
}

}  // namespace
}  // namespace xdnasim::cli
