// `xdnasim place problem.yaml`, as users call it.

#include <regex>

#include "test/cli/command_fixture.hpp"

namespace xdnasim::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// A core in the corner that is farthest from its shim.
constexpr const char* kFar =
    "device: xdna-phoenix\nworkload: elementwise\nelementwise:\n  column: 0\n  row: 5\n"
    "  object_bytes: 32\n  objects: 8\n  mem_tile: false\n"
    "  kernel: {kind: add_one, cycles_per_call: 12, inlined: true}\n";

class PlaceProblem : public Command {
 protected:
    [[nodiscard]] Outcome place(const std::string& text, const std::string& options = "") const {
        const std::string file = folder_.write("problem.yaml", text).string();
        return run(fmt::format("place '{}' --moves 2000 {}", file, options));
    }
    [[nodiscard]] static std::string number_behind(const std::string& text,
                                                   const std::string& pattern) {
        std::smatch found;
        return std::regex_search(text, found, std::regex{pattern}) ? found[1].str() : "none";
    }
    [[nodiscard]] std::string cycles_of(const std::string& file) const {
        return number_behind(run(fmt::format("simulate '{}'", file)).output, "cycles +([0-9,]+)");
    }
};

TEST_F(PlaceProblem, SaysWhatThePlacementChangesAndWritesAProblemThatFindsItAgain) {
    const std::string result = (folder_.path() / "placed.yaml").string();
    const Outcome placed = place(kFar, fmt::format("--verify -o '{}'", result));
    ASSERT_EQ(placed.exit_code, 0) << placed.messages;
    EXPECT_THAT(placed.output,
                AllOf(HasSubstr("1 core, 0 mem tiles, 1 shim, 2 nets"),
                      HasSubstr("routes        10 hops before, 4 after"), HasSubstr("% less"),
                      HasSubstr("data          right before and after")));
    EXPECT_EQ(cycles_of((folder_.path() / "problem.yaml").string()),
              number_behind(placed.output, "cycles +([0-9,]+) before"));
    EXPECT_EQ(cycles_of(result), number_behind(placed.output, "cycles.* ([0-9,]+) after"));
    // The same seed, the same result.
    EXPECT_EQ(place(kFar, "-o -").output, place(kFar, "-o -").output);
}

TEST_F(PlaceProblem, RefusesWhatItCannotPlaceAndSaysWhy) {
    expect_refused(place(std::string{kFar} + "placement: {seed: 2}\n"),
                   "the problem says itself how it is placed");
    expect_refused(place(kFar, "--method lsmo"), "integer programs know nothing of");
    expect_refused(place(kFar, "--plot cost.svg"), "--plot is for netlists; allowed for a problem");
    expect_refused(place(kFar, "--keep shims"), "--keep is for designs of mlir-aie");
    expect_refused(place(kFar, "--device xdna2-strix"), "allowed: --set device=xdna2-strix");
    expect_refused(place(kFar, "--budget 5 -o -"), "--budget: what -o writes searches again");
    expect_refused(place("device: xdna2-strix\nworkload: netlist\n"
                         "netlist: {suite: line_ps_01, moves: 100}\n"),
                   "problem.yaml:2:11: placement: not for the workload netlist");
    const std::string anew =
        folder_.write("anew.yaml", std::string{kFar} + "placement: {}\n").string();
    expect_refused(run(fmt::format("optimise '{}'", anew)),
                   "`optimise` knows a workload by its own rules alone");
}

}  // namespace
}  // namespace xdnasim::cli
