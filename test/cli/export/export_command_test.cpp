// `xdnasim export mlir`.

#include <algorithm>

#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include "test/cli/command_fixture.hpp"

namespace xdnasim::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsSupersetOf;

class ExportCommandTest : public Command {
 protected:
    [[nodiscard]] Outcome export_to(const fs::path& folder, const std::string& problem = kTeaching,
                                    const std::string& arguments = "") const {
        return run(fmt::format("export mlir '{}' -o '{}' {}", problem, folder.string(), arguments));
    }
    [[nodiscard]] static std::vector<std::string> files_in(const fs::path& folder) {
        std::vector<std::string> names;
        for (const auto& entry : fs::recursive_directory_iterator{folder})
            if (entry.is_regular_file())
                names.push_back(fs::relative(entry.path(), folder).string());
        std::ranges::sort(names);
        return names;
    }
    [[nodiscard]] static std::string example(const std::string& name) {
        return fmt::format("{}/{}", XDNASIM_EXAMPLES, name);
    }

    fs::path design_ = folder_.path() / "a" / "design";
};

TEST_F(ExportCommandTest, WritesAllThatMlirAieAndAHostNeed) {
    const Outcome outcome = export_to(design_);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.messages;
    EXPECT_THAT(
        files_in(design_),
        testing::ElementsAre("Makefile", "README.txt", "aie.mlir", "insts.bin",
                             "kernels/cascade.hpp", "kernels/elementwise.hpp", "kernels/loops.hpp",
                             "kernels/matmul.hpp", "kernels/matmul_int8_int16_32x32x32.cc",
                             "kernels/netlist.hpp", "kernels/network.hpp",
                             "kernels/zero_int16_32x32.cc", "manifest.json", "simulate.yaml"));
    EXPECT_THAT(outcome.output, HasSubstr("aie.mlir"));
    EXPECT_THAT(content_of(design_ / "README.txt"),
                testing::AllOf(HasSubstr("Not built and not run on silicon"),
                               HasSubstr("mlir-aie later than 1.3.4"),
                               HasSubstr("1024 bytes of stack"), HasSubstr("gemm.stack_bytes")));
    EXPECT_THAT(content_of(design_ / "manifest.json"), HasSubstr("insts.bin"));
}

TEST_F(ExportCommandTest, WritesEveryExample) {
    for (const char* name :
         {"elementwise_add_one.yaml", "elementwise_vector_scalar.yaml", "gemm_any.yaml",
          "gemm_whole_array.yaml", "gemm_xdna2_int16out.yaml", "gemm_xdna2_int32out.yaml",
          "gemm_xdna2_int8.yaml", "gemm_xdna_int16out.yaml", "gemm_xdna_int32out.yaml",
          "gemm_xdna_int8.yaml", "transfer_gemm_like.yaml", "transfer_memcpy.yaml"}) {
        const Outcome outcome = export_to(design_, example(name));
        EXPECT_EQ(outcome.exit_code, 0) << name << ": " << outcome.messages;
        EXPECT_GT(fs::file_size(design_ / "insts.bin"), 100U) << name;
    }
}

TEST_F(ExportCommandTest, SaysOnWhatDeviceItsDesignWasSimulated) {
    const auto cycles = [&](const std::string& problem) {
        const Outcome outcome = run(fmt::format("simulate {} --json -", problem));
        EXPECT_EQ(outcome.exit_code, 0) << outcome.messages;
        return nlohmann::json::parse(outcome.output)["cycles"];
    };
    // The problem changes numbers of its device: simulate.yaml keeps them, aie.mlir cannot.
    const std::string problem = example("elementwise_vector_scalar.yaml");
    const std::string more = " --set device.set.timing.core_call=300";
    ASSERT_EQ(export_to(design_, problem, more).exit_code, 0);
    EXPECT_EQ(cycles(fmt::format("'{}'", (design_ / "simulate.yaml").string())),
              cycles(problem + more));
    EXPECT_NE(cycles(fmt::format("'{}'", (design_ / "aie.mlir").string())), cycles(problem + more));
    // simulate.yaml in the folder of the export finds a user's own device file, too.
    fs::copy_file(XDNASIM_DEVICE_FILES "/xdna2-krackan.yaml", folder_.path() / "own.yaml");
    ASSERT_EQ(export_to(design_, example("gemm_xdna2_int8.yaml"),
                        fmt::format("--set device='{}'", (folder_.path() / "own.yaml").string()))
                  .exit_code,
              0);
    EXPECT_EQ(cycles(fmt::format("'{}'", (design_ / "simulate.yaml").string())),
              cycles(example("gemm_xdna2_int8.yaml")));
}

