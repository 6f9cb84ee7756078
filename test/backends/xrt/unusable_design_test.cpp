// Each error of a machine or a design is reported in one message, with its exit code.

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "test/backends/xrt/noop_npu.hpp"

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
    /// Removes the size and hash of the instructions from the manifest, so that the files
    /// themselves are checked.
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
    expect_failure(run_teaching(), 2, "manifest.json: no such file");
}

TEST_F(UnusableDesign, IsLookedForByTheNameOfTheProblem) {
    expect_failure(run_after(environment(), fmt::format("simulate '{}' --backend xrt", kTeaching)),
                   2, "gemm_teaching.design/manifest.json: no such file");
}

TEST_F(UnusableDesign, MustBeBuilt) {
    std::filesystem::remove(file("final.xclbin"));
    expect_failure(run_teaching(), 4, "is not built: there is no 'final.xclbin'; run make there");
}

TEST_F(UnusableDesign, MayBeWithoutAnElfButNotHaveOneThatXrtCannotTake) {
    artifacts::Manifest manifest = artifacts::load_manifest(file("manifest.json"));
    manifest.files.elf = {.path = "insts.elf", .size = {}, .hash = {}};
    folder_.write("design/manifest.json", manifest_json(manifest));
    EXPECT_EQ(run_teaching().exit_code, 0);
    folder_.write("design/insts.elf", "no ELF");
    const Outcome outcome = run_teaching();
    EXPECT_EQ(outcome.exit_code, 4);
    // The message depends on the release of XRT.
    EXPECT_THAT(
        outcome.messages,
        testing::AnyOf(testing::HasSubstr("insts.elf': this build's XRT is too old for designs"),
                       testing::HasSubstr("XRT: cannot load the design: ")));
    std::filesystem::remove(file("insts.elf"));
    std::filesystem::remove(file("final.xclbin"));
    expect_failure(run_teaching(), 4, "is not built: there is no 'final.xclbin'; run make there");
}

TEST_F(UnusableDesign, MayNotBeCutOff) {
    const auto size = std::filesystem::file_size(file("final.xclbin"));
    for (const std::uintmax_t bytes :
         {size - 1, size / 2, std::uintmax_t{455}, std::uintmax_t{9}}) {
        cut("final.xclbin", bytes);
        expect_failure(run_teaching(), 4, "final.xclbin' is not an xclbin: it is cut off");
    }
    cut("final.xclbin", 0);
    expect_failure(run_teaching(), 4, "final.xclbin' is not an xclbin: it does not begin as one");
}

TEST_F(UnusableDesign, MustHaveTheKernel) {
    write_xclbin(file("final.xclbin"), "vadd");
    expect_failure(run_teaching(), 4, "final.xclbin' has no kernel 'MLIR_AIE'; it has: vadd");
}

TEST_F(UnusableDesign, MustHaveRoomForTheBuffers) {
    write_xclbin(file("final.xclbin"), "MLIR_AIE", 2);
    expect_failure(run_teaching(), 4,
                   "final.xclbin': kernel 'MLIR_AIE' has 5 arguments; needed: 6");
}

TEST_F(UnusableDesign, MustBeNamedInTheManifest) {
    const auto without = [&](auto forget) {
        artifacts::Manifest manifest = artifacts::load_manifest(file("manifest.json"));
        forget(manifest.files);
        folder_.write("design/manifest.json", manifest_json(manifest));
        return run_teaching();
    };
    expect_failure(without([](artifacts::Files& files) { files.insts.reset(); }), 2,
                   "design/manifest.json' has no files.insts, which says where the file is");
    expect_failure(without([](artifacts::Files& files) { files.xclbin.reset(); }), 2,
                   "design/manifest.json' has no files.xclbin, which says where the file is");
}

TEST_F(UnusableDesign, MayNotMeanAKernelByAPartOfItsName) {
    artifacts::Manifest manifest = artifacts::load_manifest(file("manifest.json"));
    for (const std::string part : {"M", "MLIR"}) {
        manifest.kernel = part;
        folder_.write("design/manifest.json", manifest_json(manifest));
        expect_failure(run_teaching(), 4,
                       fmt::format("final.xclbin' has no kernel '{}'; it has: MLIR_AIE", part));
    }
}

TEST_F(UnusableDesign, MustBeOfTheDevice) {
    forget_hashes();
    txn::Header header = txn::header_for(arch::load_device(arch::find_device("teaching-2x1")));
    header.columns = 8;
    folder_.write("design/insts.bin", words::as_bytes(txn::write_stream(header, {})));
    expect_failure(run_teaching(), 2, "8 columns; device teaching-2x1 has 1 to 2");
}

TEST_F(UnusableDesign, MustTakeTheBuffersThatThereAre) {
    forget_hashes();
    const txn::Operation patch = txn::PatchAddress{{{0, 0}, 0x1D004}, 3, 0};
    folder_.write(
        "design/insts.bin",
        words::as_bytes(txn::write_stream(
            txn::header_for(arch::load_device(arch::find_device("teaching-2x1"))), {&patch, 1})));
    expect_failure(run_teaching(), 2,
                   "a DDR_PATCH with argument 3, counted from 0; the design has 3");
}

TEST_F(UnusableDesign, MayNotBeForAnEmulator) {
    settings_ = "export XCL_EMULATION_MODE=hw_emu; ";
    expect_failure(run_teaching(), 4, "no NPU: XCL_EMULATION_MODE is 'hw_emu'; allowed: ");
}

TEST_F(UnusableDesign, MayNotCountWhatIsNotThere) {
    constexpr std::streamoff kConnectivity = 2384;  // its offset in a file for five buffers
    const auto damaged_at = [&](std::streamoff offset, std::int32_t number) {
        write_xclbin(file("final.xclbin"), "MLIR_AIE");
        overwrite("final.xclbin", offset, number);
        return run_teaching();
    };
    for (const std::int32_t index : {-1, 200})
        expect_failure(damaged_at(kConnectivity + 4, index), 4,
                       fmt::format("is damaged: section GROUP_CONNECTIVITY, entry 0: argument of "
                                   "kernel 'MLIR_AIE' {}; there are 8",
                                   index));
}

TEST_F(UnusableDesign, MustHaveTheInstructionsThatWereExported) {
    cut("insts.bin", 8);
    expect_failure(run_teaching(), 2, "insts.bin' has 8 bytes; it was written with 16");
}

TEST_F(UnusableDesign, MustHaveWholeInstructions) {
    forget_hashes();
    cut("insts.bin", 10);
    expect_failure(run_teaching(), 2, "insts.bin: 10 bytes; allowed: whole words of 4");
    cut("insts.bin", 8);
    expect_failure(run_teaching(), 2, "insts.bin': ");
}

TEST_F(UnusableDesign, MustHaveInstructionsOfAnNpu) {
    forget_hashes();
    folder_.write("design/insts.bin", "#!/bin/sh -e\nexit 0\n");
    expect_failure(run_teaching(), 2, "insts.bin:1: '#!/bin/sh -e' is not a word");
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
