#pragma once
// Fixture for the command with XRT's no-op device, which accepts designs, moves no data and
// finishes each run at once.

#include <filesystem>
#include <fstream>
#include <vector>

#include "backends/artifacts/manifest.hpp"
#include "backends/txn/instructions.hpp"
#include "test/backends/artifacts/written_file.hpp"
#include "test/backends/xrt/xclbin_writer.hpp"
#include "test/cli/command_fixture.hpp"
#include "traces/words/packet.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::test {

class NoopNpu : public cli::Command {
 protected:
    /// Links XRT's libraries into a folder, since XRT loads plug-ins only from the folder lib of
    /// XILINX_XRT.
    void SetUp() override {
        const std::filesystem::path libraries{XDNASIM_XRT_LIBRARIES};
        if (!std::filesystem::exists(libraries / "libxrt_noop.so.2"))
            GTEST_SKIP() << "XRT has no no-op device: there is no libxrt_noop.so.2 in "
                         << libraries;
        const auto links = folder_.path() / "xrt" / "lib";
        std::filesystem::create_directories(links);
        for (const auto& entry : std::filesystem::directory_iterator{libraries})
            if (entry.path().filename().string().starts_with("libxrt"))
                std::filesystem::create_symlink(entry.path(), links / entry.path().filename());
    }

    [[nodiscard]] std::filesystem::path design() const { return folder_.path() / "design"; }

    /// Writes the files that an export and its make leave behind, except that the xclbin contains
    /// nothing for an NPU.
    void build_design(const std::string& problem_file, const std::string& kernel = "MLIR_AIE") {
        const problem::Problem problem = problem::load_problem(problem_file);
        const schedule::Schedule schedule = problem::map_problem(problem);
        std::filesystem::create_directories(design());
        write_xclbin(design() / "final.xclbin", kernel, 8);
        const std::vector<std::uint32_t> stream =
            txn::write_stream(txn::header_for(problem.device), {});
        folder_.write("design/insts.bin", words::as_bytes(stream));
        artifacts::Manifest manifest = artifacts::make_manifest(schedule, problem.device);
        manifest.files.insts = entry_of("insts.bin", words::as_bytes(stream));
        manifest.files.xclbin = {.path = "final.xclbin", .size = {}, .hash = {}};
        folder_.write("design/manifest.json", manifest_json(manifest));
    }

    [[nodiscard]] cli::Outcome run_on_npu(const std::string& problem,
                                          const std::string& arguments) const {
        return run_after(environment() + settings_,
                         fmt::format("simulate '{}' --backend xrt --artifacts '{}' "
                                     "--runs 3 --warmup 1 {}",
                                     problem, design().string(), arguments));
    }

    [[nodiscard]] std::string environment() const {
        return fmt::format("export XCL_EMULATION_MODE=noop XILINX_XRT='{}'; ",
                           (folder_.path() / "xrt").string());
    }

    /// Expects the exit code `code`, and a single line on standard error that contains `message`.
    static void expect_failure(const cli::Outcome& outcome, int code, const std::string& message) {
        EXPECT_EQ(outcome.exit_code, code);
        EXPECT_THAT(outcome.messages, testing::StartsWith("xdnasim: "));
        EXPECT_THAT(outcome.messages, testing::HasSubstr(message));
        EXPECT_EQ(std::ranges::count(outcome.messages, '\n'), 1) << outcome.messages;
    }

    /// Overwrites a number in a file of the design.
    template <class Number>
    void overwrite(const char* name, std::streamoff offset, Number number) const {
        std::fstream stream{design() / name, std::ios::in | std::ios::out | std::ios::binary};
        stream.seekp(offset).write(reinterpret_cast<const char*>(&number), sizeof number);
    }

    std::string settings_;  ///< shell code that is run after environment()
};

}  // namespace xdnasim::test
