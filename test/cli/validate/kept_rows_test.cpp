// `xdnasim validate --keep`: the rows that an interrupted run leaves.

#include <algorithm>
#include <filesystem>
#include <string>

#include "test/cli/background_run.hpp"
#include "test/cli/command_fixture.hpp"

namespace xdnasim::cli {
namespace {

constexpr const char* kDoneKept =
    "xdnasim: interrupted; finished work is kept, and the same command resumes it\n";

/// Validates a suite of many short rows, interrupts it when `file` has `lines` lines, and expects
/// the message that finished work is kept.
void expect_kept_when_interrupted(const std::filesystem::path& file, std::ptrdiff_t lines) {
    BackgroundRun run{{"validate", "--suite", "transfers", "--jobs", "2", "--keep", file.string()},
                      {}};
    BackgroundRun::wait_for_lines(file, lines);
    const int status = run.send(SIGTERM);
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 128 + SIGTERM);
    EXPECT_THAT(run.output(), testing::IsEmpty());
    EXPECT_EQ(run.messages(), kDoneKept);
}

TEST(KeptRows, AreThereAndGrowWhenTheRunIsInterruptedAgain) {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder.path() / "transfers.rows";
    expect_kept_when_interrupted(file, 3);
    const std::string first = content_of(file);
    const auto whole_lines = std::ranges::count(first, '\n');
    EXPECT_GE(whole_lines, 3);
    expect_kept_when_interrupted(file, whole_lines + 2);
    const std::string whole = first.substr(0, first.find_last_of('\n') + 1);
    EXPECT_THAT(content_of(file), testing::StartsWith(whole));
}

TEST_F(Command, RefusesKeptRowsOfAnotherSuite) {
    const std::string file = (folder_.path() / "some.rows").string();
    EXPECT_EQ(run("validate --suite kernels --keep " + file).exit_code, 0);
    const std::string kept = content_of(file);
    EXPECT_EQ(std::ranges::count(kept, '\n'), 27) << "a line for each row, and one of their maker";
    EXPECT_EQ(run("validate --suite kernels --keep " + file).exit_code, 0);
    expect_refused(run("validate --suite kernels-bias --keep " + file),
                   "some.rows: its results are of another suite");
    EXPECT_EQ(content_of(file), kept);
}

}  // namespace
}  // namespace xdnasim::cli
