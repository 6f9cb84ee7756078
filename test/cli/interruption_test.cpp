// Ctrl-C, kill, and a reader of the output that ends: the command stops at once, reports that and
// leaves no file.

#include "cli/interruption.hpp"

#include <array>
#include <chrono>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/error.hpp"
#include "base/uninterrupted.hpp"
#include "cli/output.hpp"
#include "cli/result_folder.hpp"
#include "cli/scratch_folder.hpp"
#include "test/cli/background_run.hpp"
#include "test/support/changed_variable.hpp"
#include "test/support/temporary_folder.hpp"

namespace xdnasim::cli {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using testing::IsEmpty;

constexpr const char* kNothingWritten = "xdnasim: interrupted; nothing was written\n";

const std::pair<std::string, std::string> kJson{"--json", "result.json"};
const std::vector<std::string> kTakesMinutes{"simulate", XDNASIM_EXAMPLES "/gemm_xdna2_int8.yaml",
                                             "--set", "gemm.size.m=1036800"};

class Interruption : public testing::TestWithParam<int> {};

TEST_P(Interruption, EndsALongRunThatWouldGoOn) {
    BackgroundRun run{kTakesMinutes, {kJson}};
    run.wait_until_it_catches(GetParam());
    std::this_thread::sleep_for(300ms);  // so that the signal arrives during the run
    const int status = run.send(GetParam());
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 128 + GetParam());
    EXPECT_THAT(run.output(), IsEmpty());
    EXPECT_EQ(run.messages(), kNothingWritten);
    EXPECT_THAT(run.results(), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Signals, Interruption, testing::Values(SIGINT, SIGTERM, SIGHUP),
                         [](const auto& signal) { return ::sigabbrev_np(signal.param); });

TEST(InterruptedRun, EndsWhileItVerifiesOnAllCores) {
    auto arguments = kTakesMinutes;
    arguments.back() = "gemm.size.m=41472";
    arguments.emplace_back("--verify");
    BackgroundRun run{arguments, {kJson}};
    run.wait_until_it_catches(SIGINT);
    std::this_thread::sleep_for(1s);
    const int status = run.send(SIGINT);
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 130);
    EXPECT_EQ(run.messages(), kNothingWritten);
}

TEST(InterruptedRun, LeavesNothingOfALongTimeline) {
    BackgroundRun run{kTakesMinutes, {kJson, {"--timeline", "timeline.json"}}};
    run.wait_until_it_catches(SIGINT);
    run.wait_until_it_writes();
    EXPECT_EQ(WEXITSTATUS(run.send(SIGINT)), 130);
    EXPECT_EQ(run.messages(), kNothingWritten);
    EXPECT_THAT(run.results(), IsEmpty());
}

TEST(InterruptedRun, LeavesAWholeResultOrNoneAtAnyTime) {
    for (int delay = 0; delay < 30; ++delay) {
        BackgroundRun run{{"simulate", XDNASIM_EXAMPLES "/gemm_teaching.yaml"}, {kJson}};
        run.wait_until_it_catches(SIGINT);
        std::this_thread::sleep_for(delay * 1ms);
        const int status = run.send(SIGINT);
        ASSERT_TRUE(WIFEXITED(status));
        if (run.messages() == kNothingWritten) {
            EXPECT_THAT(run.results(), IsEmpty());
        } else {
            EXPECT_THAT(run.results(), testing::ElementsAre("result.json"));
        }
    }
}

/// Returns a design with an output of 64 MiB, so that writing it takes a while.
std::string with_large_output() {
    std::string design = content_of(XDNASIM_EXAMPLES "/design_source/aie.mlir");
    const std::string small = "%arg1: memref<1024xi32>";
    return design.replace(design.find(small), small.size(), "%arg1: memref<16777216xi32>");
}

