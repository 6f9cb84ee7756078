// The command refuses to write a result over a file that it reads, whatever paths name the two.

#include "test/cli/command_fixture.hpp"
#include "test/support/replaced_text.hpp"

namespace xdnasim::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class InputKept : public Command {
 protected:
    /// Expects that the command with `arguments`, which would write over `input`, is refused with a
    /// message that contains `role`, and that `input` is unchanged.
    void expect_kept(const fs::path& input, const std::string& arguments,
                     const std::string& role) const {
        const std::string before = content_of(input);
        expect_refused(run(arguments), role);
        EXPECT_EQ(content_of(input), before) << arguments;
    }
    /// Copies `file` to the test's folder, and returns the path of the copy.
    [[nodiscard]] fs::path copy(const char* name, const fs::path& file) const {
        return folder_.write(name, content_of(file));
    }
    /// Writes a problem whose device file is `device`, and returns its path.
    [[nodiscard]] fs::path problem_on(const fs::path& device) const {
        const std::string text = replaced(content_of(kTeaching), "teaching-2x1", device.string());
        return folder_.write("p.yaml", text);
    }

    const fs::path device_ = copy("d.yaml", XDNASIM_DEVICE_FILES "/teaching-2x1.yaml");
};

TEST_F(InputKept, AKernelProgram) {
    const fs::path program = copy("k.yaml", XDNASIM_EXAMPLES "/kernels/dot_product.yaml");
    expect_kept(program, fmt::format("kernel --program {0} --json {0}", program.string()),
                "is the kernel program. Name another file");
}

TEST_F(InputKept, ADeviceFile) {
    expect_kept(device_,
                fmt::format("kernel --tile 8x8x8 --device {0} --json {0}", device_.string()),
                "is the device file");
    const fs::path problem = problem_on(device_);
    for (const char* command :
         {"simulate {} --json {}", "simulate {} --trace {}", "simulate {} --timeline {}",
          "compare {} --backends systemc,analytic --json {}"})
        expect_kept(device_, fmt::format(fmt::runtime(command), problem.string(), device_.string()),
                    "is the device file");
}

TEST_F(InputKept, ADeviceFileByAnotherName) {
    const fs::path link = folder_.path() / "hard";
    fs::create_hard_link(device_, link);
    const fs::path symbolic = folder_.path() / "soft";
    fs::create_symlink(device_, symbolic);
    const fs::path problem = problem_on(device_);
    for (const fs::path& name : {link, symbolic, folder_.path() / "." / "d.yaml"})
        expect_kept(device_, fmt::format("simulate {} --json {}", problem.string(), name.string()),
                    "is the device file");
}

TEST_F(InputKept, AFileThatTheDeviceExtends) {
    const fs::path devices = folder_.path() / "devices";
    fs::copy(XDNASIM_DEVICE_FILES, devices, fs::copy_options::recursive);
    const fs::path extended = devices / "architectures" / "aie-ml.yaml";
    const Outcome outcome = run_after(
        fmt::format("XDNASIM_DEVICES={}", devices.string()),
        fmt::format("kernel --tile 64x64x64 --device xdna-phoenix --json {}", extended.string()));
    expect_refused(outcome, "is a file that the device file extends");
}

TEST_F(InputKept, ARecording) {
    const std::string folder = (folder_.path() / "r").string();
    ASSERT_EQ(simulate(fmt::format("--verify --record {}", folder)).exit_code, 0);
    const std::string replay =
        fmt::format("simulate {} --backend replay --recording {}", kTeaching, folder);
    for (const char* name : {"manifest.json", "recording.json"})
        expect_kept(fs::path{folder} / name, fmt::format("{} --json {}/{}", replay, folder, name),
                    "is a file of the recording that is replayed");
    expect_kept(fs::path{folder} / "recording.json", fmt::format("{} --record {}", replay, folder),
                "is a file of the recording that is replayed");
}

TEST_F(InputKept, AConfigurationThatWasFoundBesideTheWords) {
    const std::string words = (folder_.path() / "t").string();
    ASSERT_EQ(simulate(fmt::format("--trace {}", words)).exit_code, 0);
    expect_kept(words + ".json", fmt::format("trace decode {0} -o {0}.json", words),
                "is the configuration that is read");
}

TEST_F(InputKept, AProblemOnStandardInput) {
    const fs::path problem = copy("p.yaml", kTeaching);
    expect_kept(problem, fmt::format("simulate - --json {0} < {0}", problem.string()),
                "is read as standard input");
}

TEST_F(InputKept, TheFilesOfADesign) {
    const fs::path design =
        copy("a.mlir", XDNASIM_EXAMPLES "/design_plio/input_with_addresses.mlir");
    const fs::path kernels = copy("kernels.yaml", XDNASIM_EXAMPLES "/design_plio/kernels.yaml");
    const fs::path ports = copy("ports.yaml", XDNASIM_EXAMPLES "/design_plio/ports.yaml");
    const fs::path problem = folder_.write(
        "p.yaml", "{device: versal-ve2802, workload: design, design: {file: a.mlir}}");
    for (const fs::path& file : {design, kernels, ports})
        for (const char* const option : {"--json", "--timeline"})
            expect_kept(file,
                        fmt::format("simulate {} {} {}", problem.string(), option, file.string()),
                        "is read for the problem");
    expect_kept(kernels,
                fmt::format("compare {} --backends systemc,analytic --json {}", problem.string(),
                            kernels.string()),
                "is read for the problem");
    expect_kept(kernels, fmt::format("simulate {} --json {}", design.string(), kernels.string()),
                "is read for the problem");
}

