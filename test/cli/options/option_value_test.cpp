// Which arguments are accepted as the value of an option, and what `--` and `-` mean.

#include <nlohmann/json.hpp>

#include "test/cli/command_fixture.hpp"
#include "test/support/replaced_text.hpp"

namespace xdnasim::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class OptionValue : public Command {
 protected:
    /// Runs the command in the test's folder, where it must leave nothing.
    [[nodiscard]] Outcome run_here(const std::string& arguments) const {
        return run_after(fmt::format("cd '{}'; ", folder_.path().string()), arguments);
    }
    [[nodiscard]] bool nothing_left() const { return fs::is_empty(folder_.path()); }
};

TEST_F(OptionValue, IsNeverAnotherOption) {
    const std::string problem = fmt::format("simulate '{}' ", kTeaching);
    for (const char* option : {"--json", "--timeline", "--trace"})
        expect_refused(
            run_here(problem + option + " --verify"),
            std::string{option} +
                ": '--verify' is not a file here; write ./--verify for a file of that name");
    for (const char* option : {"--record", "--artifacts", "--recording"})
        expect_refused(run_here(problem + option + " --verify"),
                       "write ./--verify for a folder of that name");
    for (const char* option : {"--seed", "--set", "--runs", "--timeline-lines"})
        expect_refused(run_here(problem + option + " --verify"),
                       "'--verify' is not a value: words that begin with a dash are options");
    expect_refused(run_here("kernel --tile 64x64x64 --json=--plot"), "write ./--plot");
    expect_refused(run_here("trace encode x -o --text"), "--output: '--text' is not a file here");
    expect_refused(run_here(fmt::format("simulate --json -- '{}'", kTeaching)),
                   "'--' is not a file here");
    EXPECT_TRUE(nothing_left());
}

TEST_F(OptionValue, IsADashOnlyForStandardOutput) {
    const std::string problem = fmt::format("simulate '{}' ", kTeaching);
    for (const char* option : {"--trace", "--record"})
        expect_refused(run_here(problem + option + " -"), "write ./- for a");
    expect_refused(run_here("kernel --tile 64x64x64 --plot -"), "write ./- for a file");
    EXPECT_EQ(run_here(problem + "--json -").exit_code, 0);
    EXPECT_EQ(run_here(problem + "--timeline -").exit_code, 0);
    for (const char* option : {"--input", "--output", "--expect"})
        expect_refused(run_here(problem + option + " arg0=-"),
                       std::string{option} + ": '-' is not a file here; write ./- for a file");
    EXPECT_TRUE(nothing_left());
}

TEST_F(OptionValue, OfAFlagIsRefusedInASentence) {
    expect_refused(simulate("--verify=maybe"),
                   "--verify: 'maybe' is not a valid value; allowed: --verify alone");
}

TEST_F(OptionValue, OfANumberIsRefusedAsOne) {
    expect_refused(run("kernel --kernel copy --bytes a"),
                   "--bytes: 'a' is not a whole number, or too large");
}

TEST_F(OptionValue, ProblemHasAName) {
    expect_refused(run("simulate ''"), "PROBLEM: the name of the file is empty; allowed: a path");
    expect_refused(run("sweep ''"), "STUDY: the name of the file is empty; allowed: a path");
    for (const char* const option : {"--json", "--timeline", "--trace", "--kernels"})
        expect_refused(simulate(fmt::format("{} ''", option)),
                       fmt::format("{}: the name of the file is empty; allowed: a path", option));
    expect_refused(simulate("--record ''"),
                   "--record: the name of the folder is empty; allowed: a path");
    expect_refused(run("netlist line_ps_01 -o ''"), "--output: the name of the file is empty");
}

TEST_F(OptionValue, MayBeAFileWithDashesInItsPath) {
    const Outcome outcome = run_here(fmt::format("simulate '{}' --json ./--verify", kTeaching));
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_TRUE(fs::exists(folder_.path() / "--verify"));
}

TEST_F(OptionValue, IsCountedInSentences) {
    expect_refused(simulate("--json a --json b"), "--json: at most one is allowed, 2 were given");
    expect_refused(simulate("--seed"), "--seed: the value is missing");
}

TEST_F(OptionValue, OfAClosedSetIsSuggested) {
    expect_refused(run("optimise x --objective tme"),
                   "--objective: 'tme' is not known here; did you mean 'time'? allowed: time, ");
    expect_refused(run("place x --method annealing"),
                   "--method: 'annealing' is not known here; allowed: naive, snake, sa-bb, ");
}