TEST(InterruptedDesign, LeavesAWholeOutputOrNone) {
    const TemporaryFolder folder;
    const fs::path design = folder.write("aie.mlir", with_large_output());
    BackgroundRun run{{"simulate", design.string()}, {{"--output=arg1=", "out.bin"}}};
    run.wait_until_it_catches(SIGTERM);
    run.wait_until_it_writes();
    ASSERT_TRUE(WIFEXITED(run.send(SIGTERM)));
    if (run.messages().ends_with(kNothingWritten))
        EXPECT_THAT(run.results(), IsEmpty());
    else
        EXPECT_THAT(run.results(), testing::ElementsAre("out.bin"));
}

TEST(InterruptedExport, LeavesItsFolderOnlyWithAWholeFile) {
    int left_nothing = 0;
    for (int delay = 0; delay < 40; ++delay) {
        BackgroundRun run{{"export", "mlir", XDNASIM_EXAMPLES "/gemm_teaching.yaml"},
                          {{"--output", "new/design"}}};
        run.wait_until_it_catches(SIGTERM);
        std::this_thread::sleep_for(delay * 1ms);
        ASSERT_TRUE(WIFEXITED(run.send(SIGTERM)));
        if (run.messages() == kNothingWritten) {
            EXPECT_THAT(run.results(), IsEmpty());
            ++left_nothing;
        } else {
            EXPECT_THAT(run.results(), testing::ElementsAre("new"));
        }
    }
    EXPECT_GT(left_nothing, 0);
}

TEST(InterruptedSearch, WithoutADesignIsNoWrongInput) {
    int without = 0;
    for (int delay = 0; delay < 600; delay += 100) {
        BackgroundRun run{{"optimise", XDNASIM_EXAMPLES "/optimise_bf16.yaml"}, {kJson}};
        run.wait_until_it_catches(SIGINT);
        std::this_thread::sleep_for(delay * 1ms);
        const int status = run.send(SIGINT);
        ASSERT_TRUE(WIFEXITED(status));
        if (WEXITSTATUS(status) == 0) continue;  // it had designs already and reports the best
        EXPECT_EQ(WEXITSTATUS(status), 130);
        EXPECT_EQ(run.messages(), kNothingWritten);
        EXPECT_THAT(run.results(), IsEmpty());
        ++without;
    }
    EXPECT_GT(without, 0);
}

TEST(UninterruptedDeathTest, TheFileNamedThereIsRemoved) {
    const TemporaryFolder folder;
    const fs::path file = folder.write("unfinished", "half of a res");
    const auto be_interrupted = [&] {
        end_on_interruption();
        base::Uninterrupted{}.remove_when_interrupted(file.string());
        std::raise(SIGTERM);
    };
    EXPECT_EXIT(be_interrupted(), testing::ExitedWithCode(143), "nothing was written");
    EXPECT_FALSE(fs::exists(file));
}

TEST(UninterruptedDeathTest, AllUnfinishedFilesAreRemovedAndNoOthers) {
    const TemporaryFolder folder;
    for (const char* const name : {"a", "b", "c"})
        folder.write(name, "half of a res");
    const auto be_interrupted = [&] {
        end_on_interruption();
        for (const char* const name : {"a", "b", "c"})
            base::Uninterrupted{}.remove_when_interrupted((folder.path() / name).string());
        base::Uninterrupted{}.keep((folder.path() / "b").string());
        std::raise(SIGTERM);
    };
    EXPECT_EXIT(be_interrupted(), testing::ExitedWithCode(143), "nothing was written");
    EXPECT_FALSE(fs::exists(folder.path() / "a"));
    EXPECT_TRUE(fs::exists(folder.path() / "b"));
    EXPECT_FALSE(fs::exists(folder.path() / "c"));
}

TEST(UninterruptedDeathTest, TheFileIsKeptOnceItIsFinished) {
    const TemporaryFolder folder;
    const fs::path file = folder.write("finished", "a result");
    const auto be_interrupted = [&] {
        end_on_interruption();
        base::Uninterrupted{}.remove_when_interrupted(file.string());
        {
            base::Uninterrupted steps;
            steps.keep(file.string());
            steps.results_are_being_written();
        }
        std::raise(SIGTERM);
    };
    EXPECT_EXIT(be_interrupted(), testing::ExitedWithCode(143), "while writing results");
    EXPECT_TRUE(fs::exists(file));
}

