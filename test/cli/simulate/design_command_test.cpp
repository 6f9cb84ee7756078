// Designs of mlir-aie on the command line, among them one with ports to programmable logic.

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "test/cli/command_fixture.hpp"
#include "test/support/replaced_text.hpp"

namespace xdnasim::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr const char* kPlioExample = XDNASIM_EXAMPLES "/design_plio/input_with_addresses.mlir";

class DesignCommand : public Command {
 protected:
    DesignCommand() {
        std::ifstream stream{kPlioExample};
        file_ =
            folder_.write("design.mlir", std::string{std::istreambuf_iterator<char>{stream}, {}})
                .string();
    }
    [[nodiscard]] Outcome design(const std::string& options) const {
        return run(fmt::format("simulate '{}' {}", file_, options));
    }
    [[nodiscard]] std::string in_folder(const char* name) const {
        return (folder_.path() / name).string();
    }

    std::string file_;
};

TEST_F(DesignCommand, RunsTheExampleWithItsPorts) {
    const Outcome outcome = run(fmt::format("simulate '{}'", kPlioExample));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.messages;
    EXPECT_THAT(outcome.output, AllOf(HasSubstr("versal-ve2802, 1 core in 1 column"),
                                      HasSubstr("8,192 bytes over 1 port"),
                                      HasSubstr("scale: 412 cycles a call, 8 calls")));
}

TEST_F(DesignCommand, WritesTemplatesThatItRunsWithOnceTheyAreFilledIn) {
    const Outcome written = design(fmt::format("--kernels-template '{}' --ports-template '{}'",
                                               in_folder("kernels.yaml"), in_folder("ports.yaml")));
    EXPECT_EQ(written.exit_code, 0) << written.messages;
    EXPECT_THAT(written.output, HasSubstr("ports.yaml: the ports of the design, to be filled in"));
    expect_refused(design(""), "kernels.yaml:12:3)");
    expect_refused(design(""), ", whose value is empty (");
    std::string kernels = content_of(in_folder("kernels.yaml"));
    const std::string left = "\n  scale:";
    ASSERT_NE(kernels.find(left), std::string::npos) << kernels;
    static_cast<void>(
        folder_.write("kernels.yaml", kernels.insert(kernels.find(left) + left.size(), " 1000")));
    expect_refused(design(""), "moves through 2 ports are unknown");
    std::string ports_file = content_of(in_folder("ports.yaml"));
    for (const std::string port : {"\n  of_in_shim_alloc:", "\n  of_out_shim_alloc:"}) {
        ASSERT_NE(ports_file.find(port), std::string::npos) << ports_file;
        ports_file.insert(ports_file.find(port) + port.size(), " {words: 1024}");
    }
    static_cast<void>(folder_.write("ports.yaml", ports_file));
    const Outcome outcome = design("--json -");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.messages;
    const auto ports =
        nlohmann::json::parse(outcome.output.substr(0, outcome.output.rfind('}') + 1))["ports"];
    ASSERT_EQ(ports.size(), 2U);
    EXPECT_EQ(ports[0]["name"], "of_in_shim_alloc");
    EXPECT_EQ(ports[0]["words"], 1024);
}

TEST_F(DesignCommand, SaysWhichCyclesAreAssumed) {
    const std::string port = "{words: 256, frames: 8}";
    const std::string options = fmt::format(
        "--set 'design.ports={{of_in_shim_alloc: {0}, of_out_shim_alloc: {0}}}' "
        "--set design.default_cycles=500",
        port);
    EXPECT_THAT(design(options).output, HasSubstr("scale: 500 cycles a call (assumed), 8 calls"));
    EXPECT_THAT(design(options + " --json -").output, HasSubstr("\"assumed\": true"));
    EXPECT_THAT(design(options + " --set 'design.kernels={scale: 500}'").output,
                HasSubstr("scale: 500 cycles a call, 8 calls"));
}