TEST_F(OptionValue, IsANumberWithinItsRange) {
    for (const char* number : {"0", "1025", "99999999999999999999"})
        expect_refused(run(fmt::format("sweep x --jobs {}", number)),
                       fmt::format("--jobs: '{}' is out of range; allowed: whole numbers from 1 "
                                   "to 1024",
                                   number));
    for (const char* number : {"two", "1.5", "2x"})
        expect_refused(run(fmt::format("sweep x --jobs {}", number)),
                       fmt::format("--jobs: '{}' is not a whole number", number));
}

TEST_F(OptionValue, IsCalledByItsOptionWhenTheProblemDoesNotTakeIt) {
    expect_refused(simulate("--device xdna2"), "xdnasim: --device: unknown device 'xdna2'; did");
    for (const char* given :
         {"--kernels k.yaml", "--ports p.yaml", "--instructions i.txt", "--aie-device d",
          "--input arg0=x", "--output arg0=x", "--expect arg0=x"}) {
        const std::string option{given, std::string_view{given}.find(' ')};
        expect_refused(simulate(given),
                       option + " is for designs of mlir-aie; the workload is gemm\n");
    }
    const std::string design = "simulate '" XDNASIM_EXAMPLES "/design/input_physical.mlir' ";
    expect_refused(run(design + "--kernels none.yaml"), "--kernels: 'none.yaml': no such file");
}

TEST_F(OptionValue, StandsBehindItsCommand) {
    folder_.write("p.yaml", content_of(kTeaching));
    for (const char* const given : {"--backend analytic", "--backend=analytic"})
        expect_refused(run_here(fmt::format("{} simulate p.yaml", given)),
                       "the option '--backend' must stand behind the command 'simulate'");
    expect_refused(run_here("trace --json - decode p.bin"),
                   "the option '--json' must stand behind the command 'decode'");
    expect_refused(run_here("--bakend analytic simulate p.yaml"), "unknown option '--bakend'");
    expect_refused(run_here("simulate p.yaml -- --verify"), "unexpected argument '--verify'");
}

TEST_F(OptionValue, IsNoneAfterTheEndOfOptions) {
    const fs::path problem = folder_.write("--p.yaml", content_of(kTeaching));
    EXPECT_EQ(run_here("simulate -- --p.yaml").exit_code, 0);
    expect_refused(run_here("simulate -- --p.yaml --json"), "unexpected argument '--json'");
    expect_refused(run_here("simulate --p.yaml"), "unknown option '--p.yaml'");
    expect_refused(run_here("-- devices"), "a command must stand before '--'");
    expect_refused(run_here("trace -- decode x"), "the command 'decode' must stand before '--'");
}

TEST_F(OptionValue, ProblemIsADashForStandardInput) {
    using nlohmann::json;
    const json from_file = json::parse(simulate("--json -").output);
    const json from_input =
        json::parse(run(fmt::format("simulate - --json - < {}", kTeaching)).output);
    EXPECT_EQ(from_file["cycles"], from_input["cycles"]);
    expect_refused(run_line("echo 'device: x' | exec '" XDNASIM_COMMAND "' simulate -"),
                   "standard input:1:9: unknown device 'x'");
    expect_refused(run("simulate - < /dev/null"), "standard input: empty");
    const std::string design = "'" XDNASIM_EXAMPLES "/design/input_physical.mlir'";
    const std::string kernels = "--kernels '" XDNASIM_EXAMPLES "/design/kernels.yaml' --json -";
    const json of_file = json::parse(run(fmt::format("simulate {} {}", design, kernels)).output);
    const json of_text =
        json::parse(run(fmt::format("simulate - {} < {}", kernels, design)).output);
    EXPECT_EQ(of_file["cycles"], of_text["cycles"]);
    expect_refused(
        run_line("echo 'module { aie.device(npu1) {' | exec '" XDNASIM_COMMAND "' simulate -"),
        "standard input:1:");
    expect_refused(run("simulate - --backend xrt < /dev/null"), "Add --artifacts DIR");
}

TEST_F(OptionValue, SetReachesIntoListsAndTheDevice) {
    using nlohmann::json;
    const std::string transfer = "simulate '" XDNASIM_EXAMPLES
                                 "/transfer_memcpy.yaml' --json - --set transfer.streams.0.rows=";
    const json result = json::parse(run(transfer + "1024").output);
    EXPECT_EQ(result["transfer"]["streams"][0]["rows"], 1024);
    expect_refused(run("simulate '" XDNASIM_EXAMPLES
                       "/transfer_memcpy.yaml' --set transfer.streams.99.rows=4"),
                   "--set transfer.streams.99.rows: '99' names no item of the list");
    const json slow = json::parse(simulate("--json - --set device.set.array.clock_ghz=0.5").output);
    const json usual = json::parse(simulate("--json -").output);
    EXPECT_GT(slow["npu_time_us"], usual["npu_time_us"]);
}