TEST_F(ExportCommandTest, KeepsThatTheDesignIsLoadedFirst) {
    const auto time_us = [&](const std::string& problem) {
        const Outcome outcome = run(fmt::format("simulate {} --json -", problem));
        EXPECT_EQ(outcome.exit_code, 0) << outcome.messages;
        return nlohmann::json::parse(outcome.output)["time_us"];
    };
    const std::string exported = fmt::format("'{}'", (design_ / "simulate.yaml").string());
    const std::string loaded = " --set reconfigure=true";
    ASSERT_EQ(export_to(design_, kTeaching, loaded).exit_code, 0);
    EXPECT_EQ(time_us(exported), time_us(kTeaching + loaded));
    ASSERT_EQ(export_to(design_, kTeaching).exit_code, 0);
    EXPECT_EQ(time_us(exported), time_us(kTeaching));
    EXPECT_NE(time_us(kTeaching), time_us(kTeaching + loaded));
}

TEST_F(ExportCommandTest, TakesSettings) {
    ASSERT_EQ(export_to(design_, kTeaching, "--set gemm.types.c=int32").exit_code, 0);
    EXPECT_THAT(files_in(design_), IsSupersetOf({"kernels/matmul_int8_int32_32x32x32.cc"}));
}

TEST_F(ExportCommandTest, IsTheSameAgain) {
    ASSERT_EQ(export_to(design_).exit_code, 0);
    const fs::path second = folder_.path() / "second";
    ASSERT_EQ(export_to(second).exit_code, 0);
    for (const std::string& file : files_in(design_))
        EXPECT_EQ(content_of(design_ / file), content_of(second / file)) << file;
}

TEST_F(ExportCommandTest, WritesOverAnExport) {
    ASSERT_EQ(export_to(design_).exit_code, 0);
    const std::string before = content_of(design_ / "aie.mlir");
    ASSERT_EQ(export_to(design_, kTeaching, "--set gemm.size.m=128").exit_code, 0);
    EXPECT_NE(content_of(design_ / "aie.mlir"), before);
}

TEST_F(ExportCommandTest, RemovesWhatWasBuiltOfTheDesignBefore) {
    ASSERT_EQ(export_to(design_).exit_code, 0);
    folder_.write("a/design/final.xclbin", "of 64 x 128 x 128");
    expect_refused(export_to(design_, kTeaching, "--set gemm.tile.m=33"), "gemm.tile 33x32x32");
    EXPECT_TRUE(fs::exists(design_ / "final.xclbin"));
    folder_.write("a/design/insts.elf", "of 64 x 128 x 128");
    ASSERT_EQ(export_to(design_, kTeaching, "--set gemm.size.m=128").exit_code, 0);
    EXPECT_FALSE(fs::exists(design_ / "final.xclbin"));
    EXPECT_FALSE(fs::exists(design_ / "insts.elf"));
    fs::create_directories(design_ / "final.xclbin" / "full");
    expect_refused(export_to(design_), "cannot remove '");
}

TEST_F(ExportCommandTest, KeepsWhatWasBuiltWhereItCannotWrite) {
    ASSERT_EQ(export_to(design_).exit_code, 0);
    folder_.write("a/design/final.xclbin", "of 64 x 128 x 128");
    fs::remove_all(design_ / "kernels");
    folder_.write("a/design/kernels", "no folder");
    expect_refused(export_to(design_), "cannot make the folder");
    EXPECT_EQ(content_of(design_ / "final.xclbin"), "of 64 x 128 x 128");
}

TEST_F(ExportCommandTest, LeavesFilesThatNoExportMadeAlone) {
    folder_.write("a/design/thesis.txt", "mine");
    expect_refused(export_to(design_),
                   "contains files that no export wrote. Name a new folder, an empty one or one of "
                   "an export, or use --force");
    EXPECT_THAT(files_in(design_), testing::ElementsAre("thesis.txt"));
    EXPECT_EQ(export_to(design_, kTeaching, "--force").exit_code, 0);
    EXPECT_EQ(content_of(design_ / "thesis.txt"), "mine");
}

TEST_F(ExportCommandTest, WaitsForNoPipeWhereItsOwnFileWouldBe) {
    ASSERT_EQ(export_to(design_).exit_code, 0);
    const auto marked = design_ / "README.txt";
    std::filesystem::remove(marked);
    ASSERT_EQ(::mkfifo(marked.c_str(), 0600), 0);
    expect_refused(export_to(design_), "contains files that no export wrote");
}

class ExportedMakefile : public ExportCommandTest {
 protected:
    void SetUp() override {
        if (std::system("command -v make >/dev/null") != 0) GTEST_SKIP() << "there is no make";
        ASSERT_EQ(export_to(design_).exit_code, 0);
    }
    /// Runs `make -n` of the exported design in a PATH with stubs of `tools` only, apart from the
    /// system's programs. Returns "STATUS OUTPUT".
    [[nodiscard]] std::string make(const std::vector<std::string>& tools,
                                   const std::string& arguments) const {
        const fs::path bin = folder_.path() / "tools" / "bin";
        fs::create_directories(bin);
        for (const std::string& tool : tools) {
            folder_.write("tools/bin/" + tool, "#!/bin/sh\n");
            fs::permissions(bin / tool, fs::perms::owner_all);
        }
        const fs::path said = folder_.path() / "said";
        const int status = std::system(
            fmt::format("make=$(command -v make); env -i PATH='{}':/usr/bin:/bin $make -n -C "
                        "'{}' {} >'{}' 2>&1",
                        bin.string(), design_.string(), arguments, said.string())
                .c_str());
        return fmt::format("{} {}", status, content_of(said));
    }
};