TEST(UninterruptedDeathTest, AnInterruptionWaitsForTheEndOfTheSteps) {
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "created";
    const auto be_interrupted = [&] {
        end_on_interruption();
        {
            base::Uninterrupted steps;
            std::raise(SIGINT);
            folder.write("created", "by a later step");
        }
        std::_Exit(0);
    };
    EXPECT_EXIT(be_interrupted(), testing::ExitedWithCode(130), "interrupted");
    EXPECT_TRUE(fs::exists(file));
}

TEST(UninterruptedDeathTest, FoldersForResultsGoWhenTheyAreEmpty) {
    const TemporaryFolder folder;
    const fs::path kept = folder.path() / "with";
    const auto be_interrupted = [&] {
        end_on_interruption();
        const ResultFolder empty{"--record", folder.path() / "a/b/c"};
        const ResultFolder used{"--html", kept / "results"};
        folder.write("with/results/index.html", "a result");
        std::raise(SIGTERM);
    };
    EXPECT_EXIT(be_interrupted(), testing::ExitedWithCode(143), "nothing was written");
    EXPECT_FALSE(fs::exists(folder.path() / "a"));
    EXPECT_TRUE(fs::exists(kept / "results" / "index.html"));
}

TEST(FolderForResults, GoesWithTheFoldersThatWereMadeForIt) {
    const TemporaryFolder folder;
    fs::create_directory(folder.path() / "there");
    {
        const ResultFolder results{"--record", folder.path() / "there/a/../b/c/"};
        EXPECT_TRUE(fs::is_directory(folder.path() / "there/b/c"));
    }
    EXPECT_FALSE(fs::exists(folder.path() / "there/b"));
    EXPECT_TRUE(fs::exists(folder.path() / "there"));
}

TEST(FolderForResults, IsRefusedWhereAFileIs) {
    const TemporaryFolder folder;
    const fs::path file = folder.write("file", "mine");
    for (const fs::path& path : {file, file / "below", fs::path{}})
        EXPECT_THROW((ResultFolder{"--record", path}), base::InputError) << path;
    EXPECT_EQ(content_of(file), "mine");
}

TEST(UninterruptedDeathTest, NothingUnfinishedIsLeftWhenNobodyReadsTheOutput) {
    const TemporaryFolder folder;
    const ChangedVariable temporary{"TMPDIR", folder.path().string()};
    const auto be_left_alone = [&] {
        end_on_interruption();
        const ResultFolder page{"--html", folder.path() / "page"};
        ScratchFolder scratch;
        write_file(scratch.file("points"), "kept");
        std::array<int, 2> ends{};
        if (::pipe(ends.data()) != 0) return;
        ::dup2(ends[1], STDOUT_FILENO);
        ::close(ends[0]);
        write_stdout("a table");
    };
    EXPECT_EXIT(be_left_alone(), testing::KilledBySignal(SIGPIPE),
                testing::Not(testing::HasSubstr("xdnasim")));
    EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(UninterruptedDeathTest, ReadersMayEndWhereThatIsIgnored) {
    const auto be_left_alone = [] {
        std::signal(SIGPIPE, SIG_IGN);
        end_on_interruption();
        std::raise(SIGPIPE);
        std::_Exit(7);
    };
    EXPECT_EXIT(be_left_alone(), testing::ExitedWithCode(7), "");
}

TEST(UninterruptedDeathTest, AnIgnoredSignalStaysIgnored) {
    const auto be_hung_up = [] {
        std::signal(SIGHUP, SIG_IGN);
        end_on_interruption();
        std::raise(SIGHUP);
        std::_Exit(7);
    };
    EXPECT_EXIT(be_hung_up(), testing::ExitedWithCode(7), "");
}

}  // namespace
}  // namespace xdnasim::cli