TEST_F(DesignCommand, PlacesNamesThatNoFileCanHave) {
    const std::string name(300, 'k');
    const auto refused = [&](const std::string& keys, const std::string& place) {
        const auto problem = folder_.write(
            "p.yaml", "device: versal-ve2802\nworkload: design\ndesign: {" + keys + "}\n");
        expect_refused(run(fmt::format("simulate '{}'", problem.string())), "p.yaml:" + place);
    };
    refused("file: " + name + "/a.mlir", "3:16: '");
    refused("file: design.mlir, kernels: " + name, "3:38: '");
    refused("file: design.mlir, ports: " + name, "3:36: '");
}

TEST_F(DesignCommand, SaysWhatItDoesNotKnowOfPorts) {
    const std::string ports = in_folder("other.yaml");
    static_cast<void>(folder_.write("other.yaml", "ports: {of_in_shim_alloc: {words: 4}}\n"));
    const std::string with_cycles = "--set design.default_cycles=100 ";
    expect_refused(design(with_cycles), "moves through 2 ports are unknown");
    expect_refused(design(fmt::format("{} --ports '{}'", with_cycles, ports)),
                   "moves through 1 port are unknown");
    expect_refused(design(fmt::format("{} --ports '{}'", with_cycles, in_folder("none.yaml"))),
                   "none.yaml");
    expect_refused(design(with_cycles + "--set design.pl_clock_ghz=0"), "pl_clock_ghz");
    expect_refused(simulate(fmt::format("--ports-template '{}'", in_folder("ports.yaml"))),
                   "--ports-template applies only to designs (MLIR)");
}

TEST_F(DesignCommand, WritesATemplateOrTheResultsOfARun) {
    const std::string result_file = in_folder("result.json");
    const std::string written = in_folder("written");
    const std::vector<std::string> results{"--json '" + result_file + "'", "--timeline -",
                                           "--verify", "--what-if", "--input arg0=x.npy"};
    for (const std::string option : {"--kernels-template", "--ports-template", "--lowered"})
        for (const std::string& result : results) {
            expect_refused(design(fmt::format("{} '{}' {}", option, written, result)),
                           option + " runs nothing. Combine it only with --set, --device");
            EXPECT_FALSE(std::filesystem::exists(written)) << option << result;
        }
    EXPECT_FALSE(std::filesystem::exists(result_file));
}

TEST_F(DesignCommand, TakesItsDeviceFromOneOption) {
    for (const char* const key : {"device", "device.base"})
        expect_refused(
            design(fmt::format("--device xdna-phoenix --set {}=teaching-2x1", key)),
            fmt::format("--device and --set {} set the same value. Leave out one of them", key));
    EXPECT_THAT(design("--device versal-ve2802 --set device.set.dram.reed=3").messages,
                HasSubstr("'reed'"));
}

TEST_F(DesignCommand, SaysWhyATextIsNoDesign) {
    struct Row {
        std::string text;
        std::string message;
    };
    using namespace std::string_literals;
    const std::vector<Row> all{
        {"", "d.mlir: empty; allowed: a design of mlir-aie"},
        {" \n\n", "d.mlir: empty"},
        {"mod\n\x01\x02"s, "d.mlir:2:1: byte 0x01 is not text"},
        {"module {\n  // \xff\x1b[2J\n}\n", "d.mlir:2:6: byte 0xff is not text"},
        {"\xEF\xBB\xBFmodule {\n  \x1b[2J\n}\n", "d.mlir:2:3: byte 0x1b is not text"},
        {"\xEF\xBB\xBFhello\n", "d.mlir:1:1: expected an operation; found 'hello'"},
        {"hello\n", "d.mlir:1:1: expected an operation; found 'hello'"},
        {"module {\n", "d.mlir:1:8: '{' is not closed"},
        {"module {\n}\n", "d.mlir: there is no aie.device in this text"},
    };
    for (const Row& row : all) {
        const auto file = folder_.write("d.mlir", row.text);
        expect_refused(run(fmt::format("simulate '{}'", file.string())), row.message);
    }
    EXPECT_EQ(all.size(), 9U);
    const auto file = folder_.write("esc.txt", "module {\n  \x1b[2J\n}\n");
    expect_refused(run(fmt::format("simulate - < '{}'", file.string())),
                   "standard input:2:3: byte 0x1b is not text");
}

