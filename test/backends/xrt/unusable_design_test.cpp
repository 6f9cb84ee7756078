// What is wrong with a machine or a design is said in one message, with the exit code for it.

#include "backends/xrt/noop_npu.hpp"

namespace xdnasim::test {
namespace {

using cli::kTeaching;
using cli::Outcome;

class UnusableDesign : public NoopNpu {
 protected:
    void SetUp() override {
        NoopNpu::SetUp();
        if (!IsSkipped()) build_design(kTeaching);
    }
    [[nodiscard]] Outcome run_teaching(const std::string& arguments = "") const {
        return run_on_npu(kTeaching, arguments);
    }
    [[nodiscard]] std::filesystem::path file(const char* name) const { return design() / name; }
    void cut(const char* name, std::uintmax_t bytes) const {
        std::filesystem::resize_file(file(name), bytes);
    }
    /// Without sizes and hashes, so that the files themselves are looked at.
    void forget_hashes() const {
        artifacts::Manifest manifest = artifacts::load_manifest(file("manifest.json"));
        manifest.files.insts->size.reset();
        manifest.files.insts->hash.reset();
        folder_.write("design/manifest.json", manifest_json(manifest));
    }
};

TEST_F(UnusableDesign, NeedsADevice) {
    settings_ = "unset XCL_EMULATION_MODE; ";
    expect_failure(run_teaching(), 4, "XRT: no NPU: needed are its driver");
}

TEST_F(UnusableDesign, NeedsTheEnvironmentOfXrt) {
    settings_ = "unset XCL_EMULATION_MODE XILINX_XRT; ";
    expect_failure(run_teaching(), 4, "XRT's environment (XILINX_XRT)");
}

TEST_F(UnusableDesign, NeedsAnExport) {
    std::filesystem::remove_all(design());
    expect_failure(run_teaching(), 2, "manifest.json'");
}

TEST_F(UnusableDesign, LooksForTheExportBesideByTheProblemsName) {
    expect_failure(run_after(environment(), fmt::format("simulate '{}' --backend xrt", kTeaching)),
                   2, "cannot read 'gemm_teaching.design/manifest.json'");
}

TEST_F(UnusableDesign, MustBeBuilt) {
    std::filesystem::remove(file("final.xclbin"));
    expect_failure(run_teaching(), 4, "is not built: there is no 'final.xclbin'; run make there");
}

TEST_F(UnusableDesign, MayNotBeCutOff) {
    const auto size = std::filesystem::file_size(file("final.xclbin"));
    for (const std::uintmax_t bytes :
         {size - 1, size / 2, std::uintmax_t{455}, std::uintmax_t{9}}) {
        cut("final.xclbin", bytes);
        expect_failure(run_teaching(), 4, "final.xclbin' is no xclbin: it is cut off");
    }
    cut("final.xclbin", 0);
    expect_failure(run_teaching(), 4, "final.xclbin' is no xclbin: it does not begin as one");
}

TEST_F(UnusableDesign, MustHaveTheKernel) {
    write_xclbin(file("final.xclbin"), "vadd");
    expect_failure(run_teaching(), 4, "final.xclbin' has no kernel 'MLIR_AIE'; it has: vadd");
}

TEST_F(UnusableDesign, MustHaveRoomForTheBuffers) {
    write_xclbin(file("final.xclbin"), "MLIR_AIE", 2);
    expect_failure(run_teaching(), 4, "XRT: cannot load the design: ");
}

TEST_F(UnusableDesign, MustHaveTheInstructionsThatWereExported) {
    cut("insts.bin", 8);
    expect_failure(run_teaching(), 2, "insts.bin' has 8 bytes; it was written with 16");
}

TEST_F(UnusableDesign, MustHaveWholeInstructions) {
    forget_hashes();
    cut("insts.bin", 10);
    expect_failure(run_teaching(), 2, "insts.bin' is cut off: its 10 bytes are no whole words");
    cut("insts.bin", 8);
    expect_failure(run_teaching(), 2, "insts.bin': ");
}

TEST_F(UnusableDesign, MustHaveInstructionsOfAnNpu) {
    forget_hashes();
    folder_.write("design/insts.bin", "#!/bin/sh -e\nexit 0\n");
    expect_failure(run_teaching(), 2, "insts.bin': ");
}

TEST_F(UnusableDesign, MustBeOfTheProblem) {
    expect_failure(run_teaching("--set gemm.size.m=400"), 2,
                   "manifest.json' is of another problem: gemm.size.m is");
}

TEST_F(UnusableDesign, MustHaveTheTrace) {
    expect_failure(run_teaching(fmt::format("--trace '{}'", (folder_.path() / "t.bin").string())),
                   2, "a trace is not there; needed: there");
}

}  // namespace
}  // namespace xdnasim::test
