// The completions of the scripts of `xdnasim completion`, in bash, and in zsh if it is installed.

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "test/cli/command_fixture.hpp"

namespace xdnasim::cli {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::UnorderedElementsAre;

class Completion : public Command {
 protected:
    /// Returns the completions that bash offers for the last of `words` (shell words after the
    /// command's name) in the test's folder `files`.
    std::vector<std::string> completed(const std::string& words) {
        const auto script =
            folder_.write("ask.bash", fmt::format(R"(
source <('{}' completion bash)
cd '{}/files'
COMP_WORDS=(xdnasim {})
COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
_xdnasim
for word in "${{COMPREPLY[@]}}"; do echo "$word"; done
)",
                                                  XDNASIM_COMMAND, folder_.path().string(), words));
        const Outcome outcome = run_line(fmt::format("bash --norc '{}'", script.string()));
        EXPECT_THAT(outcome.messages, IsEmpty());
        std::vector<std::string> lines;
        std::istringstream stream{outcome.output};
        for (std::string line; std::getline(stream, line);)
            lines.push_back(line);
        return lines;
    }

    void SetUp() override {
        folder_.write("files/notes.txt", "");
        folder_.write("files/problem.yaml", "");
        folder_.write("files/more/other.yaml", "");
        if (run_line("bash -c 'compgen -W x'").exit_code != 0)
            GTEST_SKIP() << "there is no bash with programmable completion";
    }
};

TEST_F(Completion, OffersEveryCommand) {
    EXPECT_THAT(completed("''"),
                UnorderedElementsAre("simulate", "optimise", "place", "place-study", "netlist",
                                     "sweep", "kernel", "packs", "validate", "trace", "export",
                                     "compare", "devices", "reference", "completion"));
    EXPECT_THAT(completed("tr"), ElementsAre("trace"));
    EXPECT_THAT(completed("trace ''"), UnorderedElementsAre("decode", "encode", "compare"));
    EXPECT_THAT(completed("export m"), ElementsAre("mlir"));
    EXPECT_THAT(completed("completion ''"), UnorderedElementsAre("bash", "zsh"));
}

TEST_F(Completion, OffersTheOptionsOfTheCommand) {
    EXPECT_THAT(completed("simulate --back"), ElementsAre("--backend"));
    EXPECT_THAT(completed("simulate problem.yaml --verify --se"),
                UnorderedElementsAre("--set", "--seed", "--sequence"));
    EXPECT_THAT(completed("trace decode --"), Contains("--reference-quirks"));
    EXPECT_THAT(completed("trace encode --"), Not(Contains("--reference-quirks")));
    EXPECT_THAT(completed("--v"), ElementsAre("--version"));
}

TEST_F(Completion, OffersTheNamesOfClosedSets) {
    EXPECT_THAT(completed("simulate --backend ''"),
                UnorderedElementsAre("systemc", "analytic", "xrt", "replay"));
    EXPECT_THAT(completed("simulate --backend s"), ElementsAre("systemc"));
    EXPECT_THAT(completed("simulate --backend = a"), ElementsAre("analytic"));
    EXPECT_THAT(completed("simulate --backend ="), Contains("xrt"));
    EXPECT_THAT(completed("validate --suite kernels"), ElementsAre("kernels", "kernels-bias"));
    EXPECT_THAT(completed("kernel --b-layout r"), ElementsAre("row-major"));
    EXPECT_THAT(completed("trace compare --align ''"),
                ElementsAre("calls", "first-event", "start"));
}

TEST_F(Completion, OffersTheNextNameOfAList) {
    EXPECT_THAT(completed("compare --backends sys"), ElementsAre("systemc"));
    EXPECT_THAT(completed("compare --backends systemc,an"), ElementsAre("systemc,analytic"));
}

TEST_F(Completion, OffersDevices) {
    EXPECT_THAT(completed("devices xdna2-k"), ElementsAre("xdna2-krackan"));
    EXPECT_THAT(completed("kernel --device xdna-"), ElementsAre("xdna-phoenix"));
    EXPECT_THAT(completed("devices prob"), ElementsAre("problem.yaml"));
}

TEST_F(Completion, OffersProblemFilesAndTheFoldersOnTheWayToThem) {
    EXPECT_THAT(completed("simulate ''"), UnorderedElementsAre("problem.yaml", "more"));
    EXPECT_THAT(completed("simulate --verify more/"), ElementsAre("more/other.yaml"));
    EXPECT_THAT(completed("simulate no"), ElementsAre("notes.txt")) << "there is no other";
}

TEST_F(Completion, OffersFilesAndFoldersToOptionsThatTakeThem) {
    EXPECT_THAT(completed("simulate problem.yaml --json ''"),
                UnorderedElementsAre("problem.yaml", "notes.txt", "more"));
    EXPECT_THAT(completed("simulate problem.yaml --record ''"), ElementsAre("more"));
    EXPECT_THAT(completed("trace decode ''"), Contains("notes.txt"));
}

TEST_F(Completion, OffersNothingWhereOnlyTheUserKnows) {
    EXPECT_THAT(completed("simulate --seed ''"), IsEmpty());
    EXPECT_THAT(completed("simulate --set ''"), IsEmpty());
    EXPECT_THAT(completed("reference ''"), IsEmpty());
}

class ZshCompletion : public Command {
 protected:
    const std::string script_ = run("completion zsh").output;
};

TEST_F(ZshCompletion, HasAFunctionForEveryCommand) {
    EXPECT_THAT(script_, testing::StartsWith("#compdef xdnasim\n"));
    EXPECT_THAT(script_, testing::EndsWith("\n_xdnasim \"$@\"\n"));
    for (const char* command :
         {"simulate", "optimise", "kernel", "validate", "trace_decode", "trace_encode",
          "trace_compare", "export_mlir", "compare", "devices"})
        EXPECT_THAT(script_, HasSubstr(fmt::format("\n_xdnasim_{}() {{\n", command)));
    EXPECT_THAT(script_, HasSubstr("]:value:(systemc analytic xrt replay)'"));
    EXPECT_THAT(script_, HasSubstr("'--verify[Move real data and check the result]'"));
}

TEST_F(ZshCompletion, ClosesWhatItOpens) {
    EXPECT_EQ(std::ranges::count(script_, '{'), std::ranges::count(script_, '}'));
    // The script uses only syntax that bash and zsh share (functions, quotes, `case`), so that
    // `bash -n` can check it.
    const auto file = folder_.write("_xdnasim", script_);
    const Outcome outcome = run_line(fmt::format("bash -n '{}'", file.string()));
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.messages, IsEmpty());
    const auto broken = folder_.write("broken", script_ + "echo '\n");
    EXPECT_NE(run_line(fmt::format("bash -n '{}'", broken.string())).exit_code, 0);
}

TEST_F(ZshCompletion, IsReadByZsh) {
    if (run_line("command -v zsh").exit_code != 0) GTEST_SKIP() << "there is no zsh here";
    const auto file = folder_.write("_xdnasim", script_);
    const Outcome outcome = run_line(fmt::format("zsh -n '{}'", file.string()));
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.messages, IsEmpty());
}

}  // namespace
}  // namespace xdnasim::cli