TEST_F(DesignCommand, MayBeginWithTheMarkOfUtf8) {
    std::ifstream stream{file_};
    const std::string text{std::istreambuf_iterator<char>{stream}, {}};
    const std::string options =
        fmt::format("--kernels '{0}/kernels.yaml' --ports '{0}/ports.yaml' --json -",
                    XDNASIM_EXAMPLES "/design_plio");
    const std::string expected = run(fmt::format("simulate '{}' {}", file_, options)).output;
    const auto cycles = [](const std::string& result) {
        return nlohmann::json::parse(result.substr(0, result.rfind('}') + 1)).at("cycles");
    };
    for (const char* const name : {"marked.mlir", "marked.txt"}) {
        const auto file = folder_.write(name, "\xEF\xBB\xBF" + text);
        const Outcome outcome = run(fmt::format("simulate '{}' {}", file.string(), options));
        ASSERT_EQ(outcome.exit_code, 0) << outcome.messages;
        EXPECT_EQ(cycles(outcome.output), cycles(expected));
    }
}

TEST_F(DesignCommand, SaysFirstThatItsArrayHasOtherRowsThanTheDevice) {
    const std::string source = "simulate '" XDNASIM_EXAMPLES "/design_source/aie.mlir' ";
    const Outcome outcome = run(source + "--device versal-ve2802");
    expect_refused(outcome, "aie.mlir: a design for 'npu1");
    expect_refused(
        outcome,
        "does not fit versal-ve2802, whose rows have other kinds of tiles; allowed: devices "
        "such as xdna-phoenix\n");
    // On a device whose rows are of the same kinds, the error is that of the design itself.
    const auto file = folder_.write("d.mlir",
                                    "module { aie.device(npu1_1col) {\n%a = aie.tile(9, "
                                    "9)\n} }\n");
    EXPECT_THAT(run(fmt::format("simulate '{}' --device xdna2-strix", file.string())).messages,
                testing::Not(HasSubstr("does not fit")));
}

TEST_F(DesignCommand, RunsOnTheDeviceOfTheAieDeviceThatRuns) {
    std::ifstream stream{XDNASIM_EXAMPLES "/design_source/aie.mlir"};
    const std::string text{std::istreambuf_iterator<char>{stream}, {}};
    const auto first_line = [&](const std::string& design, const std::string& options) {
        const auto file = folder_.write("d.mlir", design);
        const Outcome outcome = run(fmt::format("simulate '{}' {}", file.string(), options));
        EXPECT_EQ(outcome.exit_code, 0) << outcome.messages;
        return outcome.output.substr(0, outcome.output.find(','));
    };
    const std::string line = "device        xdna-phoenix";
    EXPECT_EQ(first_line(text, ""), line);
    for (const char* const array : {"npu2", "xcve2802"}) {
        const std::string several = replaced(
            replaced(text, "aie.device(npu1_1col)", "aie.device(npu1_1col) @mine"), "module {\n",
            fmt::format("module {{\n  aie.device({}) @other {{\n  }}\n", array));
        for (const char* const options : {"", "--aie-device mine", "--set design.aie_device=2"})
            EXPECT_EQ(first_line(several, options), line) << array << options;
    }
    EXPECT_EQ(first_line(replaced(text, "module {\n",
                                  "module attributes {note = \"aie.device(npu2)\"} {\n") +
                             "// loc(\"xdna2-strix\")\n",
                         ""),
              line);
}