/// Fixture with copies of a design and its kernels.yaml, and a library kernels.so beside them.
class DesignKept : public InputKept {
 protected:
    [[nodiscard]] fs::path problem_with_outputs(const char* outputs) const {
        return folder_.write("p.yaml",
                             fmt::format("device: xdna-phoenix\nworkload: design\n"
                                         "design: {{file: a.mlir, outputs: {{arg1: {}}}}}\n",
                                         outputs));
    }

    const fs::path design_ = copy("a.mlir", XDNASIM_EXAMPLES "/design_library/aie.mlir");
    const fs::path kernels_ = copy("kernels.yaml", XDNASIM_EXAMPLES "/design_library/kernels.yaml");
    const fs::path library_ = folder_.write("kernels.so", "not to be lost");
};

TEST_F(DesignKept, WhenItIsPlaced) {
    for (const fs::path& file : {design_, kernels_, library_})
        expect_kept(file, fmt::format("place {} --moves 10 -o {}", design_.string(), file.string()),
                    file == design_ ? "is the problem file" : "is read for the problem");
    const fs::path other = folder_.path() / "other.bin";
    expect_refused(
        run(fmt::format("place {} --moves 10 --set 'design.outputs={{arg1: {}}}' -o {}",
                        design_.string(), other.string(), other.string())),
        "--output: '" + other.string() + "' is also the file of --set design.outputs.arg1");
}

TEST_F(DesignKept, WhenARunWritesItsArguments) {
    for (const char* const name : {"a.mlir", "kernels.so"})
        expect_kept(
            folder_.path() / name,
            fmt::format("simulate {} --verify", problem_with_outputs(name).string()),
            fmt::format(
                "p.yaml:3:40: design.outputs: '{}' is read for the problem. Name another file",
                (folder_.path() / name).string()));
    expect_kept(design_,
                fmt::format("compare {} --backends systemc,analytic --verify",
                            problem_with_outputs("a.mlir").string()),
                "is read for the problem");
    expect_kept(
        design_,
        fmt::format("simulate {0} --verify --set 'design.outputs={{arg1: {0}}}'", design_.string()),
        "--set design.outputs.arg1: '" + design_.string() + "' is");
}

TEST_F(DesignKept, AndWhatAnEarlierRunHasWritten) {
    const fs::path result = folder_.write("z.bin", "of an earlier run");
    expect_kept(result,
                fmt::format("simulate {} --json {}", problem_with_outputs("z.bin").string(),
                            result.string()),
                "is also the file of design.outputs");
}

TEST_F(DesignKept, AFileThatNoRunWritesNeedNotBeWritable) {
    const fs::path problem = problem_with_outputs("nowhere/z.bin");
    EXPECT_EQ(run(fmt::format("simulate {}", problem.string())).exit_code, 0);
    expect_refused(run(fmt::format("simulate {} --verify", problem.string())), "nowhere/z.bin");
}

TEST_F(InputKept, AFileOfAPointOfAStudy) {
    const fs::path other = copy("other.yaml", device_);
    const fs::path study = folder_.write(
        "study.yaml", fmt::format("problem: {}\naxes: [{{device: [./d.yaml, ./other.yaml]}}]\n",
                                  problem_on("./d.yaml").string()));
    for (const fs::path& file : {device_, other})
        expect_kept(file, fmt::format("sweep {} --csv {}", study.string(), file.string()),
                    "is read for a point of the study");
}

TEST_F(InputKept, ThePlacedNetlistThatAProblemNames) {
    const fs::path netlist = folder_.path() / "n.json";
    const fs::path result = folder_.path() / "r.json";
    ASSERT_EQ(run(fmt::format("netlist line_ps_01 -o {}", netlist.string())).exit_code, 0);
    ASSERT_EQ(run(fmt::format("place {} --method naive -o {}", netlist.string(), result.string()))
                  .exit_code,
              0);
    const fs::path problem = folder_.write(
        "p.yaml", "{device: xdna2-strix, workload: netlist, netlist: {result: r.json}}");
    expect_kept(result, fmt::format("simulate {} --json {}", problem.string(), result.string()),
                "is read for the problem");
}

TEST_F(InputKept, TheDataOfAValidation) {
    for (const char* const option : {"--json", "--sensitivity"})
        expect_refused(run(fmt::format("validate --suite kernels {} {}/tolerances/kernels.yaml",
                                       option, XDNASIM_VALIDATION)),
                       "is part of the validation");
}

TEST_F(InputKept, WhatAnExportReads) {
    const fs::path folder = folder_.path() / "design";
    ASSERT_EQ(run(fmt::format("export mlir {} -o {}", kTeaching, folder.string())).exit_code, 0);
    const fs::path problem = folder / "manifest.json";
    fs::copy_file(kTeaching, problem, fs::copy_options::overwrite_existing);
    expect_kept(problem, fmt::format("export mlir {} -o {}", problem.string(), folder.string()),
                "is the problem file");
}

TEST_F(InputKept, TwoResultsAreTwoFiles) {
    const std::string file = (folder_.path() / "x.svg").string();
    expect_refused(run(fmt::format("kernel --tile 64x64x64 --json {0} --plot {0}", file)),
                   "is also the file of --json");
    EXPECT_FALSE(fs::exists(file));
}

TEST_F(InputKept, ADeviceTakesTheWordsOfATraceAlone) {
    const Outcome outcome = simulate("--trace /dev/null");
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.output, HasSubstr("which is not a file"));
    EXPECT_FALSE(fs::exists("/dev/null.json"));
}

}  // namespace
}  // namespace xdnasim::cli