TEST_F(OptionValue, NoFolderIsLeftByARunThatFails) {
    const std::string bad =
        fmt::format("simulate '{}' --record a/b/c --set gemm.size.m=0", kTeaching);
    EXPECT_EQ(run_here(bad).exit_code, 2);
    EXPECT_TRUE(nothing_left());
    const std::string late = fmt::format(
        "simulate '{}' --record a/b/c --timeline t --timeline-from 900000000", kTeaching);
    EXPECT_EQ(run_here(late).exit_code, 2);
    EXPECT_TRUE(nothing_left());
    const Outcome page = run_after(
        fmt::format("cd '{}'; export PATH=/nowhere; ", folder_.path().string()),
        fmt::format("compare '{}' --backends systemc,analytic --html a/b --json b/c", kTeaching));
    EXPECT_EQ(page.exit_code, 2);
    EXPECT_TRUE(nothing_left());
}

TEST_F(OptionValue, DevicesAreGivenAsJson) {
    using nlohmann::json;
    const json all = json::parse(run("devices --json").output);
    const json one = json::parse(run("devices xdna2-krackan --json").output);
    EXPECT_GE(all["devices"].size(), 4U);
    ASSERT_EQ(one["devices"].size(), 1U);
    int checked = 0;
    for (const json& number : one["devices"][0]["numbers"]) {
        for (const char* key : {"number", "value", "unit", "confidence", "source", "allowed"})
            EXPECT_TRUE(number.contains(key)) << number << key;
        EXPECT_FALSE(number["allowed"].get<std::string>().empty()) << number;
        if (number["number"] == "array.clock_ghz") {
            EXPECT_EQ(number["unit"], "GHz");
            EXPECT_TRUE(number["value"].is_number());
        }
        ++checked;
    }
    EXPECT_GT(checked, 40);
}

TEST_F(OptionValue, ADeviceAsJsonHasNumbersHoweverTheyAreWritten) {
    const std::string file =
        folder_
            .write("d.yaml",
                   "extends: teaching-2x1\narray: {clock_ghz: {value: .5, unit: GHz, source: own, "
                   "confidence: assumed}}\n")
            .string();
    const Outcome outcome = run(fmt::format("devices '{}' --json", file));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.messages;
    int checked = 0;
    const auto document = nlohmann::json::parse(outcome.output);
    for (const auto& number : document["devices"][0]["numbers"])
        if (number["number"] == "array.clock_ghz") {
            EXPECT_EQ(number["value"], 0.5);
            ++checked;
        }
    EXPECT_EQ(checked, 1);
}

TEST_F(OptionValue, APictureEndsWhereMemoryIsShort) {
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "the address sanitizer needs terabytes of address space";
#endif
    const Outcome outcome =
        run_after("ulimit -v 200000; ",
                  "kernel --tile 64x64x64 --plot " + (folder_.path() / "k.svg").string());
    EXPECT_EQ(outcome.exit_code, 4);
    EXPECT_THAT(outcome.messages, HasSubstr("--plot needs 512 MiB of memory"));
    EXPECT_TRUE(nothing_left());
}

TEST_F(OptionValue, APictureTakesANameThatIsNoFormula) {
    const std::string program = replaced(content_of(XDNASIM_EXAMPLES "/kernels/dot_product.yaml"),
                                         "kernel: dot product, 4096 int8", "kernel: 'a $b_{ $ c'");
    const fs::path file = folder_.write("k.yaml", program);
    const Outcome outcome = run(fmt::format("kernel --device xdna-phoenix --program {} --plot {}",
                                            file.string(), (folder_.path() / "k.svg").string()));
    if (outcome.exit_code == 4 && outcome.messages.find("No module") != std::string::npos)
        GTEST_SKIP() << outcome.messages;
    EXPECT_EQ(outcome.exit_code, 0) << outcome.messages;
}

TEST_F(OptionValue, AKernelThatIsTooShortToPipelineHasAFirstBlock) {
    using nlohmann::json;
    const json kernel = json::parse(run("kernel --tile 8x8x8 --json -").output);
    ASSERT_TRUE(kernel["ii"].is_null());
    EXPECT_GT(kernel["first_block"], 0);
    EXPECT_EQ(kernel["cycles"], kernel["first_block"].get<int>() +
                                    kernel["further_blocks"].get<int>() +
                                    kernel["overhead"].get<int>());
}

}  // namespace
}  // namespace xdnasim::cli