TEST_F(DesignCommand, NamesThePlaceOfAFileThatIsMissing) {
    const auto problem = [&](const std::string& section) {
        return run(fmt::format(
            "simulate '{}'",
            folder_
                .write("p.yaml",
                       "device: xdna-phoenix\nworkload: design\ndesign: " + section + "\n")
                .string()));
    };
    expect_refused(problem("{file: none.mlir}"), "p.yaml:3:16: '");
    expect_refused(problem("{file: desing.mlir}"),
                   "desing.mlir': no such file; did you mean 'design.mlir'?");
    expect_refused(problem("{file: design.mlir, kernels: none.yaml}"), "p.yaml:3:38: '");
    expect_refused(run("simulate none.mlir"), "xdnasim: none.mlir: no such file");
    expect_refused(run("simulate none.mlir --device xdna-phoenix"),
                   "xdnasim: none.mlir: no such file");
}

TEST_F(DesignCommand, CountsTheBytesOfItsPorts) {
    const Outcome outcome = run(fmt::format("simulate '{}' --json -", kPlioExample));
    const auto result =
        nlohmann::json::parse(outcome.output.substr(0, outcome.output.rfind('}') + 1));
    // The ports move 8,192 bytes in each direction.
    EXPECT_NEAR(result["design"]["array_gbps"].get<double>(),
                2 * 8192 / (result["npu_time_us"].get<double>() * 1e3), 1e-6);
}

TEST_F(DesignCommand, SaysThatItCallsMoreKernelsThanOne) {
    const std::string examples = "simulate '" XDNASIM_EXAMPLES;
    EXPECT_THAT(run(examples + "/design_library/aie.mlir'").output,
                testing::ContainsRegex("kernel  .* calls; and 1 other kernel\n"));
    // The two cores call no kernels; their own code counts as two.
    EXPECT_THAT(run(examples + "/design_source/aie.mlir'").output,
                testing::ContainsRegex("kernel  .*code at .* calls; and 1 other kernel\n"));
    // A GEMM also clears C with a kernel, but that is not counted.
    EXPECT_THAT(simulate("").output, testing::Not(HasSubstr("other kernel")));
}

TEST_F(DesignCommand, TakesOneFileForEachArgument) {
    for (const char* option : {"--input", "--output", "--expect"})
        expect_refused(
            design(fmt::format("{0} a=x.npy {0} a=y.npy", option)),
            fmt::format("{}: 'a' is given twice. Name one file for each argument", option));
}

TEST_F(DesignCommand, TracesTheCoresOfARunWithoutASequence) {
    const std::string trace = in_folder("trace.bin");
    const Outcome outcome = run(fmt::format("simulate '{}' --trace '{}'", kPlioExample, trace));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.messages;
    const Outcome decoded = run(fmt::format("trace decode '{0}' --config '{0}.json'", trace));
    EXPECT_EQ(decoded.exit_code, 0) << decoded.messages;
    EXPECT_THAT(decoded.output, AllOf(HasSubstr("core (10,3)"), HasSubstr("stopped")));
}

TEST_F(Command, TellsNoSharesOfTheTimeOfADesignWithoutWork) {
    const std::string idle =
        folder_
            .write("idle.mlir",
                   "module {\n  aie.device(npu1) {\n"
                   "    %tile = aie.tile(0, 2)\n"
                   "    %core = aie.core(%tile) {\n      aie.event(0)\n      aie.end\n    }\n"
                   "  }\n}\n")
            .string();
    for (const char* const options : {"", "--what-if", "--backend analytic", "--json -"}) {
        const Outcome found = run(fmt::format("simulate '{}' {}", idle, options));
        EXPECT_EQ(found.exit_code, 0) << found.messages;
        EXPECT_THAT(found.output, AllOf(HasSubstr("cycles"), testing::Not(HasSubstr("nan"))))
            << options;
    }
    expect_refused(run(fmt::format("simulate '{}' --timeline -", idle)),
                   "--timeline: the run takes 0 cycles");
    expect_refused(run(fmt::format("simulate '{}' --record '{}'", idle,
                                   (folder_.path() / "recording").string())),
                   "--record: the run takes 0 cycles");
}

}  // namespace
}  // namespace xdnasim::cli
