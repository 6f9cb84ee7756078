// `simulate` recognises a problem, a design or a placed netlist by the content of the file.

#include <string>
#include <utility>
#include <vector>

#include "test/cli/command_fixture.hpp"

namespace xdnasim::cli {
namespace {

using testing::HasSubstr;

class KindsOfProblems : public Command {
 protected:
    /// Returns a text of each kind, each with a word that the summary of its run contains.
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> texts() const {
        const std::string netlist = (folder_.path() / "n.json").string();
        EXPECT_EQ(run(fmt::format("netlist line_ps_01 -o '{}'", netlist)).exit_code, 0);
        const Outcome placed = run(fmt::format("place '{}' --method naive -o -", netlist));
        EXPECT_EQ(placed.exit_code, 0) << placed.messages;
        return {{content_of(kTeaching), "gemm"},
                {content_of(XDNASIM_EXAMPLES "/design_source/aie.mlir"), "design"},
                {placed.output, "line_ps_01"}};
    }
};

TEST_F(KindsOfProblems, InFilesOfAnyName) {
    for (const auto& [text, says] : texts())
        for (const char* const name : {"noext", "up.MLIR", "up.JSON"}) {
            const Outcome outcome =
                run(fmt::format("simulate '{}'", folder_.write(name, text).string()));
            EXPECT_EQ(outcome.exit_code, 0) << name << ' ' << outcome.messages;
            EXPECT_THAT(outcome.output, HasSubstr(says)) << name;
        }
}

TEST_F(KindsOfProblems, BehindCommentsOfAnyLength) {
    const std::string example = content_of(XDNASIM_EXAMPLES "/design_source/aie.mlir");
    const std::string design = example.substr(example.find("module {"));
    // In the first case, the name of the first operation lies across the end of the first 4 KiB,
    // which are read first.
    for (const std::size_t before : {(std::size_t{1} << 12) - 3, std::size_t{3} << 20}) {
        const std::string comment = "// " + std::string(before - 4, 'x') + '\n';
        const Outcome outcome =
            run(fmt::format("simulate '{}'", folder_.write("noext", comment + design).string()));
        EXPECT_EQ(outcome.exit_code, 0) << outcome.messages;
        EXPECT_THAT(outcome.output, HasSubstr("design"));
    }
}

TEST_F(KindsOfProblems, OnStandardInput) {
    for (const auto& [text, says] : texts()) {
        const std::string file = folder_.write("noext", text).string();
        const Outcome outcome = run(fmt::format("simulate - < '{}'", file));
        EXPECT_EQ(outcome.exit_code, 0) << outcome.messages;
        EXPECT_THAT(outcome.output, HasSubstr(says));
    }
}

TEST_F(KindsOfProblems, WithTheSameCyclesFromStandardInputAsFromAFile) {
    const std::string file = folder_.write("lr.json", texts().back().first).string();
    const auto cycles = [](const std::string& output) {
        return output.substr(output.find("\"cycles\""), 24);
    };
    const Outcome read = run(fmt::format("simulate - --json - < '{}'", file));
    ASSERT_EQ(read.exit_code, 0) << read.messages;
    EXPECT_EQ(cycles(read.output), cycles(run(fmt::format("simulate '{}' --json -", file)).output));
}

}  // namespace
}  // namespace xdnasim::cli