TEST_F(ExportedMakefile, SaysWhichToolIsMissing) {
    EXPECT_THAT(make({}, ""), HasSubstr("aiecc and aie-opt are not in the path: install mlir-aie"));
    EXPECT_THAT(make({"aiecc", "aie-opt"}, ""), HasSubstr("PEANO_INSTALL_DIR is ''"));
    EXPECT_THAT(make({}, "CHESS=1"), HasSubstr("AIETOOLS_DIR is not set"));
    EXPECT_THAT(make({}, "clean"), testing::StartsWith("0 "));
}

TEST_F(ExportedMakefile, BuildsTheDesignOfItsKernels) {
    const std::string tools = (folder_.path() / "tools").string();
    EXPECT_THAT(make({"aiecc", "aie-opt", "clang++"}, fmt::format("PEANO_INSTALL_DIR='{}'", tools)),
                testing::AllOf(testing::StartsWith("0 "),
                               HasSubstr(tools + "/bin/clang++ -O2 -std=c++20 --target=aie2-none"),
                               HasSubstr("-I " + tools + "/include"),
                               HasSubstr("cd build && " + tools + "/bin/aiecc --no-xchesscc")));
}

TEST_F(ExportedMakefile, BuildsInstructionsAsElfWhenAskedTo) {
    const std::string tools = (folder_.path() / "tools").string();
    const std::vector<std::string> all{"aiecc", "aie-opt", "clang++"};
    const std::string peano = fmt::format("PEANO_INSTALL_DIR='{}'", tools);
    EXPECT_THAT(
        make(all, "elf " + peano),
        testing::AllOf(testing::StartsWith("0 "), HasSubstr("--xclbin-name=../final.xclbin"),
                       HasSubstr("--aie-generate-elf --elf-name=../insts.elf aie.mlir")));
    EXPECT_THAT(make(all, peano), testing::Not(HasSubstr("--aie-generate-elf")));
}

TEST_F(ExportCommandTest, IntoAFileIsRefused) {
    expect_refused(export_to(folder_.write("file", "mine")), "is not a folder");
    expect_refused(export_to(folder_.write("file", "mine") / "design"), "cannot make the folder");
}

TEST_F(ExportCommandTest, OnAFullDiskLeavesNothing) {
    const Outcome outcome = run_after(
        "ulimit -f 1; ", fmt::format("export mlir '{}' -o '{}'", kTeaching, design_.string()));
    expect_refused(outcome, "File too large");
    EXPECT_FALSE(fs::exists(design_.parent_path()));
}

TEST_F(ExportCommandTest, OfABadProblemLeavesNothing) {
    expect_refused(export_to(design_, kTeaching, "--set gemm.tile.m=33"), "gemm.tile 33x32x32");
    expect_refused(export_to(design_, "no_such.yaml"), "no_such.yaml");
    EXPECT_FALSE(fs::exists(design_.parent_path()));
}

TEST_F(ExportCommandTest, OfATraceThatNoHardwareWritesIsRefused) {
    expect_refused(export_to(design_, kTeaching, "--set 'trace={route: ideal}'"),
                   "hardware does not have the ideal route");
}

TEST_F(ExportCommandTest, NeedsAFolderAndAFormat) {
    expect_refused(run(fmt::format("export mlir '{}'", kTeaching)), "--output");
    EXPECT_EQ(run("export").exit_code, 2);
}

TEST_F(ExportCommandTest, KernelsCompileAgainstAStandInForTheAieApi) {
    for (const auto& [name, settings] :
         {std::pair{"gemm_teaching.yaml", ""},
          {"gemm_teaching.yaml", "--set gemm.rho=2"},
          {"elementwise_vector_scalar.yaml", ""},
          {"elementwise_vector_scalar.yaml", "--set elementwise.kernel.name=double"},
          {"elementwise_vector_scalar.yaml", "--set elementwise.kernel.name=event0"}}) {
        ASSERT_EQ(export_to(design_, example(name), settings).exit_code, 0);
        const Outcome outcome = run_line(
            fmt::format("for f in '{}'/kernels/*.cc; do '{}' -std=c++20 -fsyntax-only -Wall "
                        "-Wextra -Werror {} \"$f\" || exit 1; done",
                        design_.string(), XDNASIM_COMPILER, XDNASIM_AIE_API));
        EXPECT_EQ(outcome.exit_code, 0) << name << settings << ": " << outcome.messages;
        fs::remove_all(design_);
    }
}

}  // namespace
}  // namespace xdnasim::cli
